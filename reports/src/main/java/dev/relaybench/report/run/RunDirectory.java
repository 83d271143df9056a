package dev.relaybench.report.run;

import java.nio.file.Path;

/// One run on disk. Its name says what it is: `<utc>-<seed>` for a run whose verdict is HELD, with `.partial` while it
/// is
/// being written or when it was interrupted, and with `.BROKEN` or `.INCONCLUSIVE` when it is not a pass.
///
/// @param path the directory
public record RunDirectory(Path path) {
    /// Version of the stored format. Readers refuse a newer one and read every older one.
    public static final int SCHEMA_VERSION = 1;
}
