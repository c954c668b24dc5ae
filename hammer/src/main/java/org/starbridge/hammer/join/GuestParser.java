package org.starbridge.hammer.join;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.starbridge.hammer.client.plan.GuestWave;

/** Reads what {@code --guests} says: {@code at=5,count=20,within=2,stay=30,every=60,conference=1,receive-only}. */
final class GuestParser {
    private static final Set<String> KEYS = Set.of("at", "count", "within", "stay", "every", "conference");

    private GuestParser() {}

    /**
     * The wave that is meant.
     *
     * @throws IllegalArgumentException for a mistake, as a sentence
     */
    static GuestWave parse(String spec) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        boolean sends = true;
        for (String item : spec.split(",", -1)) {
            int equals = item.indexOf('=');
            String key = equals < 0 ? item : item.substring(0, equals);
            if (item.equals("receive-only")) {
                sends = false;
            } else if (!KEYS.contains(key) || equals < 0) {
                throw mistake(
                        spec,
                        item + " is unknown; expected "
                                + String.join("=, ", KEYS.stream().sorted().toList()) + "= or receive-only");
            } else if (numbers.put(key, number(spec, item, item.substring(equals + 1))) != null) {
                throw mistake(spec, key + " occurs twice");
            }
        }
        try {
            return new GuestWave(
                    numbers.getOrDefault("at", 0.0),
                    whole(spec, "count", numbers.getOrDefault("count", 1.0)),
                    numbers.getOrDefault("within", 0.0),
                    numbers.getOrDefault("stay", Double.POSITIVE_INFINITY),
                    numbers.getOrDefault("every", Double.POSITIVE_INFINITY),
                    whole(spec, "conference", numbers.getOrDefault("conference", 0.0)),
                    sends);
        } catch (IllegalArgumentException e) {
            throw mistake(spec, String.valueOf(e.getMessage()));
        }
    }

    private static double number(String spec, String item, String text) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw mistake(spec, item + ": expected a number");
    }

    private static int whole(String spec, String key, double value) {
        if (value != Math.rint(value) || Math.abs(value) > Integer.MAX_VALUE) {
            throw mistake(spec, key + "=" + value + ": expected a whole number");
        }
        return (int) value;
    }

    private static IllegalArgumentException mistake(String spec, String what) {
        return new IllegalArgumentException(what.startsWith("--guests") ? what : "--guests " + spec + ": " + what);
    }
}
