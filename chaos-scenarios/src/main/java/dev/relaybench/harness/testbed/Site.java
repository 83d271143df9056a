package dev.relaybench.harness.testbed;

import java.nio.file.Path;

/// Where a server of the testbed lives.
///
/// @param directory the testbed's work directory, for data and logs
/// @param watchdog what ends the server when the harness is gone
record Site(Path directory, Watchdog watchdog) {
    Path log(String name) {
        return directory.resolve(name + ".log");
    }
}
