/// The command line.
///
/// It parses, calls the harness, prints, and turns verdicts into exit codes. Nothing here may measure or judge.
@NullMarked
package dev.relaybench.chaos;

import org.jspecify.annotations.NullMarked;
