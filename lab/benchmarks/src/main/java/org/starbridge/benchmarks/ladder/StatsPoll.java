package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.bridge.ProcessMeter.Usage;

/**
 * Reads a bridge's statistics and metrics each second, as who operates it does, on a thread of its own, until it is
 * closed.
 */
final class StatsPoll implements AutoCloseable {
    private static final Duration EACH = Duration.ofSeconds(1);
    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(5);

    private final URI url;
    private final ProcessMeter meter;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ANSWERED_WITHIN).build();
    private final List<Poll> polls = new ArrayList<>();
    private @Nullable Thread asking;

    /**
     * Result of one reading.
     *
     * @param at when it was asked for
     * @param answered whether both came; else all else is 0
     * @param answerNs until both had come
     * @param longestPauseMs of the collector since the start, in whole milliseconds; -1 if the bridge does not say
     * @param residentBytes of the bridge's process; 0 if it can't be read
     */
    record Poll(Instant at, boolean answered, long answerNs, long longestPauseMs, long residentBytes) {
        static Poll unanswered(Instant at) {
            return new Poll(at, false, 0, 0, 0);
        }
    }

    private StatsPoll(URI url, long pid) {
        this.url = url;
        this.meter = ProcessMeter.of(pid);
    }

    /** Reads from now on. */
    static StatsPoll of(TargetProcess bridge) {
        StatsPoll poll = new StatsPoll(bridge.url(), bridge.pid());
        poll.asking = Thread.ofVirtual().name("polls").start(poll::ask);
        return poll;
    }

    private void ask() {
        long nextNs = System.nanoTime();
        try {
            while (true) {
                add(once());
                nextNs = Math.max(nextNs + EACH.toNanos(), System.nanoTime());
                Thread.sleep(Duration.ofNanos(nextNs - System.nanoTime()));
            }
        } catch (InterruptedException _) {
            // closed
        }
    }

    private Poll once() throws InterruptedException {
        Instant at = Instant.now();
        long startNs = System.nanoTime();
        try {
            JsonNode stats = new ObjectMapper().readTree(get("/colibri/stats"));
            get("/metrics");
            long answerNs = System.nanoTime() - startNs;
            Usage usage = meter.read();
            return new Poll(
                    at, true, answerNs, stats.path("gc_pause_max_ms").asLong(-1), usage == null ? 0 : usage.rssBytes());
        } catch (IOException _) {
            return Poll.unanswered(at);
        }
    }

    private String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url.resolve(path))
                .timeout(ANSWERED_WITHIN)
                .build();
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(path + ": status " + response.statusCode());
        }
        return response.body();
    }

    private synchronized void add(Poll poll) {
        polls.add(poll);
    }

    /** Returns what was read so far, in order. Any thread. */
    synchronized List<Poll> polls() {
        return List.copyOf(polls);
    }

    @Override
    public void close() {
        Thread thread = asking;
        if (thread != null) {
            thread.interrupt();
        }
        http.shutdownNow();
    }
}
