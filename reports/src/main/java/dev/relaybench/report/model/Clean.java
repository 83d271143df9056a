package dev.relaybench.report.model;

/// Makes text safe to show: characters that no reader can see become U+FFFD, so that they can neither break a file nor
/// turn a line around. Line breaks and tabs stay where lines are kept, and become spaces elsewhere.
public final class Clean {
    private static final int UNSEEN = 0xFFFD;

    private Clean() {}

    /// As one line.
    public static String line(String text) {
        return clean(text, false);
    }

    /// With its lines.
    public static String lines(String text) {
        return clean(text, true);
    }

    private static String clean(String text, boolean keepLines) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (c == '\n' || c == '\t') {
                clean.append(keepLines ? (char) c : ' ');
            } else {
                clean.appendCodePoint(isUnseen(c) ? UNSEEN : c);
            }
        });
        return clean.toString();
    }

    private static boolean isUnseen(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.SURROGATE,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
