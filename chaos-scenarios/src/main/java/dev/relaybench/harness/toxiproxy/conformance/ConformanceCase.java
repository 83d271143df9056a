package dev.relaybench.harness.toxiproxy.conformance;

/// One thing that is demanded of a server.
///
/// @param sentence what it does, told of the group's subject: "delays one direction only"
/// @param timed whether a late host can change the outcome
/// @param body finds out; returns when the server does as it should
public record ConformanceCase(String sentence, boolean timed, Body body) {
    /// How a case finds out.
    @FunctionalInterface
    public interface Body {
        /// Returns when the server does as it should.
        ///
        /// @throws Deviation when it does not
        /// @throws NotJudged when that cannot be told
        /// @throws Exception as a deviation
        void run(Scene scene) throws Exception;
    }

    /// How a case about traffic finds out.
    @FunctionalInterface
    interface Traffic {
        void run(Rig rig) throws Exception;
    }

    /// A case that judges times.
    static ConformanceCase timed(String sentence, Traffic traffic) {
        return new ConformanceCase(sentence, true, scene -> traffic.run(new Rig(scene)));
    }

    /// A case about what arrives, in whatever time.
    static ConformanceCase untimed(String sentence, Traffic traffic) {
        return new ConformanceCase(sentence, false, scene -> traffic.run(new Rig(scene)));
    }
}
