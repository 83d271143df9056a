package dev.relaybench.report.panel;

import com.google.auto.service.AutoService;
import dev.relaybench.report.model.Report;
import dev.relaybench.report.model.Row;
import dev.relaybench.report.model.Status;
import java.util.ArrayList;
import java.util.List;

/// What has to be known first: each row that did not hold, with its reason.
@AutoService(Panel.class)
public final class VerdictPanel implements Panel {
    @Override
    public int order() {
        return 100;
    }

    @Override
    public String id() {
        return "verdict";
    }

    @Override
    public String title() {
        return "In short";
    }

    @Override
    public List<Content> draw(Report report) {
        if (report.rows().isEmpty()) {
            return List.of(new Content.Paragraph(Text.of("No stored run was given to this report. Run ")
                    .code("scripts/relaybench demo")
                    .plain(" for a first one.")));
        }
        List<Content> contents = new ArrayList<>();
        for (Row row : report.rows()) {
            if (row.status() != Status.HELD) {
                contents.add(notice(row));
            }
        }
        if (contents.isEmpty()) {
            contents.add(new Content.Paragraph(Text.of("Every bound was met, and nothing forbidden was seen.")));
        }
        return contents;
    }

    private static Content notice(Row row) {
        Text text = Text.EMPTY
                .badge(row.status())
                .plain(" ")
                .link(row.scenario(), row.id())
                .quiet(" / " + row.subject());
        for (String reason : row.reasons()) {
            text = text.line().plain(reason);
        }
        return new Content.Notice(row.status(), text);
    }
}
