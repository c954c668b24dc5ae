package org.starbridge.hammer.hls;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.starbridge.hammer.hls.Request.Kind;

/** Tally of all requests in a window of time, and of how viewers fared. Used by one thread. */
final class Tally {
    private static final long MOST_MICROS = 120_000_000;
    private static final int DIGITS = 3;
    private static final int MOST_PIECES = 256;

    private final Map<Kind, Histogram> micros = new EnumMap<>(Kind.class);
    private final Map<Kind, Histogram> transferMicros = new EnumMap<>(Kind.class);
    private final SortedMap<Integer, Long> failures = new TreeMap<>();
    private final Histogram latencyMs = histogram();
    private final Histogram edgeMs = histogram();
    private final Histogram spreadMicros = histogram();
    private final Histogram lateMicros = histogram();
    /** Times at which pieces were complete at the first viewer; the newest ones. */
    private final Map<String, Long> firstNs = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST_PIECES;
        }
    };

    private long bytes;
    private long requests;

    private static Histogram histogram() {
        return new Histogram(MOST_MICROS, DIGITS);
    }

    /** A request was answered, or came to nothing. */
    void onReply(Reply reply) {
        requests++;
        bytes += reply.sizeBytes();
        Kind kind = reply.request().kind();
        if (!reply.isGood()) {
            failures.merge(reply.status(), 1L, Long::sum);
            return;
        }
        record(micros, kind, reply.lastNs() - reply.request().scheduledNs());
        record(transferMicros, kind, reply.lastNs() - reply.firstNs());
        if (kind == Kind.PART || kind == Kind.HINT || kind == Kind.SEGMENT) {
            String piece = reply.request().uri().getRawPath();
            Long first = firstNs.putIfAbsent(piece, reply.lastNs());
            add(spreadMicros, first == null ? 0 : (reply.lastNs() - first) / 1000);
        }
    }

    private static void record(Map<Kind, Histogram> histograms, Kind kind, long ns) {
        add(histograms.computeIfAbsent(kind, _ -> histogram()), ns / 1000);
    }

    private static void add(Histogram histogram, long value) {
        histogram.recordValue(Math.clamp(value, 0, MOST_MICROS));
    }

    /** Counts how far a viewer plays behind what is captured; NaN is not counted. */
    void onLatency(double milliseconds) {
        if (!Double.isNaN(milliseconds)) {
            add(latencyMs, Math.round(milliseconds));
        }
    }

    /** Counts how long a complete answer waited until the Hammer looked at it. */
    void onLate(long ns) {
        add(lateMicros, ns / 1000);
    }

    /** Counts how long after its end a piece was in a viewer's buffer. */
    void onArrival(double milliseconds) {
        add(edgeMs, Math.round(milliseconds));
    }

    /** From when a request was due until its answer was complete, in microseconds. */
    Histogram micros(Kind kind) {
        return micros.getOrDefault(kind, histogram());
    }

    /** From the answer's first byte to its last, in microseconds. */
    Histogram transferMicros(Kind kind) {
        return transferMicros.getOrDefault(kind, histogram());
    }

    /** Requests without a good answer, by HTTP status; 0 without any. */
    SortedMap<Integer, Long> failures() {
        return failures;
    }

    Histogram latencyMs() {
        return latencyMs;
    }

    Histogram edgeMs() {
        return edgeMs;
    }

    /** Returns how much later than the first viewer each viewer had a piece, in microseconds. */
    Histogram spreadMicros() {
        return spreadMicros;
    }

    /** Returns how long complete answers waited until the Hammer looked at them, in microseconds. */
    Histogram lateMicros() {
        return lateMicros;
    }

    long bytes() {
        return bytes;
    }

    long requests() {
        return requests;
    }
}
