package dev.relaybench.report.panel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.report.StoredRuns;
import dev.relaybench.report.model.Report;
import dev.relaybench.report.run.RunDirectory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PanelTest {
    @Test
    void areFoundWithoutAList() {
        assertThat(Panel.all())
                .extracting(Panel::id)
                .containsExactly("verdict", "fallbacks", "timelines", "benchmarks", "environment", "reading");
    }

    @Test
    void copeWithAnEmptyReportAndWithAnInterruptedRun() {
        Report empty = new Report(List.of(), List.of());
        Report partial = Report.of(Path.of(""), List.of(RunDirectory.read(StoredRuns.PARTIAL)), List.of());

        for (Panel panel : Panel.all()) {
            // No run has no timeline; every other panel says why it has nothing to show.
            assertThat(panel.draw(empty).isEmpty())
                    .as(panel.id())
                    .isEqualTo(panel.id().equals("timelines"));
            assertThat(panel.draw(partial)).as(panel.id()).isNotEmpty();
        }
    }

    @Test
    void giveEachTableAsManyCellsAsColumns() {
        Report report = Report.of(Path.of(""), StoredRuns.all(), List.of(StoredRuns.benchmarks()));
        for (Panel panel : Panel.all()) {
            panel.draw(report).forEach(PanelTest::checkTables);
        }
    }

    private static void checkTables(Content content) {
        if (content instanceof Content.Details details) {
            details.body().forEach(PanelTest::checkTables);
        } else if (content instanceof Content.Table table) {
            assertThat(table.lines())
                    .as(table.caption())
                    .isNotEmpty()
                    .allMatch(line -> line.cells().size() == table.columns().size());
        }
    }
}
