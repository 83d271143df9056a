package dev.relaybench.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Contrast of two colours as WCAG 2 defines it.
final class Contrast {
    private static final Pattern RGB = Pattern.compile("rgb\\((\\d+), (\\d+), (\\d+)\\)");

    private Contrast() {}

    /// Red, green and blue from a computed style, 0 to 1.
    static double[] color(String style) {
        Matcher rgb = RGB.matcher(style);
        if (!rgb.matches()) {
            throw new IllegalArgumentException("Not an opaque colour: " + style);
        }
        double[] color = new double[3];
        for (int i = 0; i < 3; i++) {
            color[i] = Integer.parseInt(rgb.group(i + 1)) / 255.0;
        }
        return color;
    }

    static double ratio(double[] one, double[] other) {
        double a = luminance(one) + 0.05;
        double b = luminance(other) + 0.05;
        return Math.max(a, b) / Math.min(a, b);
    }

    private static double luminance(double[] color) {
        return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
    }

    private static double linear(double part) {
        return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    }
}
