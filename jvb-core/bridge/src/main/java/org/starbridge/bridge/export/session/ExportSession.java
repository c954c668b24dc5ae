package org.starbridge.bridge.export.session;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.export.mediajson.EventWriter;
import org.starbridge.bridge.webhook.WebhookEvent;
import org.starbridge.control.export.ExportReport;
import org.starbridge.control.export.ExportSpec;

/**
 * One media export: a connection that is opened again and again until the export is stopped, the audio that goes over
 * it, and pings. Nothing waits while there is no connection. Guarded by its user.
 */
public final class ExportSession {
    private static final Logger LOG = LoggerFactory.getLogger(ExportSession.class);

    /** Time for the last event to be sent, before the connection is dropped. */
    private static final long STOP_NS = 1_000_000_000L;

    private static final long NEVER = Long.MAX_VALUE;
    private static final int NORMAL = 1000;
    private static final int GOING_AWAY = 1001;
    private static final int INTERNAL_ERROR = 1011;

    private final String conferenceId;
    private final ReconnectPolicy policy;
    private final Connector connector;
    private final ServerIdentity identity;
    private final ExportCounts counts;
    private final Consumer<WebhookEvent> webhooks;
    private volatile ExportSpec spec;
    private State state = State.WAITING;

    /** The number of the present connection, or of the one that is being opened. */
    private long number;

    private Connector.@Nullable Attempt attempt;
    private @Nullable Connection connection;
    private @Nullable Outbox outbox;
    private int attempts;
    private long retryAtNs;
    private long stopAtNs;
    private long pingId;
    private long nextPingAtNs = NEVER;
    private long pongDueAtNs = NEVER;
    private long lastPongNs;
    private boolean hasPong;
    /** Last state that webhooks announced: both false at first. */
    private boolean hasBegun;

    private boolean hasFailed;

    private enum State {
        WAITING,
        CONNECTING,
        OPEN,
        STOPPING,
        GIVEN_UP,
        OVER
    }

    /** One that connects at the next {@link #poll}. */
    public ExportSession(
            String conferenceId,
            ExportSpec spec,
            ReconnectPolicy policy,
            Connector connector,
            ServerIdentity identity,
            ExportCounts counts,
            Consumer<WebhookEvent> webhooks,
            long nowNs) {
        this.conferenceId = conferenceId;
        this.spec = spec;
        this.policy = policy;
        this.connector = connector;
        this.identity = identity;
        this.counts = counts;
        this.webhooks = webhooks;
        retryAtNs = nowNs;
        counts.increment(ExportCounter.STARTS);
        LOG.info("conference {}: export {} started", conferenceId, spec);
    }

    /** The requested export. Any thread. */
    public ExportSpec spec() {
        return spec;
    }

    /** True if the export was stopped and its connection has ended. */
    public boolean isOver() {
        return state == State.OVER;
    }

    /** True if audio of a source is sent now. */
    public boolean wants(String sourceName) {
        return state == State.OPEN && spec.exportsSource(sourceName);
    }

    /** True if audio of a source may be needed, now or when the export is connected. */
    public boolean mayWant(String sourceName) {
        return state != State.STOPPING && state != State.OVER && spec.exportsSource(sourceName);
    }

    /** A packet of a source that it {@link #wants}. */
    public void onAudio(AudioPacket packet, long nowNs) {
        Outbox open = outbox;
        if (open != null && wants(packet.source().name())) {
            open.add(packet, nowNs);
        }
    }

    /** So many packets were lost in front of it. */
    public void onDropped(long packets) {
        counts.add(ExportCounter.PACKETS_DROPPED, packets);
    }

    /** Does what is due, and sends what waits. */
    public void poll(long nowNs) {
        switch (state) {
            case WAITING -> {
                if (nowNs - retryAtNs >= 0) {
                    connect();
                }
            }
            case OPEN -> {
                pollPing(nowNs);
                if (connection != null) {
                    connection.look(nowNs);
                }
                flush();
            }
            case STOPPING -> {
                flush();
                if (nowNs - stopAtNs >= 0) {
                    end();
                }
            }
            case CONNECTING, GIVEN_UP, OVER -> {
                // nothing is due
            }
        }
    }

    private void connect() {
        state = State.CONNECTING;
        number++;
        attempt = connector.connect(spec, number);
    }

    private void flush() {
        Connection open = connection;
        Outbox waiting = outbox;
        if (open == null || waiting == null) {
            return;
        }
        waiting.flush(open, spec);
        if (state == State.STOPPING && waiting.isEmpty() && open.isWritable()) {
            outbox = null;
            open.close(GOING_AWAY, "export ended");
        }
    }

    private void pollPing(long nowNs) {
        ExportSpec.Ping ping = spec.ping();
        if (ping == null || outbox == null) {
            return;
        }
        if (pongDueAtNs != NEVER && nowNs - pongDueAtNs >= 0) {
            LOG.warn("conference {}: export {}: the service did not answer ping {}", conferenceId, spec, pingId);
            counts.increment(ExportCounter.PING_TIMEOUTS);
            drop(NORMAL, "no answer to a ping in time");
            failed("no answer to a ping in time");
            lost(nowNs);
        } else if (nowNs - nextPingAtNs >= 0) {
            nextPingAtNs = nowNs + millis(ping.intervalMs());
            pongDueAtNs = nowNs + millis(Math.min(ping.timeoutMs(), ping.intervalMs()));
            pingId++;
            outbox.add(EventWriter.ping(pingId));
        }
    }

    private static long millis(int ms) {
        return ms * 1_000_000L;
    }

    /** A connection is open. */
    public void onOpen(long opened, Connection connected, long nowNs) {
        if (opened != number || state != State.CONNECTING) {
            connected.abort();
            return;
        }
        state = State.OPEN;
        attempt = null;
        connection = connected;
        Outbox waiting = new Outbox(nowNs, counts);
        outbox = waiting;
        beginPings(nowNs);
        if (!spec.exports().isEmpty() || !spec.requests().isEmpty()) {
            waiting.add(EventWriter.sources(spec.exports(), spec.requests()));
        }
        waiting.add(EventWriter.info(identity.version(), identity.region()));
        LOG.info("conference {}: export {} is connected", conferenceId, spec);
        if (!hasBegun) {
            hasBegun = true;
            hasFailed = false;
            webhooks.accept(new WebhookEvent.ExportBegan(conferenceId, spec.id(), spec.place()));
        }
        flush();
    }

    private void beginPings(long nowNs) {
        ExportSpec.Ping ping = spec.ping();
        nextPingAtNs = ping == null ? NEVER : nowNs + millis(ping.intervalMs());
        pongDueAtNs = NEVER;
    }

    /**
     * A connection ended, or could not be opened. Only the first call for each has an effect.
     *
     * @param code the service's close code; 0 if there is none
     */
    public void onEnd(long ended, int code, String reason, long nowNs) {
        if (ended != number) {
            return;
        }
        switch (state) {
            case CONNECTING, OPEN -> {
                if (code == 0) {
                    counts.increment(ExportCounter.WEBSOCKET_FAILURES);
                } else if (code == INTERNAL_ERROR) {
                    counts.increment(ExportCounter.WEBSOCKET_INTERNAL_ERRORS);
                }
                LOG.warn(
                        "conference {}: export {} {}: {}",
                        conferenceId,
                        spec,
                        state == State.OPEN ? "lost its connection" : "cannot connect",
                        code == 0 ? reason : "closed with " + code);
                failed(code == 0 ? reason : "closed with " + code);
                lost(nowNs);
            }
            case STOPPING -> end();
            case WAITING, GIVEN_UP, OVER -> {
                // it was dropped before
            }
        }
    }

    private void failed(String reason) {
        if (!hasFailed) {
            hasFailed = true;
            hasBegun = false;
            webhooks.accept(new WebhookEvent.ExportFailed(conferenceId, spec.id(), spec.place(), reason));
        }
    }

    private void lost(long nowNs) {
        Outbox before = outbox;
        if (before != null
                && nowNs - before.openedAtNs() > policy.stableThreshold().toNanos()) {
            attempts = 0;
        }
        forget();
        if (policy.isOver(attempts)) {
            state = State.GIVEN_UP;
            counts.increment(ExportCounter.GIVEN_UP);
            LOG.error(
                    "conference {}: export {} failed after {} attempts and is not retried",
                    conferenceId,
                    spec,
                    attempts);
            return;
        }
        retryAtNs = nowNs + policy.delayNs(attempts);
        attempts++;
        counts.increment(ExportCounter.RECONNECTS);
        state = State.WAITING;
    }

    private void forget() {
        number++; // what is still said of the connection means nothing any more
        connection = null;
        attempt = null;
        outbox = null;
        nextPingAtNs = NEVER;
        pongDueAtNs = NEVER;
    }

    private void drop(int code, String reason) {
        if (connection != null) {
            connection.close(code, reason);
        }
        if (attempt != null) {
            attempt.cancel();
        }
    }

    /** The service answered a ping. */
    public void onPong(long on, long id, long nowNs) {
        if (on != number || id != pingId || pongDueAtNs == NEVER) {
            LOG.warn(
                    "conference {}: export {}: the service answered ping {}, expected {}",
                    conferenceId,
                    spec,
                    id,
                    pingId);
            return;
        }
        pongDueAtNs = NEVER;
        lastPongNs = nowNs;
        hasPong = true;
    }

    /** The service pings. */
    public void onPing(long on, long id) {
        if (on == number && outbox != null) {
            outbox.add(EventWriter.pong(id));
        }
    }

    /** Changes the requested export. Another URL, or other headers, need another connection. */
    public void change(ExportSpec changed, long nowNs) {
        ExportSpec before = spec;
        spec = changed;
        if (state == State.STOPPING || state == State.OVER) {
            return;
        }
        if (!changed.hasConnectionOf(before)) {
            LOG.info("conference {}: export {} moves to {}", conferenceId, before, changed);
            drop(NORMAL, "the export has changed");
            forget();
            attempts = 0;
            retryAtNs = nowNs;
            state = State.WAITING;
            return;
        }
        if (!Objects.equals(changed.ping(), before.ping()) && state == State.OPEN) {
            beginPings(nowNs);
        }
        if (!changed.hasListsOf(before) && outbox != null) {
            outbox.add(EventWriter.sources(changed.exports(), changed.requests()));
            flush();
        }
    }

    /** Ends it: {@link #poll} until it {@link #isOver}. */
    public void stop(long nowNs) {
        if (state == State.OPEN && outbox != null) {
            state = State.STOPPING;
            stopAtNs = nowNs + STOP_NS;
            outbox.dropAudio();
            outbox.add(EventWriter.sessionEnd());
            flush();
        } else if (state != State.STOPPING) {
            drop(GOING_AWAY, "export ended");
            end();
        }
        LOG.info("conference {}: export {} ended", conferenceId, spec);
        webhooks.accept(new WebhookEvent.ExportEnded(conferenceId, spec.id(), spec.place()));
    }

    private void end() {
        if (connection != null) {
            connection.abort();
        }
        forget();
        state = State.OVER;
    }

    /** State and figures of the export. */
    public ExportReport report(long nowNs) {
        return new ExportReport(
                spec,
                state == State.OPEN,
                state == State.GIVEN_UP,
                attempts,
                outbox == null ? 0 : outbox.waitingPackets(),
                hasPong ? (nowNs - lastPongNs) / 1_000_000 : -1,
                counts.report());
    }
}
