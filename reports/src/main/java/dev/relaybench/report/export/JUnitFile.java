package dev.relaybench.report.export;

import dev.relaybench.report.model.Numbers;
import dev.relaybench.report.model.Report;
import dev.relaybench.report.model.Row;
import dev.relaybench.report.model.Sentences;
import dev.relaybench.report.model.Status;
import dev.relaybench.report.run.VerdictRecord;
import java.io.StringWriter;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// The report as JUnit XML: a test case for each row. BROKEN and INCONCLUSIVE are failures, so that a run that proves
/// nothing never passes; an interrupted run, and one that could not be run, is skipped.
public final class JUnitFile {
    private JUnitFile() {}

    /// The file's text.
    public static String text(Report report) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuite");
            int failures = report.count(Status.BROKEN) + report.count(Status.INCONCLUSIVE);
            int skipped = report.count(Status.NOT_FINISHED) + report.count(Status.NOT_RUN);
            attribute(xml, "name", "relaybench");
            attribute(xml, "tests", Integer.toString(report.rows().size()));
            attribute(xml, "failures", Integer.toString(failures));
            attribute(xml, "errors", "0");
            attribute(xml, "skipped", Integer.toString(skipped));
            for (Row row : report.rows()) {
                xml.writeCharacters("\n  ");
                testCase(xml, row);
            }
            xml.writeCharacters("\n");
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("JUnit XML cannot be written to memory", e);
        }
        return text + "\n";
    }

    private static void testCase(XMLStreamWriter xml, Row row) throws XMLStreamException {
        xml.writeStartElement("testcase");
        attribute(xml, "classname", "relaybench." + row.subject().replace(" on ", "."));
        attribute(xml, "name", row.scenario());
        attribute(xml, "time", String.format(Locale.ROOT, "%.3f", lengthMillis(row) / 1000));
        switch (row.status()) {
            case BROKEN -> outcome(xml, row, "failure", "broken");
            case INCONCLUSIVE -> outcome(xml, row, "failure", "inconclusive");
            case NOT_FINISHED, NOT_RUN -> {
                xml.writeEmptyElement("skipped");
                attribute(xml, "message", row.reason());
            }
            case HELD -> {}
        }
        xml.writeStartElement("system-out");
        xml.writeCharacters(Xml.visible(details(row)));
        xml.writeEndElement();
        xml.writeEndElement();
    }

    private static void outcome(XMLStreamWriter xml, Row row, String element, String type) throws XMLStreamException {
        xml.writeStartElement(element);
        attribute(xml, "type", type);
        attribute(xml, "message", row.reason());
        xml.writeCharacters(Xml.visible(
                String.join("\n", row.verdict().map(VerdictRecord::reasons).orElseThrow())));
        xml.writeEndElement();
    }

    private static String details(Row row) {
        StringBuilder text = new StringBuilder();
        row.verdict()
                .ifPresent(verdict -> text.append("promise: ")
                        .append(verdict.promise().path())
                        .append(" within ")
                        .append(verdict.promise().bound())
                        .append('\n'));
        row.worstTrial()
                .ifPresent(trial -> text.append("bound ")
                        .append(Numbers.millis(trial.bound().millis()))
                        .append(", ")
                        .append(Sentences.measuredAndAllowed(trial))
                        .append('\n'));
        return text.append("reproduce: ")
                .append(row.run().manifest().command())
                .append("\nstored run: ")
                .append(row.where())
                .append("\nreport: report.html#")
                .append(row.id())
                .append('\n')
                .toString();
    }

    private static double lengthMillis(Row row) {
        return row.verdict()
                .map(VerdictRecord::phases)
                .filter(phases -> !phases.isEmpty())
                .map(phases -> phases.getLast().endMillis())
                .orElse(0.0);
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, Xml.visible(value));
    }
}
