package dev.relaybench.report.svg;

import dev.relaybench.report.model.Numbers;
import java.util.ArrayList;
import java.util.List;

/// Maps values to pixels.
///
/// @param from value at the first pixel
/// @param to value at the last one, greater than `from`
record Scale(double from, double to, double fromPixel, double toPixel) {
    /// A scale from 0 whose end is a round number at or above the greatest value.
    static Scale upTo(double greatest, double fromPixel, double toPixel) {
        double top = Double.isFinite(greatest) && greatest > 0 ? greatest : 1;
        double step = step(top, 3);
        return new Scale(0, Math.ceil(top / step - 1e-9) * step, fromPixel, toPixel);
    }

    double pixel(double value) {
        return fromPixel + (value - from) / (to - from) * (toPixel - fromPixel);
    }

    boolean covers(double value) {
        return value >= from && value <= to;
    }

    /// Round values inside the scale, about as many as asked for.
    List<Double> ticks(int about) {
        double step = step(to - from, about);
        List<Double> ticks = new ArrayList<>();
        for (double tick = Math.ceil(from / step - 1e-9) * step; tick <= to + step * 1e-9; tick += step) {
            // A sum of steps drifts by parts of a billionth, which would show as 0.30000000000000004.
            // Adding zero turns -0 into 0.
            ticks.add(Math.rint(tick / step) * step + 0.0);
        }
        return ticks;
    }

    /// A tick in as many digits as it needs: `0.5`, `20`, `1,000`.
    static String words(double tick) {
        return tick == Math.rint(tick) ? Numbers.count((long) tick) : Svg.number(tick);
    }

    private static double step(double span, int about) {
        double raw = span / about;
        double magnitude = Math.pow(10, Math.floor(Math.log10(raw)));
        double factor = raw / magnitude;
        // The thresholds are the geometric means of the round numbers on either side.
        double round = factor < 1.41 ? 1 : factor < 3.16 ? 2 : factor < 7.07 ? 5 : 10;
        return round * magnitude;
    }
}
