package dev.relaybench.report.render;

import dev.relaybench.report.model.Report;
import dev.relaybench.report.model.Sentences;
import dev.relaybench.report.panel.Content;
import dev.relaybench.report.panel.Inline;
import dev.relaybench.report.panel.Panel;
import dev.relaybench.report.panel.Text;
import java.util.List;
import java.util.stream.Collectors;

/// The report as GitHub's Markdown: the panels that belong in a summary, without figures, which GitHub would not draw.
public final class MarkdownRenderer {
    /// The summary.
    public String render(Report report, List<Panel> panels) {
        StringBuilder to = new StringBuilder("# ")
                .append(Markdown.escape(Sentences.topLine(report)))
                .append("\n\n");
        for (Panel panel : panels) {
            if (!panel.inSummary()) {
                continue;
            }
            List<Content> drawn = panel.draw(report);
            if (!drawn.isEmpty()) {
                to.append("## ").append(Markdown.escape(panel.title())).append("\n\n");
                drawn.forEach(content -> block(content, to));
            }
        }
        return to.toString();
    }

    private static void block(Content content, StringBuilder to) {
        switch (content) {
            case Content.Heading heading ->
                to.append("#".repeat(heading.level()))
                        .append(' ')
                        .append(inline(heading.text()))
                        .append("\n\n");
            case Content.Paragraph paragraph ->
                to.append(inline(paragraph.text())).append("\n\n");
            case Content.Notice notice ->
                to.append("> ").append(inline(notice.text())).append("\n\n");
            case Content.Points points -> {
                points.items()
                        .forEach(item -> to.append("- ").append(inline(item)).append('\n'));
                to.append('\n');
            }
            case Content.Definitions definitions -> {
                definitions
                        .items()
                        .forEach(item -> to.append("- **")
                                .append(Markdown.escape(item.term()))
                                .append("**: ")
                                .append(inline(item.text()))
                                .append('\n'));
                to.append('\n');
            }
            case Content.Table table -> table(table, to);
            case Content.Figure figure ->
                to.append("*Figure in report.html: ")
                        .append(inline(figure.caption()))
                        .append("*\n\n");
            case Content.CodeBlock code ->
                to.append(Markdown.fenced(code.text())).append("\n\n");
            case Content.Details details -> {
                to.append("<details><summary>")
                        .append(Markdown.html(details.summary()))
                        .append("</summary>\n\n");
                details.body().forEach(each -> block(each, to));
                to.append("</details>\n\n");
            }
        }
    }

    private static void table(Content.Table table, StringBuilder to) {
        to.append("<strong>").append(Markdown.escape(table.caption())).append("</strong>\n\n");
        to.append(row(table.columns().stream()
                .map(column -> Markdown.escape(column.title()))
                .toList()));
        to.append(row(table.columns().stream()
                .map(column -> column.number() ? "---:" : "---")
                .toList()));
        for (Content.Line line : table.lines()) {
            to.append(row(line.cells().stream().map(MarkdownRenderer::inline).toList()));
        }
        to.append('\n');
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static String inline(Text text) {
        return text.parts().stream().map(MarkdownRenderer::inline).collect(Collectors.joining());
    }

    private static String inline(Inline part) {
        return switch (part) {
            case Inline.Plain plain -> Markdown.escape(plain.text());
            case Inline.Strong strong -> "<strong>" + Markdown.escape(strong.text()) + "</strong>";
            case Inline.Quiet quiet -> Markdown.escape(quiet.text());
            case Inline.Code code -> Markdown.code(code.text());
            // The anchor is in the page, which a summary cannot link to.
            case Inline.Link link -> Markdown.escape(link.text());
            case Inline.Badge badge ->
                badge.status().shape() + " " + badge.status().word();
            case Inline.LineBreak lineBreak -> "<br>";
        };
    }
}
