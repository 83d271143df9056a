package dev.relaybench.harness.run;

import dev.relaybench.harness.testbed.Testbed;
import dev.relaybench.report.run.BenchmarkRecord;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/// Benchmarks that the command line can run. Found by service loading, since the module that holds them builds on this
/// one.
public interface BenchmarkSuite {
    /// The word that chooses it on the command line: lower case, with hyphens.
    String id();

    /// What is measured, in a few words.
    String name();

    /// Where it stands among the suites; lower runs first.
    int order();

    /// Runs it.
    ///
    /// @return the figures, with their limits; never empty
    /// @throws Exception if it could not measure at all; a figure that does not count is returned as void instead
    List<BenchmarkRecord> run(BenchmarkSetting setting) throws Exception;

    /// What a suite has to work with.
    ///
    /// @param testbed to measure on
    /// @param options where runs go, and the seed
    /// @param quick fewer repetitions and points, for a first impression in a minute
    /// @param progress told what is being measured
    record BenchmarkSetting(Testbed testbed, RunOptions options, boolean quick, Progress progress) {}

    /// All suites, in their order.
    static List<BenchmarkSuite> installed() {
        return ServiceLoader.load(BenchmarkSuite.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparingInt(BenchmarkSuite::order))
                .toList();
    }
}
