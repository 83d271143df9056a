package dev.relaybench.harness.toxiproxy.conformance;

/// One case and what became of it.
///
/// @param group the group's name
/// @param sentence what the case demands
public record CaseResult(String group, String sentence, Outcome outcome) {
    /// The group and the sentence: unique in a report.
    public String name() {
        return group + ": " + sentence;
    }
}
