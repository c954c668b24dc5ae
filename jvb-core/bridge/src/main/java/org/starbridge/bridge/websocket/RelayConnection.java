package org.starbridge.bridge.websocket;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.environment.DelayedExecution;

/**
 * A channel that this bridge opens to another one, again and again until it is closed: after 1 s, then twice as long
 * each time up to 30 s, each shortened by up to a half at random. Another bridge that expires its relay ends it for
 * good. Any thread.
 */
final class RelayConnection {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final HttpClient http;
    private final URI url;
    private final ChannelSlot slot;
    private final Retries retries;
    private final Duration timeout;
    private Duration pause = FIRST_PAUSE;
    private boolean isClosed;
    private @Nullable RelaySocket socket;

    /** Timing of further attempts. */
    record Retries(DelayedExecution delayed, RandomGenerator random) {}

    RelayConnection(HttpClient http, URI url, ChannelSlot slot, Retries retries, Duration timeout) {
        this.http = http;
        this.url = url;
        this.slot = slot;
        this.retries = retries;
        this.timeout = timeout;
    }

    /** Makes an attempt, on another thread. */
    void start() {
        retries.delayed().after(Duration.ZERO, this::attempt);
    }

    private void attempt() {
        RelaySocket attempted = new RelaySocket(slot, this::onEnd);
        synchronized (this) {
            if (isClosed) {
                return;
            }
            socket = attempted;
        }
        var _ = http.newWebSocketBuilder()
                .connectTimeout(timeout)
                .buildAsync(url, attempted)
                .whenComplete((WebSocket opened, Throwable failure) -> {
                    if (failure != null) {
                        onEnd(RelaySocket.End.LOST);
                    } else {
                        onOpened(opened);
                    }
                });
    }

    private void onOpened(WebSocket opened) {
        boolean isLate;
        synchronized (this) {
            pause = FIRST_PAUSE;
            isLate = isClosed;
        }
        if (isLate) {
            opened.abort();
        }
    }

    private void onEnd(RelaySocket.End end) {
        Duration wait;
        synchronized (this) {
            socket = null;
            isClosed |= end == RelaySocket.End.RELAY_EXPIRED;
            if (isClosed) {
                return;
            }
            wait = pause.multipliedBy(512 + retries.random().nextInt(513)).dividedBy(1024);
            Duration twice = pause.multipliedBy(2);
            pause = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
        }
        retries.delayed().after(wait, this::attempt);
    }

    /** Ends it; a second call does nothing. */
    void close() {
        RelaySocket open;
        synchronized (this) {
            isClosed = true;
            open = socket;
            socket = null;
        }
        if (open != null) {
            open.end();
        }
    }
}
