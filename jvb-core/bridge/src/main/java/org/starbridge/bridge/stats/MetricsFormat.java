package org.starbridge.bridge.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Format that a scraper may ask for with {@code Accept}. RFC 9110 section 12.5.1, as far as the Prometheus world uses
 * it: ranges are tried in order of their weight. A client that accepts none of our formats gets plain text, no error.
 */
enum MetricsFormat {
    OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8"),
    TEXT("text/plain; version=0.0.4; charset=utf-8"),
    JSON("application/json");

    private final String contentType;

    MetricsFormat(String contentType) {
        this.contentType = contentType;
    }

    String contentType() {
        return contentType;
    }

    /** @param accept the header's value, several joined by commas; null when there was none */
    static MetricsFormat negotiate(@Nullable String accept) {
        if (accept == null) {
            return TEXT;
        }
        List<Range> ranges = new ArrayList<>();
        for (String part : accept.split(",", -1)) {
            Range range = Range.parse(part);
            if (range.weight > 0) {
                ranges.add(range);
            }
        }
        ranges.sort((a, b) -> Double.compare(b.weight, a.weight));
        for (Range range : ranges) {
            switch (range.type) {
                case "application/openmetrics-text", "application/*", "*/*" -> {
                    return OPEN_METRICS;
                }
                case "text/plain", "text/*" -> {
                    return TEXT;
                }
                case "application/json" -> {
                    return JSON;
                }
                default -> {}
            }
        }
        return TEXT;
    }

    private record Range(String type, double weight) {
        static Range parse(String text) {
            String[] parts = text.split(";", -1);
            double weight = 1;
            for (int i = 1; i < parts.length; i++) {
                String parameter = parts[i].strip().toLowerCase(Locale.ROOT);
                if (parameter.startsWith("q=")) {
                    weight = weight(parameter.substring(2));
                }
            }
            return new Range(parts[0].strip().toLowerCase(Locale.ROOT), weight);
        }

        private static double weight(String text) {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException _) {
                return 0;
            }
        }
    }
}
