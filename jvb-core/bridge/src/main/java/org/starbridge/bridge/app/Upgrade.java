package org.starbridge.bridge.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.app.media.MediaStack;
import org.starbridge.bridge.app.rehearsal.MoveRehearsal;
import org.starbridge.bridge.capture.Captures;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.hls.HlsService;
import org.starbridge.bridge.recording.RecordingService;
import org.starbridge.bridge.tracing.ColibriRequests;
import org.starbridge.bridge.upgrade.FocusSessions;
import org.starbridge.bridge.upgrade.HandOver;
import org.starbridge.bridge.upgrade.OnwardRequests;
import org.starbridge.bridge.upgrade.TakeOver;
import org.starbridge.control.conference.ConferenceMoves;
import org.starbridge.control.conference.Conferences;

/** Take-over of a running bridge by one that starts, and the offer of one that runs. */
final class Upgrade implements AutoCloseable {
    /** A start without a bridge before. */
    static final Upgrade NONE = new Upgrade(null);

    private final @Nullable TakeOver from;

    private Upgrade(@Nullable TakeOver from) {
        this.from = from;
    }

    /** Asks the bridge that runs for its sockets. */
    static Upgrade takeOver(BridgeConfig config) throws IOException {
        int port = config.network().ice().udpPort();
        Path socket = config.operation()
                .upgrade()
                .socket(port)
                .orElseThrow(() -> new IOException(
                        "--take-over needs starbridge.upgrade.directory, the same as that of the running bridge"));
        return new Upgrade(TakeOver.ask(
                socket,
                settings(
                        config,
                        port,
                        config.servers().publicHttp().isEnabled()
                                ? config.servers().publicHttp().address().port()
                                : -1,
                        config.servers().privateHttp().isEnabled()
                                ? config.servers().privateHttp().address().port()
                                : -1,
                        config.media().workers().workersFor(Runtime.getRuntime().availableProcessors()))));
    }

    /** Settings that clients, or the sockets, know: they have to stay. */
    private static Map<String, String> settings(
            BridgeConfig config, int udpPort, int publicPort, int privatePort, int workers) {
        return Map.of(
                "videobridge.ice.udp.port", Integer.toString(udpPort),
                "videobridge.http-servers.public.port", Integer.toString(publicPort),
                "videobridge.http-servers.private.port", Integer.toString(privatePort),
                "videobridge.websockets.server-id",
                        config.servers().webSockets().serverId(),
                "starbridge.media.workers", Integer.toString(workers));
    }

    boolean isUnderWay() {
        return from != null;
    }

    /** Descriptors of the running bridge's UDP sockets; none without one. */
    List<Integer> descriptors() {
        return from == null ? List.of() : from.descriptors();
    }

    /** The number of the name of this process' sessions with focuses. */
    int session() {
        return from == null ? FocusSessions.FIRST : 1 - from.sessionBefore();
    }

    /** Receives the conferences, and waits until the HTTP ports are free. Media goes on before that. */
    void receive(
            Conferences conferences,
            MediaStack media,
            RecordingService recordings,
            ColibriRequests requests,
            MoveRehearsal.Parts rehearsal)
            throws IOException {
        if (from != null) {
            MoveRehearsal.hold(rehearsal);
            from.receive(
                    new ConferenceMoves(conferences),
                    media.workers().rest(),
                    request -> requests.handle(request, ColibriRequests.Transport.XMPP, null));
            recordings.goOn(from.recorded());
            from.awaitFreePorts();
        }
    }

    @Override
    public void close() {
        if (from != null) {
            from.close();
        }
    }

    /** Lets a later process take over, if the configuration has a folder for it. */
    static void offer(
            BridgeConfig config,
            MediaStack media,
            HttpServers http,
            Control control,
            MoveRehearsal.Parts rehearsal,
            OnwardRequests requests,
            XmppService xmpp,
            RecordingService recordings,
            Supplier<Optional<String>> whyNotMovable,
            StartedComponents open)
            throws IOException {
        Optional<Path> socket = config.operation().upgrade().socket(media.port());
        if (socket.isPresent()) {
            open.add(
                    HandOver.listen(
                            socket.get(),
                            new HandOver.RunningBridge(
                                    new ConferenceMoves(control.conferences()),
                                    media.workers()::rest,
                                    media.descriptors(),
                                    settings(
                                            config,
                                            media.port(),
                                            http.publicPort(),
                                            http.privatePort(),
                                            media.workerCount()),
                                    () -> MoveRehearsal.hold(rehearsal),
                                    requests,
                                    xmpp,
                                    whyNotMovable,
                                    recordings::recorded,
                                    () -> {
                                        recordings.end();
                                        http.close();
                                    },
                                    control.ended()::countDown)),
                    HandOver::close);
        }
    }

    /** A sentence about what of a bridge can not be moved, apart from conferences; empty if everything can. */
    static Optional<String> whyNotMovable(
            Lifecycle lifecycle, XmppService xmpp, WhipService whip, HlsService hls, Captures captures) {
        if (lifecycle.state() != Lifecycle.State.RUNNING) {
            return Optional.of("the running bridge is shutting down");
        }
        if (!xmpp.isAsConfigured()) {
            return Optional.of("XMPP clients of the running bridge were added or removed by request");
        }
        if (whip.sessionCount() > 0) {
            return Optional.of("the running bridge has WHIP or WHEP clients");
        }
        if (hls.programCount() > 0) {
            return Optional.of("the running bridge serves a conference by HLS");
        }
        return captures.count() > 0 ? Optional.of("the running bridge captures packets") : Optional.empty();
    }
}
