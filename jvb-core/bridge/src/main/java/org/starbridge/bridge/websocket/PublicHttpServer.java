package org.starbridge.bridge.websocket;

import java.io.IOException;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.starbridge.bridge.http.HttpAddress;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.bridge.http.HttpLimits;
import org.starbridge.bridge.http.HttpListener;
import org.starbridge.bridge.http.RequestLimits;
import org.starbridge.bridge.http.tls.KeyStoreWatch;
import org.starbridge.bridge.http.tls.TlsConfig;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.conference.Conferences;
import org.starbridge.transport.counters.SharedCounters;

/**
 * The server for clients. Its port is taken first, because the conferences advertise it, and served once there are
 * conferences.
 */
public final class PublicHttpServer implements AutoCloseable {
    private final HttpListener listener;
    private final SharedCounters<HttpCounter> counters;
    private final KeepAlive keepAlive = new KeepAlive();

    private PublicHttpServer(HttpListener listener, SharedCounters<HttpCounter> counters) {
        this.listener = listener;
        this.counters = counters;
    }

    /**
     * Takes the port.
     *
     * @param address where to listen
     * @param limits what it takes from its clients
     * @param counters of what it refuses
     * @throws IOException when the port is taken, with a message that names it
     */
    public static PublicHttpServer bind(HttpAddress address, HttpLimits limits, SharedCounters<HttpCounter> counters)
            throws IOException {
        return new PublicHttpServer(HttpListener.bind("public-http", address, limits, counters), counters);
    }

    /** The port, also where 0 was asked for. */
    public int port() {
        return listener.port();
    }

    /**
     * Serves from now on. To be called once.
     *
     * @param memory for what waits for clients
     * @param resources what it serves in addition to bridge channels
     */
    public void start(WebSocketConfig config, Conferences conferences, ChannelMemory memory, PublicResources resources)
            throws IOException {
        start(config, conferences, memory, resources, PublicMedia.NONE);
    }

    /** The same with media, which go before the other resources. */
    public void start(
            WebSocketConfig config,
            Conferences conferences,
            ChannelMemory memory,
            PublicResources resources,
            PublicMedia media)
            throws IOException {
        listener.start(
                server -> {
                    ServerWebSocketContainer container = ServerWebSocketContainer.ensure(server);
                    container.setIdleTimeout(config.idleTimeout());
                    return new PublicPaths(
                            media.handler().apply(counters),
                            resources.handler(counters),
                            new ChannelUpgrades(config, conferences, container, memory, keepAlive));
                },
                path -> PublicPaths.isChannel(path)
                        ? RequestLimits.UPGRADES
                        : media.limitsOf().apply(path));
        keepAlive.start(config.pingInterval(), config.idleTimeout());
    }

    /** Looks after its key store. */
    public KeyStoreWatch watch(TlsConfig tls) {
        return listener.watch(tls);
    }

    @Override
    public void close() {
        keepAlive.close();
        listener.close();
    }
}
