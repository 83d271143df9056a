package dev.relaybench.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheDirectoryTest {
    @TempDir
    Path directory;

    @Test
    void makesAThingOnce() throws IOException {
        CacheDirectory cache = new CacheDirectory(directory);
        Path first = cache.get("thing", draft -> Files.writeString(draft.resolve("file"), "first"));
        Path second = cache.get("thing", draft -> Files.writeString(draft.resolve("file"), "second"));
        assertThat(second).isEqualTo(first);
        assertThat(second.resolve("file")).hasContent("first");
    }

    @Test
    void twoWhoMakeTheSameThingAtOnceBothGetAWholeOne() {
        CyclicBarrier bothAreMaking = new CyclicBarrier(2);
        CacheDirectory.Filler filler = draft -> {
            Files.writeString(draft.resolve("file"), "whole");
            try {
                bothAreMaking.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                throw new IOException(e);
            }
        };
        CacheDirectory cache = new CacheDirectory(directory);
        var one = CompletableFuture.supplyAsync(() -> cache.get("thing", filler), Thread::startVirtualThread);
        var other = CompletableFuture.supplyAsync(() -> cache.get("thing", filler), Thread::startVirtualThread);
        assertThat(one.join().resolve("file")).hasContent("whole");
        assertThat(other.join()).isEqualTo(one.join());
        assertThat(directory).isDirectoryContaining(path -> path.endsWith("thing"));
        assertThat(directory.toFile().list()).containsExactly("thing");
    }

    @Test
    void aMakerThatFailsLeavesNothing() {
        CacheDirectory cache = new CacheDirectory(directory);
        assertThatThrownBy(() -> cache.get("thing", draft -> {
                    Files.writeString(draft.resolve("file"), "half");
                    throw new IOException("No space left on device");
                }))
                .isInstanceOf(TestbedException.class)
                .hasMessageContaining(directory + " cannot be written")
                .hasMessageContaining("-Drelaybench.cache=DIR");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aDiskThatCannotBeWrittenIsNamed() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        CacheDirectory cache = new CacheDirectory(file);
        assertThatThrownBy(() -> cache.get("thing", draft -> {})).hasMessageContaining(file + " cannot be written");
    }

    @Test
    void aPlatformWithoutBinariesIsNamed() {
        assertThatThrownBy(() -> PostgresBinaries.unpack(new CacheDirectory(directory), "Plan 9", "mips"))
                .isInstanceOf(TestbedException.class)
                .hasMessageStartingWith("PostgreSQL's binaries for Plan 9 on mips are not on the class path")
                .hasMessageContaining("--env");
    }
}
