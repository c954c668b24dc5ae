package org.starbridge.hammer.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.client.Colibri2Client;

/**
 * Number of messages that a bridge has got over its clients' channels since a moment, by its statistics: messages to
 * the bridge itself have no receiver that counts them. Other clients of the same bridge are in the figure. Used by one
 * thread.
 */
public final class MessagesHeard {
    private static final List<String> KEYS =
            List.of("total_data_channel_messages_received", "total_colibri_web_socket_messages_received");

    /** A bridge may make its statistics once a second. */
    private static final Duration REST = Duration.ofMillis(1200);

    private static final Duration REST_LIMIT = Duration.ofSeconds(6);
    private static final long POLL_MS = 50;

    private final Source source;
    private final Duration rest;
    private @Nullable Long before;

    /** Source of the figure. */
    @FunctionalInterface
    interface Source {
        /** Since the bridge's start; null if it does not say. */
        @Nullable
        Long read() throws InterruptedException;
    }

    MessagesHeard(Source source, Duration rest) {
        this.source = source;
        this.rest = rest;
    }

    /** By the bridge whose private HTTP server has this URL. */
    public static MessagesHeard by(URI bridge) {
        return new MessagesHeard(() -> read(bridge), REST);
    }

    private static @Nullable Long read(URI bridge) throws InterruptedException {
        try (Colibri2Client client = new Colibri2Client(bridge)) {
            return sum(client.stats());
        } catch (IOException e) {
            return null; // not every bridge has statistics
        }
    }

    /** Over all kinds of channels; null if none is counted. */
    static @Nullable Long sum(JsonNode stats) {
        Long sum = null;
        for (String key : KEYS) {
            if (stats.path(key).isNumber()) {
                sum = (sum == null ? 0 : sum) + stats.path(key).asLong();
            }
        }
        return sum;
    }

    /** Begins to count. Waits, within bounds, until what was said before is in the figure. */
    public void begin() throws InterruptedException {
        long endNs = System.nanoTime() + REST_LIMIT.toNanos();
        Long last = source.read();
        long restsSinceNs = System.nanoTime();
        while (System.nanoTime() - restsSinceNs < rest.toNanos() && System.nanoTime() < endNs) {
            Thread.sleep(POLL_MS);
            Long now = source.read();
            if (!Objects.equals(now, last)) {
                restsSinceNs = System.nanoTime();
            }
            last = now;
        }
        before = last;
    }

    /**
     * Waits until {@code expected} messages have come since {@link #begin}, {@code limit} at most.
     *
     * @return how many have, also more; null if the bridge does not say
     */
    public @Nullable Long await(long expected, Duration limit) throws InterruptedException {
        long endNs = System.nanoTime() + limit.toNanos();
        Long heard = heard();
        while (heard != null && heard < expected && System.nanoTime() < endNs) {
            Thread.sleep(POLL_MS);
            heard = heard();
        }
        return heard;
    }

    private @Nullable Long heard() throws InterruptedException {
        Long now = source.read();
        Long from = before;
        return now == null || from == null ? null : (Long) (now - from);
    }
}
