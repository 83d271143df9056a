package dev.relaybench.report.export;

/// XML 1.0 has no way to write most control characters, not even escaped; one of them makes a file unreadable.
final class Xml {
    private Xml() {}

    static String visible(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        text.codePoints().forEach(c -> visible.appendCodePoint(isAllowed(c) ? c : 0xFFFD));
        return visible.toString();
    }

    private static boolean isAllowed(int c) {
        boolean control = c < 0x20 || (c >= 0x7F && c < 0xA0);
        boolean surrogateOrNone = (c >= 0xD800 && c < 0xE000) || c == 0xFFFE || c == 0xFFFF;
        return c == '\n' || c == '\t' || !(control || surrogateOrNone);
    }
}
