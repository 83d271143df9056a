package dev.relaybench.report.render;

import dev.relaybench.report.model.Clean;
import dev.relaybench.report.model.Status;
import dev.relaybench.report.panel.Inline;
import dev.relaybench.report.render.template.inline.JtebadgeGenerated;
import dev.relaybench.report.render.template.inline.JtecodeGenerated;
import dev.relaybench.report.render.template.inline.JtelinebreakGenerated;
import dev.relaybench.report.render.template.inline.JtelinkGenerated;
import dev.relaybench.report.render.template.inline.JteplainGenerated;
import dev.relaybench.report.render.template.inline.JtequietGenerated;
import dev.relaybench.report.render.template.inline.JtestrongGenerated;
import gg.jte.html.HtmlTemplateOutput;

/// Pieces of running text as HTML.
final class InlineHtml {
    private InlineHtml() {}

    static void write(Inline part, HtmlTemplateOutput to) {
        switch (part) {
            case Inline.Plain plain -> JteplainGenerated.render(to, null, Clean.line(plain.text()));
            case Inline.Strong strong -> JtestrongGenerated.render(to, null, Clean.line(strong.text()));
            case Inline.Quiet quiet -> JtequietGenerated.render(to, null, Clean.line(quiet.text()));
            case Inline.Code code -> JtecodeGenerated.render(to, null, Clean.line(code.text()));
            case Inline.Link link -> JtelinkGenerated.render(to, null, Clean.line(link.text()), link.anchor());
            case Inline.Badge badge -> badge(badge.status(), to);
            case Inline.LineBreak lineBreak -> JtelinebreakGenerated.render(to, null);
        }
    }

    private static void badge(Status status, HtmlTemplateOutput to) {
        JtebadgeGenerated.render(to, null, status.style(), status.shape(), status.word());
    }
}
