package org.starbridge.hammer.badlink;

import java.util.Locale;

/**
 * A measured value with its target.
 *
 * @param name with its unit
 * @param value NaN or infinite if it did not come about
 * @param isAtLeast whether the target is the least good value; otherwise the greatest
 */
public record Figure(String name, double value, double target, boolean isAtLeast) {
    static Figure atLeast(String name, double value, double target) {
        return new Figure(name, value, target, true);
    }

    static Figure atMost(String name, double value, double target) {
        return new Figure(name, value, target, false);
    }

    /** Returns whether the target is met. */
    public boolean holds() {
        return isAtLeast ? value >= target : value <= target;
    }

    /** A part of a sentence: name, value and target. */
    public String sentence() {
        return String.format(
                Locale.ROOT, "%s: %s instead of %s %.2f", name, shown(), isAtLeast ? "at least" : "at most", target);
    }

    private String shown() {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2f", value) : "never";
    }

    /** A line of a table. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "%-52s %8s  %s %-6s %s",
                name,
                shown(),
                isAtLeast ? "at least" : "at most ",
                String.format(Locale.ROOT, "%.2f", target),
                holds() ? "pass" : "FAIL");
    }
}
