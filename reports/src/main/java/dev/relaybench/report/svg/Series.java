package dev.relaybench.report.svg;

import dev.relaybench.report.run.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The samples of one metric of one subject, in order of time.
record Series(String subject, List<Sample> samples) {
    /// The series of a metric, by subject.
    static List<Series> of(List<Sample> samples, String metric) {
        Map<String, List<Sample>> bySubject = new TreeMap<>();
        for (Sample sample : samples) {
            if (sample.metric().equals(metric) && Double.isFinite(sample.value())) {
                bySubject
                        .computeIfAbsent(sample.subject(), subject -> new ArrayList<>())
                        .add(sample);
            }
        }
        List<Series> series = new ArrayList<>();
        bySubject.forEach((subject, own) -> {
            own.sort((a, b) -> Double.compare(a.atMillis(), b.atMillis()));
            series.add(new Series(subject, List.copyOf(own)));
        });
        return series;
    }

    double greatest(Scale window) {
        return samples.stream()
                .filter(sample -> window.covers(sample.atMillis()))
                .mapToDouble(Sample::value)
                .max()
                .orElse(0);
    }

    /// The line as pixels, `x,y x,y`: of the samples that fall on one pixel only the least and the greatest are kept,
    /// so that a long run stays small and its peaks stay visible.
    List<double[]> pixels(Scale window, Scale values) {
        List<double[]> line = new ArrayList<>();
        int index = 0;
        while (index < samples.size()) {
            double pixel = Math.floor(window.pixel(samples.get(index).atMillis()));
            int end = index;
            Sample least = samples.get(index);
            Sample greatest = least;
            while (end < samples.size()
                    && Math.floor(window.pixel(samples.get(end).atMillis())) == pixel) {
                Sample next = samples.get(end);
                least = next.value() < least.value() ? next : least;
                greatest = next.value() > greatest.value() ? next : greatest;
                end++;
            }
            boolean rising = least.atMillis() <= greatest.atMillis();
            add(line, rising ? least : greatest, window, values);
            if (least.value() < greatest.value()) {
                add(line, rising ? greatest : least, window, values);
            }
            index = end;
        }
        return line;
    }

    private static void add(List<double[]> line, Sample sample, Scale window, Scale values) {
        if (window.covers(sample.atMillis())) {
            line.add(new double[] {window.pixel(sample.atMillis()), values.pixel(sample.value())});
        }
    }
}
