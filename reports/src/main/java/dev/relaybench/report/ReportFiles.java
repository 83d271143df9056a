package dev.relaybench.report;

import java.nio.file.Path;

/// The files of a written report.
///
/// @param html the page for people
/// @param json everything, for programs
/// @param junit one test case a row
/// @param summary Markdown
/// @param badge an endpoint of shields.io
public record ReportFiles(Path html, Path json, Path junit, Path summary, Path badge) {}
