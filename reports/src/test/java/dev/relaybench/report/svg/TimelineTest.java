package dev.relaybench.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.report.StoredRuns;
import dev.relaybench.report.model.Report;
import dev.relaybench.report.model.Row;
import dev.relaybench.report.run.Sample;
import dev.relaybench.report.run.StoredRun;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class TimelineTest {
    private static final List<Row> ROWS =
            Report.of(Path.of(""), StoredRuns.all(), List.of()).rows();

    @Test
    void drawsEveryTrialOfARun() throws Exception {
        Row held = ROWS.getLast();
        String svg = Timeline.ofRun(held, held.run().samples()).toString();

        assertThat(svg).contains(">fault 1<", ">fault 2<", ">fault 3<", ">Backlog<", ">published<", ">committed<");
        assertThat(svg).contains("Trial 3: fault 36.3 s, healed 38.3 s, recovered after 1.95 s, bound 2.00 s");
        parse(svg);
    }

    @Test
    void namesTheInstantsOfOneTrial() throws Exception {
        Row broken = ROWS.getFirst();
        String svg = Timeline.ofTrial(
                        broken, broken.trials().getLast(), broken.run().samples())
                .toString();

        assertThat(svg).contains(">fault 30.5 s<", ">recovered after 9.40 s<", ">bound 7.84 s<", ">allowed 7.90 s<");
        assertThat(svg).doesNotContain(">fault 1<");
        parse(svg);
    }

    @Test
    void needsNoStyleSheet() throws Exception {
        Row broken = ROWS.getFirst();
        Document svg = parse(Timeline.ofRun(broken, broken.run().samples()).toString());

        for (String element : List.of("rect", "text", "polygon", "line", "polyline")) {
            var nodes = svg.getElementsByTagName(element);
            assertThat(nodes.getLength()).isPositive();
            for (int i = 0; i < nodes.getLength(); i++) {
                assertThat(nodes.item(i).getAttributes().getNamedItem("fill"))
                        .as(element)
                        .isNotNull();
            }
        }
    }

    @Test
    void isTheSameEachTime() {
        Row row = ROWS.getFirst();

        assertThat(Timeline.ofRun(row, row.run().samples()))
                .hasToString(Timeline.ofRun(row, row.run().samples()).toString());
        assertThat(TrialChart.of(row)).hasToString(TrialChart.of(row).toString());
    }

    @Test
    void drawsWhatIsThereOfARunWithoutVerdictSamplesOrNumbers() throws Exception {
        Row partial =
                ROWS.stream().filter(row -> row.run().partial()).findFirst().orElseThrow();

        parse(Timeline.ofRun(partial, partial.run().samples()).toString());
        assertThat(Timeline.ofRun(partial, List.of()).toString()).contains("no samples");
        String odd = Timeline.ofRun(
                        partial,
                        List.of(
                                new Sample(5, "outbox", "backlog", Double.NaN),
                                new Sample(5, "outbox", "lag", Double.POSITIVE_INFINITY),
                                new Sample(5, "outbox", "backlog", 0)))
                .toString();
        assertThat(odd).doesNotContain("NaN", "Infinity");
        parse(odd);
    }

    @Test
    void staysSmallInALongRunAndKeepsItsPeak() {
        StoredRun run = ROWS.getFirst().run();
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            samples.add(new Sample(i * 10.0, "outbox", "backlog", i == 51_234 ? 9_000 : i % 7));
        }
        String svg = Timeline.ofRun(new Row("id", run, "here"), samples).toString();

        assertThat(svg.length()).isLessThan(60_000);
        Scale window = new Scale(0, 1_000_000, 0, 800);
        Scale values = new Scale(0, 9_000, 100, 0);
        assertThat(new Series("outbox", samples).pixels(window, values))
                .anyMatch(point -> point[1] == 0)
                .hasSizeLessThan(1_700);
    }

    @Test
    void choosesRoundTicks() {
        assertThat(new Scale(0, 46, 0, 1).ticks(10))
                .containsExactly(0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0);
        assertThat(new Scale(0.1, 0.72, 0, 1).ticks(3).stream().map(Scale::words))
                .containsExactly("0.2", "0.4", "0.6");
        assertThat(Scale.upTo(0, 0, 1).to()).isEqualTo(1);
        assertThat(Scale.upTo(1_234, 0, 1).to()).isEqualTo(1_500);
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }
}
