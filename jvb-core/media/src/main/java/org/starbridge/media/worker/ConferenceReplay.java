package org.starbridge.media.worker;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.speech.SpeechSettings;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.StreamStats;
import org.starbridge.media.blackbox.BlackBoxSettings;
import org.starbridge.media.blackbox.CommandCodec;
import org.starbridge.media.blackbox.Event;
import org.starbridge.media.blackbox.EventKind;
import org.starbridge.media.blackbox.LogReader;
import org.starbridge.media.blackbox.PlanCodec;
import org.starbridge.media.blackbox.WorkerLog;
import org.starbridge.media.demux.Route;
import org.starbridge.media.demux.UfragTable;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.plan.ConferencePlan;
import org.starbridge.media.replay.ClearCrypto;
import org.starbridge.media.replay.Difference;
import org.starbridge.media.replay.ReplayKeys;
import org.starbridge.media.replay.ReplayPort;
import org.starbridge.media.replay.ReplayRandom;
import org.starbridge.media.speech.SpeechMonitor;
import org.starbridge.media.speech.SpeechRouting;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.udp.GsoLimits;
import org.starbridge.transport.udp.MultiPortSocket;

/**
 * Replay of one segment of a conference's log: a worker of its own is fed with what came in, duty cycle by duty cycle,
 * and logs what it does. Its log has to be the same. One thread, virtual time.
 */
public final class ConferenceReplay implements AutoCloseable {
    /**
     * Surroundings that are not in the log.
     *
     * @param worker number of the worker
     * @param local address of its socket
     * @param runLimits which batches its socket took
     */
    public record Surroundings(int worker, InetSocketAddress local, GsoLimits runLimits, SpeechSettings speech) {}

    private static final long LOG_BYTES = 1L << 30;

    private final MediaWorker worker;
    private final ReplayPort port;
    private final ReplayKeys keys = new ReplayKeys();
    private final ReplayRandom random = new ReplayRandom();
    private final DtlsIdentity identity;
    private final Map<Integer, Route> routes = new HashMap<>();
    private final Map<Integer, Wishes> wishes = new HashMap<>();
    private final LogReader log;
    private @Nullable String conferenceId;
    private @Nullable Event ahead;
    private long beganAtNs;
    private long nowNs;
    private long turns;
    private long events;
    private List<Event> replayed = List.of();
    private final List<Event> turn = new ArrayList<>();

    /**
     * @param settings those of the bridge that wrote the log; keys and random numbers are replaced
     * @param identity serves no handshake
     * @param segment of the log
     */
    public ConferenceReplay(WorkerSettings settings, Surroundings surroundings, DtlsIdentity identity, byte[] segment)
            throws StateException {
        this.identity = identity;
        log = new LogReader(segment);
        port = new ReplayPort(surroundings.local(), surroundings.runLimits());
        WorkerLog own =
                new WorkerLog(new BlackBoxSettings(true, LOG_BYTES, LOG_BYTES, Long.MAX_VALUE / 4), new AtomicLong());
        WorkerSettings replayed = settings.replayedWith(new ClearCrypto(), keys, random);
        worker = new MediaWorker(new WorkerContext(
                surroundings.worker(),
                replayed,
                new MultiPortSocket(port),
                new UfragTable(),
                _ -> {},
                (_, _, _) -> {}, // the log says when a request came
                port,
                new SpeechMonitor(
                        own.logging(new SpeechRouting(surroundings.speech(), (_, _) -> {})),
                        own.loggingHeard((_, _, _) -> true)),
                own,
                replayed.errors()));
        worker.readRings(List.of(worker.ringCursor()));
        Event first = log.next().orElseThrow(() -> new StateException("an empty segment"));
        if (first.kind() != EventKind.SEGMENT) {
            throw new StateException("a segment that begins with " + first.kind());
        }
        beganAtNs = first.a();
        nowNs = beganAtNs;
        log.next(); // the turn in which it began
    }

    /**
     * Replays the next duty cycle.
     *
     * @return the first difference in it; empty if there is none
     */
    public Optional<Difference> step() throws StateException {
        if (!readTurn()) {
            throw new IllegalStateException("the log has ended");
        }
        turns++;
        events += turn.size();
        random.clear();
        if (turns == 1) {
            restore();
        }
        for (Event event : turn) {
            feed(event);
        }
        worker.doWork(nowNs);
        replayed = conferenceId == null ? List.of() : written(conferenceId);
        return Difference.first(turn, replayed, nowNs - beganAtNs);
    }

    /** Returns whether there is another duty cycle. */
    public boolean hasNext() throws StateException {
        if (ahead == null) {
            ahead = log.next().orElse(null);
        }
        return ahead != null;
    }

    /** Returns the events of the duty cycle that was replayed last. */
    public List<Event> turn() {
        return List.copyOf(turn);
    }

    /** Returns what the replay did in that cycle. */
    public List<Event> replayed() {
        return List.copyOf(replayed);
    }

    /** Returns the time since the segment's beginning. */
    public long elapsedNs() {
        return nowNs - beganAtNs;
    }

    /** Returns the number of duty cycles so far. */
    public long turns() {
        return turns;
    }

    /** Returns the number of events so far. */
    public long events() {
        return events;
    }

    /** The state with which the segment begins: no timer runs before all of it is read. */
    private void restore() throws StateException {
        int count = 0;
        for (int i = 0; i < turn.size(); i++) {
            count = turn.get(i).kind() == EventKind.RESTORE ? i + 1 : count;
        }
        if (count == 0) {
            return;
        }
        List<Event> state = List.copyOf(turn.subList(0, count));
        turn.subList(0, count).clear();
        worker.doWork(nowNs); // it has nothing to do yet
        List<StateException> refused = new ArrayList<>();
        for (Event event : state) {
            if (event.kind() == EventKind.RESTORE) {
                SrtpProfile profile = SrtpProfile.byId((int) event.a());
                if (profile != null) {
                    port.profile(event.key(), profile);
                }
                post(() -> {
                    try {
                        worker.onRestore(event.key(), event.bytes());
                    } catch (StateException e) {
                        refused.add(e);
                    }
                });
            } else {
                feed(event);
            }
        }
        for (Runnable next = worker.commands().poll();
                next != null;
                next = worker.commands().poll()) {
            next.run();
        }
        if (!refused.isEmpty()) {
            throw refused.getFirst();
        }
        written(String.valueOf(conferenceId));
    }

    private boolean readTurn() throws StateException {
        turn.clear();
        if (!hasNext()) {
            return false;
        }
        Event event = ahead;
        if (event != null && event.kind() == EventKind.TURN) {
            nowNs += event.a();
            event = log.next().orElse(null);
        }
        while (event != null && event.kind() != EventKind.TURN) {
            turn.add(event);
            event = log.next().orElse(null);
        }
        ahead = event;
        return true;
    }

    private List<Event> written(String conference) throws StateException {
        LogReader own = new LogReader(worker.log().take(conference));
        List<Event> all = new ArrayList<>();
        for (Optional<Event> event = own.next(); event.isPresent(); event = own.next()) {
            if (event.get().kind().direction() != EventKind.Direction.FRAME) {
                all.add(event.get());
            }
        }
        return all;
    }

    private void feed(Event event) throws StateException {
        int key = event.key();
        switch (event.kind()) {
            case ADD_ENDPOINT -> add(CommandCodec.endpoint(event.bytes(), identity));
            case ICE_RESTART -> {
                IceCredentials local = CommandCodec.credentials(event.bytes());
                Route route = route(key);
                post(() -> worker.onIceRestart(route, (int) event.a(), local));
            }
            case REMOTE_TRANSPORT -> {
                var remote = CommandCodec.remote(event.bytes());
                post(() -> worker.onRemoteTransport(key, remote));
            }
            case EXPIRE -> {
                Route route = route(key);
                post(() -> worker.onExpire(route));
            }
            case CONFERENCE_FAILED -> post(() -> worker.onConferenceFailed(String.valueOf(conferenceId)));
            case PLAN -> {
                ConferencePlan plan = PlanCodec.plan(event.bytes());
                post(() -> worker.onPlan(plan));
            }
            case KEYS -> {
                SrtpProfile profile = SrtpProfile.byId((int) event.a());
                if (profile == null) {
                    throw new StateException("an unknown SRTP profile");
                }
                port.profile(key, profile);
                keys.complete(key, profile);
            }
            case KEYS_ENDED -> keys.end(key);
            case KEY_FRAME -> post(() -> worker.onKeyFrameRequest(key, (int) event.a(), (int) event.b()));
            case ALLOCATION -> post(() -> worker.onAllocation(key, event.a(), event.b()));
            case HEARD -> post(() -> worker.onHeard(key, (int) event.a(), event.b() == 1));
            case INJECTED -> post(() -> worker.onInject(key, event.bytes(), event.a()));
            case STUN -> port.stun(event, nowNs);
            case RTP -> port.rtp(event, nowNs);
            case RTCP -> port.rtcp(event, nowNs);
            case RANDOM -> random.add(event.a());
            case WANTS_LAYERS -> {
                Wishes wish = wishes.get(key);
                if (wish != null) {
                    wish.wantsLayers = event.a() == 1;
                }
            }
            case RESTORE -> throw new StateException("state within a segment");
            case SEGMENT, TURN, TIMER, FAN_OUT, SENT_RTP, SENT_RTCP, SENT_STUN, ESTIMATE -> {}
            case ASKED_KEY_FRAME, ASKED_HEARD, SPEECH, PACED -> {}
        }
    }

    private void add(CommandCodec.Added added) {
        Route route = added.route();
        conferenceId = added.spec().conferenceId();
        routes.put(route.endpointKey(), route);
        Wishes wish = new Wishes();
        wishes.put(route.endpointKey(), wish);
        post(() -> {
            keys.next(route.endpointKey());
            worker.endpoints().incrementAndGet();
            worker.ufrags().add(route);
            worker.onAddEndpoint(route, added.spec(), new Silent(), wish);
        });
    }

    private Route route(int key) throws StateException {
        Route route = routes.get(key);
        if (route == null) {
            throw new StateException("an endpoint that was not added: " + key);
        }
        return route;
    }

    private void post(Runnable command) {
        worker.commands().post(command);
    }

    @Override
    public void close() {
        worker.close();
    }

    /** Control is not there: what it did is in the log. */
    private static final class Silent implements EndpointListener {
        @Override
        public void onIceState(IceState state) {}

        @Override
        public void onDtlsConnected(SrtpProfile profile) {}

        @Override
        public void onDtlsFailed(String reason) {}
    }

    private static final class Wishes implements EndpointSession.StatsSink {
        boolean wantsLayers;

        @Override
        public void publish(EndpointStats stats) {}

        @Override
        public boolean wantsLayers() {
            return wantsLayers;
        }

        @Override
        public boolean wantsStreams() {
            return false;
        }

        @Override
        public void publishStreams(StreamStats streams) {}

        @Override
        public void publishLayers(Map<Integer, LayersSnapshot> layers) {}
    }
}
