/// The ordered record of all that was offered, observed and broken: the only input of a verdict.
///
/// Events, their file (JSON lines) and views of them. Nothing here may judge, and nothing here may be changed after the
/// run.
@NullMarked
package dev.relaybench.harness.history;

import org.jspecify.annotations.NullMarked;
