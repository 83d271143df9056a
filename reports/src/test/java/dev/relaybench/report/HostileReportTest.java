package dev.relaybench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.report.run.StoredRun;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/// Whatever a relay, a scenario or a payload says, it stays text.
class HostileReportTest {
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\n\t]]");

    @TempDir
    Path home;

    private ReportFiles files;
    private StoredRun run;

    @BeforeEach
    void writeAReport() throws Exception {
        Files.writeString(
                home.resolve("samples.csv"),
                "at_millis,subject,metric,value\n0,<script>,backlog,1\n900,\"><i>,backlog,2\n1000,a&b,stall,NaN\n");
        run = HostileRun.run(home);
        files = ReportWriter.write(home.resolve("out"), List.of(run), List.of(HostileRun.benchmarks()));
    }

    @Test
    void putsNoMarkupIntoThePage() throws Exception {
        String html = Files.readString(files.html());

        assertThat(html)
                .doesNotContain("<script", "<img", "<i>", "javascript:b\"", "<!--")
                .contains("&lt;script&gt;");
        assertThat(UNSEEN.matcher(html).find()).isFalse();
    }

    @Test
    void putsNoMarkupIntoTheSummary() throws Exception {
        String markdown = Files.readString(files.summary());

        // A fenced block shows each character as it is.
        String prose = markdown.replaceAll("(?s)\n(`{3,})\n.*?\n\\1\n", "\n");
        assertThat(prose).hasSizeLessThan(markdown.length());
        assertThat(prose).doesNotContain("<script", "<img", "](javascript");
        assertThat(UNSEEN.matcher(markdown).find()).isFalse();
    }

    @Test
    void keepsTheColumnsOfTheSummarysTables() throws Exception {
        List<String> rows = Files.readAllLines(files.summary()).stream()
                .dropWhile(line -> !line.startsWith("| Scenario | Verdict"))
                .takeWhile(line -> line.startsWith("|"))
                .toList();

        assertThat(rows).hasSize(3);
        assertThat(rows).allMatch(row -> row.chars().filter(c -> c == '|').count() == 9);
    }

    @Test
    void keepsTheXmlWellFormed() throws Exception {
        DocumentBuilderFactory parsers = DocumentBuilderFactory.newInstance();
        parsers.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        Document xml =
                parsers.newDocumentBuilder().parse(new InputSource(new StringReader(Files.readString(files.junit()))));
        Element testCase = (Element) xml.getElementsByTagName("testcase").item(0);

        assertThat(testCase.getAttribute("name")).startsWith("x<script>alert(1)</script>\"'|`");
        assertThat(xml.getElementsByTagName("failure").getLength()).isOne();
    }

    @Test
    void movesNoCursorInTheTerminal() {
        String table = TerminalTable.render(List.of(run));

        assertThat(UNSEEN.matcher(table).find()).isFalse();
        assertThat(table.lines()).hasSize(5).allMatch(line -> line.length() <= 120);
    }
}
