package dev.relaybench.bench;

import com.google.auto.service.AutoService;
import dev.relaybench.bench.micro.BenchSettings;
import dev.relaybench.harness.run.BenchmarkSuite;
import dev.relaybench.harness.run.RelaySettingsFile;
import dev.relaybench.report.run.BenchmarkRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Runs the JMH benchmarks on the testbed; JMH's own result file is kept untouched beside ours.
@AutoService(BenchmarkSuite.class)
public final class JmhSuite implements BenchmarkSuite {
    private static final String DATABASE = "relaybench_jmh";

    @Override
    public String id() {
        return "jmh";
    }

    @Override
    public String name() {
        return "drain, limits and hand-over (JMH)";
    }

    @Override
    public int order() {
        return 1;
    }

    @Override
    public List<BenchmarkRecord> run(BenchmarkSetting setting) throws Exception {
        Path temporary = Files.createTempDirectory("relaybench-jmh-");
        setting.testbed().postgres().createDatabase(DATABASE);
        try (var file = RelaySettingsFile.direct(setting.testbed(), DATABASE)) {
            Collection<RunResult> results =
                    new Runner(options(setting, file.path(), temporary).build()).run();
            if (results.isEmpty()) {
                throw new IllegalStateException("JMH ran no benchmark: build the benchmarks module again");
            }
            return JmhRecords.of(results);
        } finally {
            setting.testbed().postgres().dropDatabase(DATABASE);
            deleteAll(temporary);
        }
    }

    private static ChainedOptionsBuilder options(BenchmarkSetting setting, Path settings, Path temporary)
            throws IOException {
        Path results = setting.options().runs().resolve("jmh-result.json").toAbsolutePath();
        Files.createDirectories(results.getParent());
        var options = new OptionsBuilder()
                .include("DrainBenchmark|RawProducerBenchmark|ChannelHandOverBenchmark|ProxyBenchmark")
                .shouldFailOnError(true)
                .resultFormat(ResultFormatType.JSON)
                .result(results.toString())
                .output(setting.options().runs().resolve("jmh.log").toString())
                .verbosity(VerboseMode.NORMAL)
                // Its own temporary directory: JMH keeps its lock there, and another one may be running on this
                // machine.
                .jvmArgsAppend(
                        "-D" + BenchSettings.FILE_PROPERTY + "=" + settings,
                        "-Djava.io.tmpdir=" + temporary,
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Xmx512m");
        if (setting.quick()) {
            options.exclude("ProxyBenchmark")
                    .warmupIterations(3)
                    .measurementIterations(3)
                    .measurementTime(TimeValue.seconds(1))
                    .param("batch", "100", "2000");
        }
        return options;
    }

    private static void deleteAll(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
