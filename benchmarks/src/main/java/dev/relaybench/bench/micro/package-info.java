/// JMH benchmarks of parts in isolation: what the harness adds by itself.
///
/// One class for each part. Nothing here starts a database, a broker or a relay; that is what load benchmarks do.
@NullMarked
package dev.relaybench.bench.micro;

import org.jspecify.annotations.NullMarked;
