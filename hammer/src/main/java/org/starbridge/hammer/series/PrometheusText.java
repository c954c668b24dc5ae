package org.starbridge.hammer.series;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Metrics in Prometheus's text format, as a target gives them. Stateless. */
public final class PrometheusText {
    /** Further values of a target are ignored. */
    public static final int MAX_VALUES = 100;

    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private PrometheusText() {}

    /** Asks a target; blocks. */
    public static Map<String, Double> get(HttpClient http, URI target) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(target).timeout(TIMEOUT).build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        return answer.statusCode() == 200 ? parse(answer.body()) : Map.of();
    }

    /** The values by name and labels; buckets of histograms and what is no number are left out. */
    static Map<String, Double> parse(String text) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (String line : text.lines().toList()) {
            int end = line.lastIndexOf('}') + 1;
            int space = line.indexOf(' ', end);
            if (line.startsWith("#") || space <= 0 || values.size() == MAX_VALUES) {
                continue;
            }
            String name = line.substring(0, space);
            double value = number(line.substring(space + 1).strip().split(" ", 2)[0]);
            if (Double.isFinite(value) && !name.contains("_bucket{")) {
                values.put(name, value);
            }
        }
        return Collections.unmodifiableMap(values);
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN; // +Inf, and what a strange target may say
        }
    }
}
