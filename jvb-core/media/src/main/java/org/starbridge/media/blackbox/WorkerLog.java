package org.starbridge.media.blackbox;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.agrona.collections.Int2ObjectHashMap;
import org.starbridge.lastn.speech.SpeechActivity;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.media.demux.Route;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.forward.Receiver;
import org.starbridge.media.plan.ConferencePlan;
import org.starbridge.media.source.KeyFrameRequestSink;
import org.starbridge.media.speech.LoudestFeedback;
import org.starbridge.media.speech.SpeechRouting;
import org.starbridge.media.speech.SpeechSink;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.udp.SocketAddresses;

/**
 * Logs of the conferences on one worker. Owned by the worker; if it is off, all of its methods return at once. Before
 * the first endpoint of a conference nothing of the conference is logged, after the last one its log ends.
 */
public final class WorkerLog {
    private static final long LOOK_NS = 100_000_000;

    private final BlackBoxSettings settings;
    private final AtomicLong total;
    private final Turn turn = new Turn();
    private long nextLookNs;
    private final Map<String, ConferenceLog> conferences = new HashMap<>();
    private final Int2ObjectHashMap<EndpointLog> endpoints = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<LoggedWishes> wishes = new Int2ObjectHashMap<>();

    /** @param total the memory of all logs of the process */
    public WorkerLog(BlackBoxSettings settings, AtomicLong total) {
        this.settings = settings;
        this.total = total;
    }

    /** One that logs nothing. */
    public static WorkerLog off() {
        return new WorkerLog(BlackBoxSettings.OFF, new AtomicLong());
    }

    public boolean isOn() {
        return settings.isOn();
    }

    /** A duty cycle begins. */
    public void beginTurn(long nowNs) {
        turn.begin(nowNs);
    }

    /** Returns whether it is time to look for conferences whose log should begin a segment. */
    public boolean isSegmentDue() {
        return isOn() && turn.nowNs() >= nextLookNs;
    }

    /** Conferences whose log should begin a segment. */
    public List<String> wantingSegments() {
        nextLookNs = turn.nowNs() + LOOK_NS;
        return conferences.entrySet().stream()
                .filter(conference -> conference.getValue().wantsSegment())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The endpoints of a conference, in the order in which they came. */
    public List<Integer> endpointsOf(String conferenceId) {
        ConferenceLog log = conferences.get(conferenceId);
        return endpoints.entrySet().stream()
                .filter(endpoint -> endpoint.getValue().conference() == log)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /**
     * A segment begins with the state of its conference.
     *
     * @param records of the endpoints, without keys
     */
    public void beginSegment(ConferencePlan plan, List<EndpointSession> sessions, List<byte[]> records) {
        ConferenceLog log = conferences.get(plan.conferenceId());
        if (log == null) {
            return;
        }
        log.begin();
        for (EndpointSession session : sessions) {
            byte[] added = CommandCodec.endpoint(session.route(), session.spec());
            log.add(EventKind.ADD_ENDPOINT, session.route().endpointKey(), 0, 0, added);
        }
        log.add(EventKind.PLAN, 0, plan.version(), 0, PlanCodec.plan(plan));
        for (int i = 0; i < sessions.size(); i++) {
            int key = sessions.get(i).route().endpointKey();
            EndpointLog endpoint = endpoints.get(key);
            if (endpoint != null) {
                endpoint.onSegment();
                LoggedWishes wish = wishes.get(key);
                if (wish != null) {
                    wish.forget();
                }
                log.add(EventKind.RESTORE, key, endpoint.profileId(), 0, records.get(i));
            }
        }
    }

    /** An endpoint is about to be added. */
    public void onAddEndpoint(Route route, EndpointSpec spec) {
        if (isOn()) {
            conferences
                    .computeIfAbsent(spec.conferenceId(), _ -> new ConferenceLog(turn, settings, total))
                    .add(EventKind.ADD_ENDPOINT, route.endpointKey(), 0, 0, CommandCodec.endpoint(route, spec));
        }
    }

    /** It was added; from now on its packets are logged. */
    public void onAdded(Route route, EndpointSpec spec, Receiver receiver) {
        ConferenceLog log = conferences.get(spec.conferenceId());
        if (log != null) {
            EndpointLog endpoint = new EndpointLog(log, turn, route.endpointKey(), receiver);
            endpoints.put(route.endpointKey(), endpoint);
            receiver.log(endpoint);
        }
    }

    /** It is about to end. */
    public void onExpire(Route route) {
        command(EventKind.EXPIRE, route.endpointKey(), 0, 0);
    }

    /** It has ended. */
    public void onExpired(Route route) {
        wishes.remove(route.endpointKey());
        EndpointLog endpoint = endpoints.remove(route.endpointKey());
        if (endpoint != null && endpoints.values().stream().noneMatch(other -> other.isIn(endpoint))) {
            conferences.values().remove(endpoint.conference());
            endpoint.conference().drop();
        }
    }

    /** An ICE restart begins. */
    public void onIceRestart(Route route, int generation, IceCredentials local) {
        if (isOn()) {
            command(EventKind.ICE_RESTART, route.endpointKey(), generation, 0, CommandCodec.credentials(local));
        }
    }

    /** The peer described its transport. */
    public void onRemoteTransport(int endpointKey, RemoteTransport remote) {
        if (isOn()) {
            command(EventKind.REMOTE_TRANSPORT, endpointKey, 0, 0, CommandCodec.remote(remote));
        }
    }

    /** A plan is about to be carried out. */
    public void onPlan(ConferencePlan plan) {
        ConferenceLog log = conferences.get(plan.conferenceId());
        if (log != null) {
            log.add(EventKind.PLAN, 0, plan.version(), 0, PlanCodec.plan(plan));
        }
    }

    /** Something of a conference that has no endpoint. */
    public void onConference(EventKind kind, String conferenceId, long a, long b) {
        ConferenceLog log = conferences.get(conferenceId);
        if (log != null) {
            log.add(kind, 0, a, b);
        }
    }

    /** A command to an endpoint, or what came of it. */
    public void command(EventKind kind, int endpointKey, long a, long b) {
        EndpointLog endpoint = endpoints.get(endpointKey);
        if (endpoint != null) {
            endpoint.add(kind, a, b, null);
        }
    }

    private void command(EventKind kind, int endpointKey, long a, long b, byte[] bytes) {
        EndpointLog endpoint = endpoints.get(endpointKey);
        if (endpoint != null) {
            endpoint.add(kind, a, b, bytes);
        }
    }

    /** A timer of an endpoint ran. */
    public void onTimer(int endpointKey) {
        EndpointLog endpoint = endpoints.get(endpointKey);
        if (endpoint != null) {
            endpoint.onTimer();
        }
    }

    /** A STUN message came. */
    public void onStun(int endpointKey, long remote, long address, int lengthBytes) {
        EndpointLog endpoint = endpoints.get(endpointKey);
        if (endpoint != null) {
            endpoint.onStun(remote, SocketAddresses.SIZE_BYTES, address, lengthBytes);
        }
    }

    /** Random numbers of {@code source}, logged for the endpoint or conference that the worker works for. */
    public RandomGenerator random(RandomGenerator source, FaultContext context) {
        return isOn() ? new LoggedRandom(source, context) : source;
    }

    /** A sink of speech that logs what it takes. */
    public SpeechRouting logging(SpeechRouting routing) {
        return isOn() ? new SpeechRouting(routing.settings(), new LoggedSpeech(routing.sink())) : routing;
    }

    /** The same of who is heard. */
    public LoudestFeedback loggingHeard(LoudestFeedback feedback) {
        return isOn()
                ? (key, handle, isHeard) -> {
                    command(EventKind.ASKED_HEARD, key, handle, isHeard ? 1 : 0);
                    return feedback.onHeard(key, handle, isHeard);
                }
                : feedback;
    }

    /** The same of key frame requests. */
    public KeyFrameRequestSink loggingRequests(KeyFrameRequestSink requests) {
        return isOn()
                ? (source, ssrc, encoding) -> {
                    command(EventKind.ASKED_KEY_FRAME, source.endpointKey(), ssrc, encoding);
                    requests.request(source, ssrc, encoding);
                }
                : requests;
    }

    /** A sink of figures of an endpoint whose wishes are logged: they change its timers. */
    public EndpointSession.StatsSink logging(Route route, EndpointSession.StatsSink sink) {
        if (!isOn()) {
            return sink;
        }
        int key = route.endpointKey();
        LoggedWishes logged = new LoggedWishes(sink, turn, wish -> command(EventKind.WANTS_LAYERS, key, wish, 0));
        wishes.put(key, logged);
        return logged;
    }

    /** Returns copies of the segments of a conference's log, the oldest first; empty if there is none. */
    public Optional<List<LogFile.Part>> segments(String conferenceId) {
        return Optional.ofNullable(conferences.get(conferenceId)).map(ConferenceLog::copy);
    }

    /** Returns what was written of a conference since the last call, and forgets it: for a replay. */
    public byte[] take(String conferenceId) {
        ConferenceLog log = conferences.get(conferenceId);
        return log == null ? new byte[0] : log.take();
    }

    private final class LoggedSpeech implements SpeechSink {
        private final SpeechSink sink;

        LoggedSpeech(SpeechSink sink) {
            this.sink = sink;
        }

        @Override
        public void onSpeech(String conferenceId, SpeechActivity.Snapshot snapshot) {
            onConference(EventKind.SPEECH, conferenceId, HeaderHash.fold(snapshot.hashCode()), 0);
            sink.onSpeech(conferenceId, snapshot);
        }

        @Override
        public void onWeighed(String conferenceId) {
            onConference(EventKind.SPEECH, conferenceId, 0, 0);
            sink.onWeighed(conferenceId);
        }
    }

    private final class LoggedRandom implements RandomGenerator {
        private final RandomGenerator source;
        private final FaultContext context;

        LoggedRandom(RandomGenerator source, FaultContext context) {
            this.source = source;
            this.context = context;
        }

        @Override
        public long nextLong() {
            long value = source.nextLong();
            String conferenceId = context.conferenceId();
            if (conferenceId != null) {
                onConference(EventKind.RANDOM, conferenceId, value, 0);
            }
            return value;
        }
    }
}
