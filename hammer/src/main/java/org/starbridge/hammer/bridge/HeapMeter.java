package org.starbridge.hammer.bridge;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a bridge how much of its heap is in use, by its {@code /metrics}. Blocking; one thread. */
public final class HeapMeter implements AutoCloseable {
    private static final Pattern USED = Pattern.compile("(?m)^jitsi_jvb_jvm_heap_used(?:\\{[^}]*})? (\\S+)$");
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpRequest metrics;

    /** @param bridge the URL of its private server */
    public HeapMeter(URI bridge) {
        metrics = HttpRequest.newBuilder(bridge.resolve("/metrics"))
                .header("Accept", "text/plain")
                .timeout(TIMEOUT)
                .build();
    }

    /** Garbage included; empty if the bridge does not say. */
    public OptionalLong usedBytes() throws InterruptedException {
        try {
            Matcher used =
                    USED.matcher(http.send(metrics, BodyHandlers.ofString()).body());
            return used.find() ? OptionalLong.of((long) Double.parseDouble(used.group(1))) : OptionalLong.empty();
        } catch (IOException | NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
