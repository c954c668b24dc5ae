package org.starbridge.bridge.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;
import org.jspecify.annotations.Nullable;

/** A service that takes mediajson: a WebSocket server that remembers what it got and says what a test wants. */
public final class FarSide implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long PATIENCE_S = 20;

    private final Server server = new Server();
    private final ServerConnector connector;
    private final BlockingQueue<Handshake> handshakes = new LinkedBlockingQueue<>();
    private final BlockingQueue<Socket> sockets = new LinkedBlockingQueue<>();
    private final List<Socket> all = new CopyOnWriteArrayList<>();
    private final boolean isSecure;
    /** What handshakes are answered with; 0 = they are accepted. */
    public volatile int refusal;
    /** Where handshakes are redirected to; null = they are not. */
    public volatile @Nullable String redirect;

    /**
     * A handshake that came.
     *
     * @param target path and query
     * @param headers by lower-case name
     */
    public record Handshake(String target, Map<String, String> headers) {}

    /** One without TLS. */
    public static FarSide start() throws Exception {
        return new FarSide(null);
    }

    /** One with TLS. */
    public static FarSide start(SslContextFactory.Server tls) throws Exception {
        return new FarSide(tls);
    }

    private FarSide(SslContextFactory.@Nullable Server tls) throws Exception {
        isSecure = tls != null;
        connector = tls == null ? new ServerConnector(server) : new ServerConnector(server, tls);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        WebSocketUpgradeHandler upgrades = WebSocketUpgradeHandler.from(server, container -> {
            container.setMaxTextMessageSize(1 << 20);
            container.setIdleTimeout(java.time.Duration.ZERO);
        });
        upgrades.setHandler(new Upgrades(upgrades.getServerWebSocketContainer()));
        server.setHandler(upgrades);
        server.start();
    }

    public int port() {
        return connector.getLocalPort();
    }

    /** Its URL. */
    public String url(String pathAndQuery) {
        return (isSecure ? "wss" : "ws") + "://127.0.0.1:" + port() + pathAndQuery;
    }

    private final class Upgrades extends Handler.Abstract {
        private final ServerWebSocketContainer container;

        Upgrades(ServerWebSocketContainer container) {
            this.container = container;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            int refused = refusal; // before a test can go on
            Map<String, String> headers = new HashMap<>();
            request.getHeaders()
                    .forEach(field -> headers.put(
                            field.getName().toLowerCase(Locale.ROOT),
                            Objects.requireNonNullElse(field.getValue(), "")));
            handshakes.add(new Handshake(request.getHttpURI().getPathQuery(), headers));
            String elsewhere = redirect;
            if (elsewhere != null) {
                Response.sendRedirect(request, response, callback, elsewhere);
                return true;
            }
            if (refused != 0) {
                response.setStatus(refused);
                callback.succeeded();
                return true;
            }
            Socket socket = new Socket();
            return container.upgrade((_, _, _) -> socket, request, response, callback);
        }
    }

    /** A connection. */
    public final class Socket implements Session.Listener.AutoDemanding {
        private final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
        private final BlockingQueue<Integer> closeCodes = new LinkedBlockingQueue<>();
        private volatile @Nullable Session session;

        @Override
        public void onWebSocketOpen(Session opened) {
            session = opened;
            all.add(this);
            sockets.add(this);
        }

        @Override
        public void onWebSocketText(String text) {
            try {
                events.add(JSON.readTree(text));
            } catch (JsonProcessingException e) {
                throw new AssertionError(text, e);
            }
        }

        @Override
        public void onWebSocketBinary(ByteBuffer payload, org.eclipse.jetty.websocket.api.Callback callback) {
            throw new AssertionError("binary");
        }

        @Override
        public void onWebSocketClose(
                int code, @Nullable String reason, org.eclipse.jetty.websocket.api.Callback callback) {
            closeCodes.add(code);
            callback.succeed();
        }

        private Session session() {
            return Objects.requireNonNull(session);
        }

        /** Sends a frame. */
        public void say(String text) {
            session().sendText(text.replace('\'', '"'), org.eclipse.jetty.websocket.api.Callback.NOOP);
        }

        /** Closes it. */
        public void close(int code) {
            session().close(code, "", org.eclipse.jetty.websocket.api.Callback.NOOP);
        }

        /** Cuts the connection. */
        public void vanish() {
            session().disconnect();
        }

        /** The next event. */
        public JsonNode next() throws InterruptedException {
            JsonNode event = events.poll(PATIENCE_S, TimeUnit.SECONDS);
            if (event == null) {
                throw new AssertionError("no event came");
            }
            return event;
        }

        /** The next event of a kind; others are left out. */
        public JsonNode next(String kind) throws InterruptedException {
            while (true) {
                JsonNode event = next();
                if (event.path("event").asText().equals(kind)) {
                    return event;
                }
            }
        }

        /** The next event, if it comes at once. */
        public @Nullable JsonNode nextWithin(long ms) throws InterruptedException {
            return events.poll(ms, TimeUnit.MILLISECONDS);
        }

        /** With which code it was closed. */
        public int closeCode() throws InterruptedException {
            Integer code = closeCodes.poll(PATIENCE_S, TimeUnit.SECONDS);
            if (code == null) {
                throw new AssertionError("it was not closed");
            }
            return code;
        }
    }

    /** The next connection. */
    public Socket accept() throws InterruptedException {
        Socket socket = sockets.poll(PATIENCE_S, TimeUnit.SECONDS);
        if (socket == null) {
            throw new AssertionError("no connection came");
        }
        return socket;
    }

    /** The next connection, if it comes within a time. */
    public @Nullable Socket acceptWithin(long ms) throws InterruptedException {
        return sockets.poll(ms, TimeUnit.MILLISECONDS);
    }

    /** The next handshake. */
    public Handshake handshake() throws InterruptedException {
        Handshake handshake = handshakes.poll(PATIENCE_S, TimeUnit.SECONDS);
        if (handshake == null) {
            throw new AssertionError("no handshake came");
        }
        return handshake;
    }

    /** How many handshakes came that were not asked for. */
    public int handshakesLeft() {
        return handshakes.size();
    }

    @Override
    public void close() {
        all.forEach(Socket::vanish);
        LifeCycle.stop(server);
    }
}
