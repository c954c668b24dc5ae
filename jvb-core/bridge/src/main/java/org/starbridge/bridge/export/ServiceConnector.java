package org.starbridge.bridge.export;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.export.mediajson.ServiceEvent;
import org.starbridge.bridge.export.session.Connector;
import org.starbridge.bridge.export.session.ExportCounts;
import org.starbridge.bridge.export.session.ExportSession;
import org.starbridge.bridge.export.websocket.ServiceSocket;
import org.starbridge.control.export.ExportSpec;
import org.starbridge.control.export.ExportedConference;

/** Opens the WebSockets of one export, and brings what happens to them to its session. Any thread. */
final class ServiceConnector implements Connector {
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

    private final class OneConnection implements ServiceSocket.Events {
        private final long number;
        private final ServiceMessages messages;
        private final ServiceSocket socket;

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
            socket = new ServiceSocket(
                    this,
                    environment.config().maxFrameBytes(),
                    environment.config().idleTimeout(),
                    environment.clockNs());
        }

        void begin(ExportSpec spec) {
            try {
                Optional<InetAddress> address =
                        environment.config().hosts().address(spec.url().getHost());
                if (address.isEmpty()) {
                    onEnd(0, "its host has a private address, and is not among starbridge.export.allowed-hosts");
                    return;
                }
                environment.client().get().connect(spec.url(), address.get(), spec.headers(), socket);
            } catch (IllegalArgumentException | UnknownHostException e) {
                onEnd(0, ServiceSocket.reason(e));
            }
        }

        void cancel() {
            socket.abort();
        }

        @Override
        public void onOpen(ServiceSocket opened) {
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
    }
}
