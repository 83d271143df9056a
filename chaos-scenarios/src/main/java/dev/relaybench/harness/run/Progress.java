package dev.relaybench.harness.run;

import dev.relaybench.report.run.StoredRun;

/// Told how long work goes on. Implementations must be quick and must not throw.
public interface Progress {
    /// A run begins.
    void started(String scenario, String relay);

    /// Something of the current run begins, in a few words.
    void step(String words);

    /// Something that the user should know and that does not go away.
    void notice(String sentence);

    /// The run is over and stored.
    void finished(StoredRun run);

    /// For those who do not care.
    Progress SILENT = new Progress() {
        @Override
        public void started(String scenario, String relay) {}

        @Override
        public void step(String words) {}

        @Override
        public void notice(String sentence) {}

        @Override
        public void finished(StoredRun run) {}
    };
}
