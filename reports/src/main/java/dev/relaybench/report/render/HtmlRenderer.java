package dev.relaybench.report.render;

import dev.relaybench.report.model.Clean;
import dev.relaybench.report.model.Report;
import dev.relaybench.report.model.Sentences;
import dev.relaybench.report.model.Status;
import dev.relaybench.report.panel.Content;
import dev.relaybench.report.panel.Inline;
import dev.relaybench.report.panel.Panel;
import dev.relaybench.report.panel.Text;
import dev.relaybench.report.render.template.JtepageGenerated;
import dev.relaybench.report.render.template.block.JtecodeGenerated;
import dev.relaybench.report.render.template.block.JtedefinitionsGenerated;
import dev.relaybench.report.render.template.block.JtedetailsGenerated;
import dev.relaybench.report.render.template.block.JtefigureGenerated;
import dev.relaybench.report.render.template.block.JteheadingGenerated;
import dev.relaybench.report.render.template.block.JtenoticeGenerated;
import dev.relaybench.report.render.template.block.JteparagraphGenerated;
import dev.relaybench.report.render.template.block.JtepointsGenerated;
import dev.relaybench.report.render.template.block.JtetableGenerated;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The whole report as one page that needs no script, no network and no second file.
public final class HtmlRenderer {
    private final String css = css();

    /// A part of the page, as its template takes it.
    public record Section(String id, String title, gg.jte.Content body) {}

    /// A defined term, as its template takes it.
    public record Term(String name, gg.jte.Content text) {}

    /// A cell, as its template takes it.
    public record Cell(gg.jte.Content text, String style, boolean header) {}

    /// A line of a table, as its template takes it.
    public record TableLine(String style, List<Cell> cells) {}

    /// The page.
    public String render(Report report, List<Panel> panels) {
        List<Section> sections = new ArrayList<>();
        for (Panel panel : panels) {
            List<Content> drawn = panel.draw(report);
            if (!drawn.isEmpty()) {
                sections.add(new Section(panel.id(), panel.title(), blocks(drawn)));
            }
        }
        String worst = report.worst().map(Status::style).orElse("");
        StringOutput output = new StringOutput(1 << 16);
        JtepageGenerated.render(
                new OwaspHtmlTemplateOutput(output), null, Clean.line(Sentences.topLine(report)), worst, css, sections);
        return output.toString();
    }

    private static gg.jte.Content blocks(List<Content> contents) {
        return html(output -> contents.forEach(content -> block(content, output)));
    }

    private static void block(Content content, HtmlTemplateOutput to) {
        switch (content) {
            case Content.Heading heading ->
                JteheadingGenerated.render(to, null, heading.level(), heading.id(), inline(heading.text()));
            case Content.Paragraph paragraph -> JteparagraphGenerated.render(to, null, inline(paragraph.text()));
            case Content.Notice notice ->
                JtenoticeGenerated.render(to, null, notice.status().style(), inline(notice.text()));
            case Content.Points points ->
                JtepointsGenerated.render(
                        to,
                        null,
                        points.items().stream().map(HtmlRenderer::inline).toList());
            case Content.Definitions definitions ->
                JtedefinitionsGenerated.render(
                        to,
                        null,
                        definitions.items().stream().map(HtmlRenderer::term).toList());
            case Content.Table table -> table(table, to);
            case Content.Figure figure ->
                JtefigureGenerated.render(
                        to, null, figure.svg().toString(), plain(figure.caption()), inline(figure.caption()));
            case Content.CodeBlock code -> JtecodeGenerated.render(to, null, Clean.lines(code.text()));
            case Content.Details details ->
                JtedetailsGenerated.render(to, null, Clean.line(details.summary()), blocks(details.body()));
        }
    }

    private static Term term(Content.Definition definition) {
        return new Term(Clean.line(definition.term()), inline(definition.text()));
    }

    private static void table(Content.Table table, HtmlTemplateOutput to) {
        List<Cell> head = table.columns().stream()
                .map(column -> new Cell(inline(Text.of(column.title())), style(column), true))
                .toList();
        List<TableLine> lines = new ArrayList<>();
        for (Content.Line line : table.lines()) {
            List<Cell> cells = new ArrayList<>();
            for (int i = 0; i < line.cells().size(); i++) {
                cells.add(new Cell(
                        inline(line.cells().get(i)), style(table.columns().get(i)), i == 0));
            }
            lines.add(new TableLine(line.status().map(Status::style).orElse(""), cells));
        }
        JtetableGenerated.render(to, null, Clean.line(table.caption()), head, lines);
    }

    private static String style(Content.Column column) {
        return column.number() ? "number" : "";
    }

    private static gg.jte.Content inline(Text text) {
        return html(output -> text.parts().forEach(part -> InlineHtml.write(part, output)));
    }

    private static String plain(Text text) {
        StringBuilder plain = new StringBuilder();
        for (Inline part : text.parts()) {
            plain.append(
                    switch (part) {
                        case Inline.Plain words -> words.text();
                        case Inline.Strong words -> words.text();
                        case Inline.Quiet words -> words.text();
                        case Inline.Code words -> words.text();
                        case Inline.Link link -> link.text();
                        case Inline.Badge badge -> badge.status().word();
                        case Inline.LineBreak lineBreak -> " ";
                    });
        }
        return Clean.line(plain.toString());
    }

    private static gg.jte.Content html(Consumer<HtmlTemplateOutput> body) {
        return output -> body.accept((HtmlTemplateOutput) output);
    }

    private static String css() {
        try (InputStream css = HtmlRenderer.class.getResourceAsStream("report.css")) {
            if (css == null) {
                throw new IllegalStateException("report.css is not on the class path: build the reports module again.");
            }
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("report.css cannot be read", e);
        }
    }
}
