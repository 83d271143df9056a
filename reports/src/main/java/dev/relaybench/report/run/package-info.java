/// The format of stored runs: directories, files and the records in them.
///
/// The only owner of that format. A report is rebuilt from these files alone; nothing here may know a relay or the
/// harness.
@NullMarked
package dev.relaybench.report.run;

import org.jspecify.annotations.NullMarked;
