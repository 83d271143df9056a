package dev.relaybench.report.render;

import dev.relaybench.report.model.Clean;

/// Text made harmless in Markdown, also inside a table's cell.
final class Markdown {
    private static final String SPECIAL = "\\`*_{}[]#!|~<>&@$";

    private Markdown() {}

    /// As running text. Everything that Markdown or HTML could read as more than itself becomes a character reference.
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        Clean.line(text).codePoints().forEach(c -> {
            if (SPECIAL.indexOf(c) >= 0) {
                escaped.append("&#").append(c).append(';');
            } else {
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }

    /// As a name or a command. Backticks have no escape in Markdown, so this is an HTML element.
    static String code(String text) {
        return "<code>" + escape(text) + "</code>";
    }

    /// As the text of an HTML element.
    static String html(String text) {
        return escape(text);
    }

    /// As lines in which each character counts. The fence is longer than any in the text.
    static String fenced(String text) {
        String lines = Clean.lines(text);
        String fence = "```";
        while (lines.contains(fence)) {
            fence += "`";
        }
        return fence + "\n" + lines + "\n" + fence;
    }
}
