package dev.relaybench.report.panel;

import dev.relaybench.report.model.Status;

/// A piece of running text. Holds text as it is; the renderers escape it.
public sealed interface Inline {
    /// Words.
    record Plain(String text) implements Inline {}

    /// Words that carry the sentence.
    record Strong(String text) implements Inline {}

    /// Words of less weight: a unit, a term, a remark.
    record Quiet(String text) implements Inline {}

    /// A name or a command.
    record Code(String text) implements Inline {}

    /// A way to another place in the report.
    ///
    /// @param anchor an id in the report, without `#`
    record Link(String text, String anchor) implements Inline {}

    /// How a row ended, as shape and word.
    record Badge(Status status) implements Inline {}

    /// The next line of the same text.
    record LineBreak() implements Inline {}
}
