/// The parts of a report, one file each, found by service loading.
///
/// A panel turns runs into content; it does not know into which format that content is rendered.
@NullMarked
package dev.relaybench.report.panel;

import org.jspecify.annotations.NullMarked;
