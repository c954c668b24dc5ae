package org.starbridge.hammer.link;

/** Numbers with units as people write them. Stateless. */
final class Quantities {
    private static final double MAX_BPS = 100e9;
    private static final double MAX_SECONDS = 86_400;

    private Quantities() {}

    /** Bit/s: {@code 300k}, {@code 2.5M}, {@code 1G}, {@code 64000}, {@code 0}. */
    static double bitrate(String text) {
        double bps = scaled(text, "a bitrate like 300k, 2.5M or 64000");
        if (!(bps >= 0 && bps <= MAX_BPS)) {
            throw new IllegalArgumentException(text + ": expected a bitrate of 0 to 100G");
        }
        return bps;
    }

    /** Bytes: {@code 50k}, {@code 1500}. */
    static int bytes(String text) {
        double bytes = scaled(text, "bytes like 50k or 1500");
        if (!(bytes >= 1 && bytes <= 1e9)) {
            throw new IllegalArgumentException(text + ": expected 1 to 1G bytes");
        }
        return (int) Math.round(bytes);
    }

    private static double scaled(String text, String expected) {
        int end = text.length();
        double unit = 1;
        if (end > 0) {
            unit = switch (text.charAt(end - 1)) {
                case 'k', 'K' -> 1e3;
                case 'm', 'M' -> 1e6;
                case 'g', 'G' -> 1e9;
                default -> 1;
            };
        }
        return number(text, unit == 1 ? text : text.substring(0, end - 1), expected) * unit;
    }

    /** Nanoseconds of {@code 300}, {@code 300ms} or {@code 3s}: milliseconds without a unit. */
    static long milliseconds(String text) {
        String expected = "a time like 300, 300ms or 3s";
        if (text.endsWith("ms")) {
            return time(text, number(text, text.substring(0, text.length() - 2), expected) / 1e3);
        }
        if (text.endsWith("s")) {
            return seconds(text);
        }
        return time(text, number(text, text, expected) / 1e3);
    }

    /** Nanoseconds of {@code 20}, {@code 20s} or {@code 200ms}: seconds without a unit. */
    static long seconds(String text) {
        if (text.endsWith("ms")) {
            return milliseconds(text);
        }
        String digits = text.endsWith("s") ? text.substring(0, text.length() - 1) : text;
        return time(text, number(text, digits, "a time like 20, 20s or 200ms"));
    }

    private static long time(String text, double seconds) {
        if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
            throw new IllegalArgumentException(text + ": expected a time of 0 to a day");
        }
        return Math.round(seconds * 1e9);
    }

    /** {@code 5%} or {@code 0.05}. */
    static double share(String text) {
        boolean isPercent = text.endsWith("%");
        String digits = isPercent ? text.substring(0, text.length() - 1) : text;
        double share = number(text, digits, "a share like 5% or 0.05") / (isPercent ? 100 : 1);
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(text + ": expected a share of 0% to 100%");
        }
        return share;
    }

    /** A whole number of 1 to a million. */
    static int count(String text) {
        double count = number(text, text, "a whole number");
        if (count != Math.rint(count) || count < 1 || count > 1e6) {
            throw new IllegalArgumentException(text + ": expected a whole number of 1 or more");
        }
        return (int) count;
    }

    /** Any number of 1 or more. */
    static double atLeastOne(String text) {
        double number = number(text, text, "a number of 1 or more");
        if (!(number >= 1 && number <= 1e6)) {
            throw new IllegalArgumentException(text + ": expected a number of 1 or more");
        }
        return number;
    }

    private static double number(String text, String digits, String expected) {
        if (!digits.matches("[0-9]+(\\.[0-9]+)?")) {
            throw new IllegalArgumentException((text.isEmpty() ? "nothing" : text) + ": expected " + expected);
        }
        return Double.parseDouble(digits);
    }
}
