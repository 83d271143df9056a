/// Relays made wrong on purpose, one defect and one file each.
///
/// They show that the scenarios can fail: each names the scenarios that have to break it, and the anomaly that they
/// have to find.
@NullMarked
package dev.relaybench.chaos.sabotage;

import org.jspecify.annotations.NullMarked;
