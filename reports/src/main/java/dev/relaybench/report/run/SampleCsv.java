package dev.relaybench.report.run;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The lines of `samples.csv`. Names are plain words, so that no field ever needs quotes.
final class SampleCsv {
    static final String HEADER = "at_millis,subject,metric,value";
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9._:/-]+");

    private SampleCsv() {}

    static String line(Sample sample) {
        if (!WORD.matcher(sample.subject()).matches()
                || !WORD.matcher(sample.metric()).matches()) {
            throw new RunFormatException("A sample needs plain words as subject and metric, not \"" + sample.subject()
                    + "\" and \"" + sample.metric() + "\": rename them in the sampler.");
        }
        return number(sample.atMillis())
                + ','
                + sample.subject()
                + ','
                + sample.metric()
                + ','
                + number(sample.value());
    }

    /// Reads the whole file. Of an interrupted run (`partial`) the last line may be cut short and is then left out;
    /// anything else that is not a sample is refused.
    static List<Sample> read(Path file, boolean partial) {
        try {
            String text = Files.readString(file);
            List<String> lines = text.lines().toList();
            if (lines.isEmpty() || !lines.getFirst().equals(HEADER)) {
                throw new RunFormatException(file + " does not begin with \"" + HEADER
                        + "\": it is damaged, so repeat the run or remove its directory.");
            }
            boolean cut = !text.endsWith("\n");
            List<Sample> samples = new ArrayList<>(lines.size());
            for (int i = 1; i < lines.size(); i++) {
                boolean cutHere = cut && i == lines.size() - 1;
                if (cutHere && partial) {
                    break;
                }
                samples.add(parse(file, i + 1, lines.get(i), cutHere));
            }
            return samples;
        } catch (MalformedInputException e) {
            throw new RunFormatException(file + " is not UTF-8 text: repeat the run or remove its directory.", e);
        } catch (IOException e) {
            throw new RunFormatException("Cannot read " + file + " (" + e + "): repeat the run or check the file.", e);
        }
    }

    private static Sample parse(Path file, int number, String line, boolean cut) {
        String[] fields = line.split(",", 5);
        if (fields.length == 4 && !cut) {
            try {
                return new Sample(Double.parseDouble(fields[0]), fields[1], fields[2], Double.parseDouble(fields[3]));
            } catch (NumberFormatException e) {
                throw new RunFormatException(damaged(file, number), new IOException(e));
            }
        }
        throw new RunFormatException(damaged(file, number));
    }

    private static String damaged(Path file, int number) {
        return file + " is damaged or cut short at line " + number + ": repeat the run or remove its directory.";
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
