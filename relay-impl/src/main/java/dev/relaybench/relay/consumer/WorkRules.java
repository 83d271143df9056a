package dev.relaybench.relay.consumer;

import java.time.Duration;

/// How work is executed.
///
/// @param askBeforeCallingAgain false: work found in execution is called for again: the first hole of the original
/// @param catchEverything true: any exception ends as FAIL: the second hole
/// @param callTimeout longest call of the vendor
/// @param claimTime how long a claim holds
/// @param pause before the same attempt is made again, when something is not there
public record WorkRules(
        boolean askBeforeCallingAgain,
        boolean catchEverything,
        Duration callTimeout,
        Duration claimTime,
        Duration pause) {}
