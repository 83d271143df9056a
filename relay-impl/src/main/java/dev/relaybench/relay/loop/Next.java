package dev.relaybench.relay.loop;

/// What a {@link Cycle} asks its loop to do when it has ended.
public enum Next {
    /// There is more to do right now.
    AT_ONCE,
    /// Nothing is left to do: pause, unless a wake comes.
    PAUSE,
    /// Something was not there: pause, and let no wake shorten it. Else each wake would be one more attempt on a broker
    /// that is down.
    BACK_OFF
}
