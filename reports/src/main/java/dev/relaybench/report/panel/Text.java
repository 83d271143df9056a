package dev.relaybench.report.panel;

import dev.relaybench.report.model.Status;
import java.util.ArrayList;
import java.util.List;

/// Running text, made piece by piece: `Text.of("recovered in ").strong("1.42 s")`.
///
/// @param parts the pieces in order
public record Text(List<Inline> parts) {
    /// No text.
    public static final Text EMPTY = new Text(List.of());

    public Text {
        parts = List.copyOf(parts);
    }

    /// Words.
    public static Text of(String text) {
        return EMPTY.plain(text);
    }

    /// Goes on with words.
    public Text plain(String text) {
        return with(new Inline.Plain(text));
    }

    /// Goes on with words that carry the sentence.
    public Text strong(String text) {
        return with(new Inline.Strong(text));
    }

    /// Goes on with words of less weight.
    public Text quiet(String text) {
        return with(new Inline.Quiet(text));
    }

    /// Goes on with a name or a command.
    public Text code(String text) {
        return with(new Inline.Code(text));
    }

    /// Goes on with a way to another place in the report.
    public Text link(String text, String anchor) {
        return with(new Inline.Link(text, anchor));
    }

    /// Goes on with how a row ended.
    public Text badge(Status status) {
        return with(new Inline.Badge(status));
    }

    /// Goes on in the next line.
    public Text line() {
        return with(new Inline.LineBreak());
    }

    private Text with(Inline part) {
        List<Inline> all = new ArrayList<>(parts);
        all.add(part);
        return new Text(all);
    }
}
