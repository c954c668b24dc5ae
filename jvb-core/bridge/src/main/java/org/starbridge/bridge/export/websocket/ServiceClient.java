package org.starbridge.bridge.export.websocket;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.core.Behavior;
import org.eclipse.jetty.websocket.core.ExtensionStack;
import org.eclipse.jetty.websocket.core.Negotiated;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.WebSocketConnection;
import org.eclipse.jetty.websocket.core.WebSocketCoreSession;
import org.jspecify.annotations.Nullable;

/**
 * Opens WebSockets to services. Names in certificates of {@code wss} are verified; an answer other than 101 ends the
 * attempt, so redirects are not followed. Any thread.
 */
public final class ServiceClient implements AutoCloseable {
    private static final int THREADS = 8;
    private static final int SELECTORS = 1;
    private static final int WS_PORT = 80;
    private static final int WSS_PORT = 443;
    private static final String VERSION = "13";

    private final QueuedThreadPool threads = new QueuedThreadPool(THREADS, 1);
    private final ClientConnector connector = new ClientConnector();
    private final WebSocketComponents components;
    private final Duration handshakeTimeout;

    /**
     * A client with threads of its own.
     *
     * @param handshakeTimeout how long a connection may take until it is open
     * @param trust whom {@code wss} trusts; null = as this Java does
     */
    public ServiceClient(Duration handshakeTimeout, @Nullable SSLContext trust) {
        this.handshakeTimeout = handshakeTimeout;
        threads.setName("export-client");
        threads.setDaemon(true);
        SslContextFactory.Client tls = new SslContextFactory.Client();
        if (trust != null) {
            tls.setSslContext(trust);
        }
        connector.setExecutor(threads);
        connector.setSelectors(SELECTORS);
        connector.setSslContextFactory(tls);
        connector.setConnectTimeout(handshakeTimeout);
        connector.setIdleTimeout(Duration.ZERO); // sockets look after it
        LifeCycle.start(threads);
        LifeCycle.start(connector);
        components = new WebSocketComponents(null, null, connector.getByteBufferPool(), null, null, threads);
        LifeCycle.start(components);
    }

    /**
     * Opens a connection; the socket's events report its opening, or its failure.
     *
     * @param address of the URL's host
     * @throws IllegalArgumentException when the URL or a header cannot be used
     */
    public void connect(URI url, InetAddress address, Map<String, String> headers, ServiceSocket socket) {
        HandshakeRequest request = HandshakeRequest.of(url, headers);
        boolean isSecure = "wss".equalsIgnoreCase(url.getScheme());
        ClientConnectionFactory handshakes = (endPoint, _) -> new HandshakeConnection(
                endPoint,
                threads,
                request,
                socket,
                (open, subprotocol) -> webSocket(open, isSecure, subprotocol, socket));
        Map<String, Object> context = new HashMap<>();
        context.put(Transport.CONTEXT_KEY, Transport.TCP_IP);
        context.put(
                ClientConnectionFactory.CONTEXT_KEY,
                isSecure
                        ? connector.newSslClientConnectionFactory(connector.getSslContextFactory(), handshakes)
                        : handshakes);
        context.put(
                ClientConnector.CONNECTION_PROMISE_CONTEXT_KEY,
                Promise.<Connection>from(_ -> {}, failure -> socket.onFailed(failure)));
        Scheduler.Task tooLate = connector
                .getScheduler()
                .schedule(
                        () -> socket.onFailed(new HandshakeException("the handshake took too long")), handshakeTimeout);
        socket.onDecided(tooLate::cancel);
        int port = url.getPort() >= 0 ? url.getPort() : isSecure ? WSS_PORT : WS_PORT;
        connector.connect(new InetSocketAddress(address, port), context);
    }

    private Connection webSocket(
            EndPoint endPoint, boolean isSecure, @Nullable String subprotocol, ServiceSocket socket) {
        ExtensionStack extensions = new ExtensionStack(components, Behavior.CLIENT);
        extensions.negotiate(List.of(), List.of());
        URI shown = URI.create(isSecure ? "wss://service/" : "ws://service/"); // Jetty may print it
        Negotiated negotiated = new Negotiated(shown, subprotocol, isSecure, extensions, VERSION);
        WebSocketCoreSession session = new WebSocketCoreSession(socket, Behavior.CLIENT, negotiated, components);
        socket.configure(session);
        WebSocketConnection connection = new WebSocketConnection(
                endPoint, threads, connector.getScheduler(), connector.getByteBufferPool(), session, new Masks());
        session.setWebSocketConnection(connection);
        return connection;
    }

    /** Drops all connections. */
    @Override
    public void close() {
        LifeCycle.stop(components);
        LifeCycle.stop(connector);
        LifeCycle.stop(threads);
    }
}
