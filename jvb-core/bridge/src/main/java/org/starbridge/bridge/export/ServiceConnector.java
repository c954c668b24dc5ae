package org.starbridge.bridge.export;

import java.net.UnknownHostException;
import java.net.http.WebSocket;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.export.mediajson.ServiceEvent;
import org.starbridge.bridge.export.session.Connector;
import org.starbridge.bridge.export.session.ExportCounts;
import org.starbridge.bridge.export.session.ExportSession;
import org.starbridge.control.export.ExportSpec;
import org.starbridge.control.export.ExportedConference;

/** Opens the WebSockets of one export, and brings what happens to them to its session. Any thread. */
final class ServiceConnector implements Connector {
    private static final String SUBPROTOCOL = "Sec-WebSocket-Protocol";
    private final Object lock;
    private final ExportedConference conference;
    private final ExportCounts counts;
    private final ExportEnvironment environment;
    private @Nullable ExportSession session;

    /** @param lock guards the session */
    ServiceConnector(Object lock, ExportedConference conference, ExportCounts counts, ExportEnvironment environment) {
        this.lock = lock;
        this.conference = conference;
        this.counts = counts;
        this.environment = environment;
    }

    /** Before it connects. */
    void serves(ExportSession owner) {
        session = owner;
    }

    private ExportSession session() {
        return Objects.requireNonNull(session);
    }

    @Override
    public Attempt connect(ExportSpec spec, long number) {
        OneConnection events = new OneConnection(number);
        environment.run(() -> events.begin(spec));
        return events::cancel;
    }

    private final class OneConnection implements WebSocketConnection.Events {
        private final long number;
        private final ServiceMessages messages;
        private final WebSocketConnection connection;
        private final AtomicBoolean isCancelled = new AtomicBoolean();
        private volatile @Nullable CompletableFuture<WebSocket> handshake;

        OneConnection(long number) {
            this.number = number;
            messages = new ServiceMessages(
                    conference,
                    session()::spec,
                    counts,
                    environment.reader(),
                    environment.config(),
                    environment.clockNs(),
                    environment.connections().incrementAndGet());
            connection = new WebSocketConnection(
                    this,
                    environment.config().maxFrameBytes(),
                    environment.config().idleTimeout(),
                    environment.clockNs());
        }

        void begin(ExportSpec spec) {
            if (isCancelled.get()) {
                return;
            }
            try {
                if (!environment.config().hosts().allows(spec.url().getHost())) {
                    onEnd(0, "its host has a private address, and is not among starbridge.export.allowed-hosts");
                    return;
                }
                WebSocket.Builder builder = environment
                        .http()
                        .get()
                        .newWebSocketBuilder()
                        .connectTimeout(environment.config().handshakeTimeout());
                spec.headers().forEach((name, value) -> header(builder, name, value));
                CompletableFuture<WebSocket> opening = builder.buildAsync(spec.url(), connection);
                handshake = opening;
                var _ = opening.whenComplete((opened, failure) -> onHandshake(opened, failure));
            } catch (IllegalArgumentException | UnknownHostException e) {
                onEnd(0, WebSocketConnection.reason(e));
            }
        }

        private static void header(WebSocket.Builder builder, String name, String value) {
            if (name.equalsIgnoreCase(SUBPROTOCOL)) {
                String[] names = value.strip().split("\\s*,\\s*", -1);
                builder.subprotocols(names[0], Arrays.copyOfRange(names, 1, names.length));
            } else {
                builder.header(name, value);
            }
        }

        private void onHandshake(@Nullable WebSocket opened, @Nullable Throwable failure) {
            if (failure != null && !isCancelled.get()) {
                onEnd(0, WebSocketConnection.reason(failure));
            } else if (isCancelled.get() && opened != null) {
                opened.abort();
            }
        }

        void cancel() {
            isCancelled.set(true);
            CompletableFuture<WebSocket> opening = handshake;
            if (opening != null) {
                opening.cancel(true);
            }
        }

        @Override
        public void onOpen(WebSocketConnection opened) {
            synchronized (lock) {
                session().onOpen(number, opened, environment.nowNs());
            }
        }

        @Override
        public void onText(String text) {
            ServiceEvent event = messages.onText(text);
            if (event != null) {
                synchronized (lock) {
                    switch (event) {
                        case ServiceEvent.Pong(long id) -> session().onPong(number, id, environment.nowNs());
                        case ServiceEvent.Ping(Long id) -> {
                            if (id != null) {
                                session().onPing(number, id);
                            }
                        }
                        default -> {
                            // only pings concern the session
                        }
                    }
                }
            }
        }

        @Override
        public void onUnreadable() {
            messages.onUnreadable();
        }

        @Override
        public void onEnd(int code, String reason) {
            environment.run(
                    () -> { // it may be called under the lock, and an end of talk takes the conference's
                        messages.onEnd();
                        synchronized (lock) {
                            session().onEnd(number, code, reason, environment.nowNs());
                        }
                    });
        }

        @Override
        public void onWritable() {
            // the next turn sends what waits
        }
    }
}
