package dev.relaybench.report.svg;

import dev.relaybench.report.model.Clean;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/// Builds SVG text. Everything that is passed in is escaped; numbers have at most two decimals, so that the text is
/// short and always the same.
public final class Svg {
    private final StringBuilder text = new StringBuilder(4096);
    private final Deque<String> open = new ArrayDeque<>();
    private boolean tagOpen;

    /// Begins an image.
    ///
    /// @param id prefix of the ids in it; unique in the page
    /// @param title what it is, for those who cannot see it
    /// @param description what it shows, in a sentence or two
    public Svg(String id, Size size, String title, String description) {
        open("svg").attribute("xmlns", "http://www.w3.org/2000/svg");
        attribute("viewBox", "0 0 " + number(size.width()) + " " + number(size.height()));
        attribute("width", size.width()).attribute("height", size.height());
        attribute("role", "img").attribute("aria-labelledby", id + "-title " + id + "-desc");
        attribute("font-family", "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif");
        attribute("font-size", 12);
        open("title").attribute("id", id + "-title").text(title).close();
        open("desc").attribute("id", id + "-desc").text(description).close();
    }

    /// Width and height of an image in pixels.
    public record Size(double width, double height) {}

    /// A place in an image.
    record Box(double x, double y, double width, double height) {
        double right() {
            return x + width;
        }

        double bottom() {
            return y + height;
        }
    }

    /// Which end of a text lies at its point.
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /// Opens an element inside the current one.
    public Svg open(String name) {
        endTag();
        text.append('<').append(name);
        open.push(name);
        tagOpen = true;
        return this;
    }

    /// Gives the element that was just opened an attribute.
    public Svg attribute(String name, String value) {
        if (!tagOpen) {
            throw new IllegalStateException("No element is open for the attribute " + name);
        }
        text.append(' ').append(name).append("=\"").append(escape(value)).append('"');
        return this;
    }

    /// Gives the element that was just opened a number.
    public Svg attribute(String name, double value) {
        return attribute(name, number(value));
    }

    /// Fills the element that was just opened.
    Svg fill(Ink ink) {
        return attribute("fill", ink.color()).attribute("class", "f-" + ink.style());
    }

    /// Draws the outline of the element that was just opened.
    Svg stroke(Ink ink, double width) {
        return attribute("fill", "none")
                .attribute("stroke", ink.color())
                .attribute("stroke-width", width)
                .attribute("class", "s-" + ink.style());
    }

    /// A filled rectangle.
    Svg box(Ink ink, Box box) {
        return open("rect")
                .attribute("x", box.x())
                .attribute("y", box.y())
                .attribute("width", Math.max(0, box.width()))
                .attribute("height", box.height())
                .fill(ink)
                .close();
    }

    /// An open line element, for a dash to be added to; has to be closed.
    Svg line(Ink ink, double width, Box box) {
        return open("line")
                .attribute("x1", box.x())
                .attribute("y1", box.y())
                .attribute("x2", box.right())
                .attribute("y2", box.bottom())
                .stroke(ink, width);
    }

    /// A line of text.
    Svg label(Ink ink, double x, double y, Anchor anchor, String words) {
        return open("text")
                .attribute("x", x)
                .attribute("y", y)
                .attribute("text-anchor", anchor.name().toLowerCase(Locale.ROOT))
                .fill(ink)
                .text(words)
                .close();
    }

    /// Text inside the current element.
    public Svg text(String value) {
        endTag();
        text.append(escape(value));
        return this;
    }

    /// Closes the current element.
    public Svg close() {
        String name = open.pop();
        if (tagOpen) {
            text.append("/>");
            tagOpen = false;
        } else {
            text.append("</").append(name).append('>');
        }
        return this;
    }

    /// The finished image. Closes what is open.
    @Override
    public String toString() {
        StringBuilder whole = new StringBuilder(text);
        if (tagOpen) {
            whole.append('>');
        }
        open.forEach(name -> whole.append("</").append(name).append('>'));
        return whole.toString();
    }

    private void endTag() {
        if (tagOpen) {
            text.append('>');
            tagOpen = false;
        }
    }

    /// A number as SVG takes it: no exponent, at most two decimals, none where it is whole.
    static String number(double value) {
        double rounded = Math.rint(value * 100) / 100;
        if (rounded == Math.rint(rounded)) {
            return Long.toString((long) rounded);
        }
        String decimals = String.format(Locale.ROOT, "%.2f", rounded);
        return decimals.endsWith("0") ? decimals.substring(0, decimals.length() - 1) : decimals;
    }

    private static String escape(String value) {
        StringBuilder escaped = new StringBuilder(value.length());
        Clean.line(value).codePoints().forEach(c -> {
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }
}
