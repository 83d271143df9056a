/// Reports from stored runs. {@link dev.relaybench.report.ReportWriter} writes the files, and
/// {@link dev.relaybench.report.TerminalTable} prints the short form.
@NullMarked
package dev.relaybench.report;

import org.jspecify.annotations.NullMarked;
