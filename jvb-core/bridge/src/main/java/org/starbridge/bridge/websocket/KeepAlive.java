package org.starbridge.bridge.websocket;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Looks at all open sockets regularly: those that were silent are pinged, dead ones are closed, stalled ones are cut.
 * Jetty's own idle timeout does not see a dead client, because our pings keep the connection busy. Owns one virtual
 * thread.
 */
final class KeepAlive implements AutoCloseable {
    /** Number of looks in a ping interval: a ping may be late by a fifth. */
    private static final int LOOKS_PER_INTERVAL = 5;

    /** The longest time between two looks: what a stalled client holds is freed soon. */
    private static final long MAX_LOOK_NS = 1_000_000_000L;

    private final Set<ChannelSocket> sockets = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("websocket-keep-alive").factory());

    void start(Duration pingInterval, Duration idleTimeout) {
        long pingIntervalNs = pingInterval.toNanos();
        long idleTimeoutNs = idleTimeout.toNanos();
        long lookNs = Math.min(MAX_LOOK_NS, Math.min(pingIntervalNs, idleTimeoutNs) / LOOKS_PER_INTERVAL);
        var _ = timer.scheduleWithFixedDelay(
                () -> sockets.forEach(socket -> socket.look(nowNs(), pingIntervalNs, idleTimeoutNs)),
                lookNs,
                lookNs,
                TimeUnit.NANOSECONDS);
    }

    long nowNs() {
        return System.nanoTime();
    }

    void add(ChannelSocket socket) {
        sockets.add(socket);
    }

    void remove(ChannelSocket socket) {
        sockets.remove(socket);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
