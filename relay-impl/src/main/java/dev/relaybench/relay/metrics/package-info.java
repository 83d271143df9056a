/// What the relay counts about itself. Numbers for people and reports; no decision may be made from them.
@NullMarked
package dev.relaybench.relay.metrics;

import org.jspecify.annotations.NullMarked;
