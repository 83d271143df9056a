/// Proof that a relay can be sabotaged from outside its packages, through public seams only.
@NullMarked
package dev.relaybench.relay.sabotage;

import org.jspecify.annotations.NullMarked;
