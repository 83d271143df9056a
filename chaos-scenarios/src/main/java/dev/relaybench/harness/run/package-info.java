/// How a run is put together: phases, the relay under test, the observers of topics, tables and host, and the run
/// directory.
///
/// Nothing here may judge: it records, then hands the history to `check`.
@NullMarked
package dev.relaybench.harness.run;

import org.jspecify.annotations.NullMarked;
