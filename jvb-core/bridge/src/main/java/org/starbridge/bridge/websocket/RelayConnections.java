package org.starbridge.bridge.websocket;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.RelayConnector;
import org.starbridge.control.environment.DelayedExecution;

/** The channels that this bridge opens to others, over {@link java.net.http.WebSocket}. Any thread. */
public final class RelayConnections implements RelayConnector, AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final DelayedExecution delayed;
    private final RandomGenerator random;
    private final Set<RelayConnection> open = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    /** Made with the first connection: most bridges have none. */
    private volatile @Nullable HttpClient http;

    /** @param random for the times between attempts */
    public RelayConnections(DelayedExecution delayed, RandomGenerator random) {
        this.delayed = delayed;
        this.random = random;
    }

    @Override
    public Connection connect(URI url, ChannelSlot slot) {
        if (isClosed) {
            return Connection.NONE;
        }
        RelayConnection connection =
                new RelayConnection(client(), url, slot, new RelayConnection.Retries(delayed, random), CONNECT_TIMEOUT);
        open.add(connection);
        connection.start();
        return () -> {
            open.remove(connection);
            connection.close();
        };
    }

    private synchronized HttpClient client() {
        HttpClient known = http;
        if (known == null) {
            known = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();
            http = known;
        }
        return known;
    }

    @Override
    public void close() {
        isClosed = true;
        open.forEach(RelayConnection::close);
        open.clear();
        HttpClient known = http;
        if (known != null) {
            known.shutdownNow();
        }
    }
}
