package org.starbridge.jvb.worker;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.demux.Route;
import org.starbridge.jvb.drop.DropCounters;
import org.starbridge.jvb.drop.DropReason;
import org.starbridge.jvb.egress.Egress;
import org.starbridge.jvb.endpoint.EndpointSession;
import org.starbridge.jvb.endpoint.KeyAgreement;
import org.starbridge.jvb.forward.FanOut;
import org.starbridge.jvb.forward.FanOuts;
import org.starbridge.jvb.forward.OutgoingStream;
import org.starbridge.jvb.media.EndpointListener;
import org.starbridge.jvb.media.EndpointSpec;
import org.starbridge.jvb.media.ErrorHandler;
import org.starbridge.jvb.media.Fault;
import org.starbridge.jvb.media.MediaKind;
import org.starbridge.jvb.media.RemoteTransport;
import org.starbridge.jvb.ring.PacketRing;
import org.starbridge.jvb.ring.RingCursor;
import org.starbridge.jvb.source.IncomingStream;
import org.starbridge.jvb.speech.SpeechWatch;
import org.starbridge.rtp.memory.OutOfNativeMemoryException;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceCounters;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * One media worker: its endpoints, its socket, its ring. Whoever runs {@link #doWork} owns it all; other threads go
 * through {@link #commands}.
 */
public final class MediaWorker implements AutoCloseable {
    /** Protected packets between two looks at the socket: about a millisecond's work. */
    static final int FAN_OUT_BUDGET = 512;

    private static final int BATCH = 64;
    private static final int MAX_COMMANDS_PER_CYCLE = 256;
    private static final int MAX_TIMERS_PER_CYCLE = 256;
    /** Of each ring; a record costs little before its receivers have their turns. */
    private static final int MAX_RECORDS_PER_CYCLE = 512;
    /** A socket that takes nothing more is tried again after this. */
    private static final long FULL_SOCKET_WAIT_NS = 1_000_000;

    private final int index;
    private final WorkerSettings settings;
    private final DatagramPort port;
    private final PacketRing ring;
    private final WorkerCommands commands;
    private final Ufrags ufrags;
    private final LocalAddresses localAddresses;
    private final AtomicInteger endpoints = new AtomicInteger();
    private final ReceiveBatch received = new ReceiveBatch(BATCH);
    private final Sessions sessions = new Sessions();
    private final FanOuts fanOuts = new FanOuts();
    private final DropCounters drops = new DropCounters();
    private final KnownTuples tuples = new KnownTuples(drops);
    private final DtlsDrops dtlsDrops = new DtlsDrops();
    private final WorkerCounters counters = new WorkerCounters();
    private final IceCounters iceTotals = new IceCounters();
    private final Egress egress;
    private final IceEvents iceEvents;
    private final NewIceAgents iceAgents;
    private final DatagramRouter router;
    private final FeedbackPath feedback;
    private final PacketPath path;
    private final Membership membership;
    private final AddressAnnouncements announcements;
    private final KeyFrameWishes keyFrameWishes;
    private final SpeechWatch speech;
    private final ErrorHandler errors;
    private final InHand inHand = new InHand();
    /** An array: going through a list makes an iterator, each turn. */
    private RingCursor[] readers = {};

    private long nowNs;
    private long faults;
    private boolean hadPlan;
    private volatile WorkerSnapshot snapshot = WorkerSnapshot.EMPTY;
    private long nextSnapshotAtNs;

    MediaWorker(
            int index,
            WorkerSettings settings,
            DatagramPort port,
            Ufrags ufrags,
            Neighbours neighbours,
            KeyFrameWishes keyFrameWishes,
            AddressAnnouncements announcements,
            SpeechWatch speech,
            ErrorHandler errors) {
        this.index = index;
        this.errors = errors;
        this.settings = settings;
        this.port = port;
        this.ufrags = ufrags;
        this.announcements = announcements;
        this.keyFrameWishes = keyFrameWishes;
        this.speech = speech;
        localAddresses = new LocalAddresses(settings.candidates());
        ring = new PacketRing(settings.ringBytes());
        commands = new WorkerCommands(settings.commandQueueCapacity());
        egress = new Egress(port, 2 * BATCH);
        iceAgents = new NewIceAgents(settings, iceTotals);
        iceEvents = new IceEvents(port, egress, drops, tuples, ufrags, announcements);
        router = new DatagramRouter(
                index, tuples, ufrags, sessions, ring, neighbours, localAddresses, iceEvents, inHand);
        feedback = new FeedbackPath(fanOuts, ring, egress, drops, counters, neighbours, keyFrameWishes);
        path = new PacketPath(router, feedback, ring, fanOuts, egress, drops, counters, neighbours, speech, inHand);
        membership = new Membership(
                index, sessions, fanOuts, keyFrameWishes, settings.keyFrameLimits(), settings.audio(), speech);
    }

    /** A reader of this worker's ring; taken for every worker before any of them runs. */
    RingCursor ringCursor() {
        return ring.cursor();
    }

    /** The rings to read: every worker's, its own included. */
    void readRings(List<RingCursor> cursors) {
        readers = cursors.toArray(new RingCursor[0]);
    }

    /**
     * One duty cycle, always in this order: commands, receive, packet path, timers, flush.
     *
     * @param nowNs the media clock; grows from call to call
     * @return how much was done; 0 means that there was nothing to do
     */
    public int doWork(long nowNs) {
        this.nowNs = nowNs;
        int work = runCommands();
        work += receive(nowNs);
        work += readRings(nowNs);
        work += fanOut(nowNs);
        work += runTimers(nowNs);
        work += weighSpeech(nowNs);
        work += egress.flush();
        if (nowNs >= nextSnapshotAtNs) {
            publishSnapshot(nowNs);
        }
        return work;
    }

    /** When there will be something to do even if nothing comes. */
    public long nextDeadlineNs() {
        long deadline = Math.min(Math.min(sessions.nextDeadlineNs(), speech.nextDeadlineNs()), nextSnapshotAtNs);
        return egress.isEmpty() ? deadline : Math.min(deadline, nowNs + FULL_SOCKET_WAIT_NS);
    }

    /**
     * Whether the next duty cycle should follow at once: a command or a record waits, or the last look at the socket filled
     * the batch. What is still in the socket otherwise ends a sleep by itself.
     */
    public boolean mayHaveMore() {
        if (!commands.isEmpty() || received.size() == received.capacity() || path.hasWaiting()) {
            return true;
        }
        for (RingCursor reader : readers) {
            if (reader.hasNext()) {
                return true;
            }
        }
        return false;
    }

    private int runCommands() {
        int done = 0;
        hadPlan = false;
        while (done < MAX_COMMANDS_PER_CYCLE && !hadPlan) { // a plan takes as long as hundreds of packets
            Runnable command = commands.poll();
            if (command == null) {
                break;
            }
            done++;
            inHand.nobody();
            try {
                command.run();
            } catch (Throwable e) {
                onFault("a command", inHand.conferenceId(), e);
            }
        }
        return done;
    }

    private int receive(long nowNs) {
        int count = port.receive(received);
        for (int i = 0; i < count; i++) {
            inHand.nobody();
            try {
                path.onDatagram(
                        received.address(i), received.lengthBytes(i), received.remote(i), received.arrivalNs(i), nowNs);
            } catch (Throwable e) {
                onFault("a datagram", inHand.conferenceId(), e);
            }
        }
        return count;
    }

    private int readRings(long nowNs) {
        int taken = 0;
        for (RingCursor reader : readers) {
            try {
                taken += path.take(reader, index, MAX_RECORDS_PER_CYCLE, nowNs);
            } catch (Throwable e) {
                onFault("a record", inHand.conferenceId(), e);
                reader.advance();
            }
        }
        return taken;
    }

    private int fanOut(long nowNs) {
        try {
            return path.fanOut(FAN_OUT_BUDGET, nowNs);
        } catch (Throwable e) {
            onFault("a fan-out", inHand.conferenceId(), e);
            return 1;
        }
    }

    private int runTimers(long nowNs) {
        int done = 0;
        for (EndpointSession due = sessions.due(nowNs);
                due != null && done < MAX_TIMERS_PER_CYCLE;
                due = sessions.due(nowNs)) {
            inHand.session(due);
            try {
                due.onTimeout(nowNs, iceEvents.of(due));
                feedback.sendDue(due, nowNs);
            } catch (Throwable e) {
                onFault("a timer", inHand.conferenceId(), e);
            }
            if (!due.isClosed()) {
                sessions.reschedule(due);
            }
            done++;
        }
        return done;
    }

    private int weighSpeech(long nowNs) {
        try {
            return speech.decide(nowNs);
        } catch (Throwable e) {
            onFault("speech", speech.conferenceInHand(), e);
            return 1;
        }
    }

    /**
     * A bug: the conference for which the worker was working ends here and, through the handler, everywhere; all others go
     * on. A machine that is out of memory or broken is no conference's fault, so that is left to the thread.
     */
    private void onFault(String where, @Nullable String conferenceId, Throwable cause) {
        if (cause instanceof VirtualMachineError machine && !(cause instanceof StackOverflowError)) {
            throw machine;
        }
        EndpointSession session = inHand.session();
        if (cause instanceof OutOfNativeMemoryException && session != null) {
            errors.onFault(new Fault(index, where, null, cause));
            giveUp(session);
            return;
        }
        faults++;
        errors.onFault(new Fault(index, where, conferenceId, cause));
        if (conferenceId != null) {
            onConferenceFailed(conferenceId);
        }
    }

    /** There is no memory for one endpoint: it alone ends, and control hears of it as of a failed handshake. */
    private void giveUp(EndpointSession session) {
        releasing(() -> session.onKeysFailed("overloaded: no native memory left for this endpoint"));
        releasing(() -> onExpire(session.route()));
    }

    /** Drops all that this worker has of a conference. What fails in that, fails alone. */
    void onConferenceFailed(String conferenceId) {
        releasing(() -> membership.end(conferenceId));
        for (EndpointSession session : List.copyOf(sessions.all())) {
            if (session.spec().conferenceId().equals(conferenceId)) {
                releasing(() -> onExpire(session.route()));
            }
        }
    }

    private void releasing(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            faults++;
            errors.onFault(new Fault(index, "the end of a failed conference", null, e));
        }
    }

    private void publishSnapshot(long nowNs) {
        nextSnapshotAtNs = nowNs + 1_000_000_000;
        long overruns = 0;
        for (RingCursor reader : readers) {
            overruns += reader.overruns();
        }
        snapshot = new WorkerSnapshot(
                nowNs,
                counters.packetsReceived,
                counters.bytesReceived,
                egress.packetsSent(),
                egress.bytesSent(),
                counters.packetsForwarded,
                counters.keyFramesReceived,
                counters.keyFrameRequestsSent,
                drops.copy(),
                iceTotals.droppedByReason(),
                port.sendFaults().copy(),
                port.counts().copy(),
                tuples.size(),
                dtlsDrops.sum(sessions.all()),
                overruns,
                path.ringOccupancy(),
                port.kernelDrops(),
                commands.rejections(),
                sessions.size(),
                counters.lossRecovery(),
                faults);
    }

    // Commands: the worker's thread runs these.

    void onAddEndpoint(Route route, EndpointSpec spec, EndpointListener listener, EndpointSession.StatsSink statsSink) {
        inHand.conference(spec.conferenceId());
        IceAgent ice = iceAgents.make(spec.iceRole(), spec.credentials());
        KeyAgreement keyAgreement = settings.keyAgreement().create(spec.identity(), spec.data(), new KeyEvents(route));
        try {
            sessions.add(new EndpointSession(
                    route,
                    spec,
                    listener,
                    statsSink,
                    ice,
                    settings.iceRestarts(),
                    keyAgreement,
                    settings.crypto(),
                    settings.retransmission(),
                    nowNs));
        } catch (OutOfNativeMemoryException e) {
            errors.onFault(new Fault(index, "a new endpoint", null, e));
            keyAgreement.close();
            listener.onDtlsFailed("overloaded: no native memory left for this endpoint");
            onExpire(route);
        }
    }

    void onIceRestart(Route route, int generation, IceCredentials local) {
        EndpointSession session = find(route.endpointKey());
        if (session == null) {
            ufrags.remove(local.ufrag(), route);
            return;
        }
        IceAgent agent = iceAgents.make(session.spec().iceRole(), local);
        session.transport().onIceRestart(nowNs, generation, agent, iceEvents.of(session));
        sessions.reschedule(session);
    }

    void onRemoteTransport(int endpointKey, RemoteTransport remote) {
        EndpointSession session = find(endpointKey);
        if (session != null) {
            session.transport().onRemote(nowNs, remote, iceEvents.of(session));
            sessions.reschedule(session);
        }
    }

    void onExpire(Route route) {
        if (ufrags.remove(route)) { // also when there was no session, because making one failed
            endpoints.decrementAndGet();
            announcements.forget(route);
        }
        EndpointSession session = find(route.endpointKey());
        if (session == null) {
            return;
        }
        session.transport().ufrags().forEach(ufrag -> ufrags.remove(ufrag, route));
        dtlsDrops.onGone(session);
        sessions.remove(session);
        try {
            egress.flush(); // nothing of it may wait in a slot when its memory goes
        } finally {
            session.close();
        }
    }

    /** An endpoint of this worker or null; what follows is done for it. */
    private @Nullable EndpointSession find(int endpointKey) {
        EndpointSession session = sessions.find(endpointKey);
        if (session != null) {
            inHand.session(session);
        }
        return session;
    }

    void onPlan(ConferencePlan plan) {
        hadPlan = true;
        inHand.conference(plan.conferenceId());
        membership.onPlan(plan, nowNs);
    }

    void onLearn(Tuple tuple, Route route) {
        tuples.learn(tuple, route);
    }

    void onForget(Tuple tuple, Route route) {
        tuples.forget(tuple, route);
    }

    void onForget(Route route) {
        tuples.forget(route);
    }

    void onKeyFrameWish(int endpointKey, int ssrc) {
        EndpointSession session = find(endpointKey);
        IncomingStream stream = session == null ? null : session.incoming().find(ssrc);
        if (session != null && stream != null) {
            session.incoming().requestKeyFrame(stream);
            sessions.reschedule(session);
        }
    }

    void onHeard(int endpointKey, int handle, boolean isHeard) {
        EndpointSession session = find(endpointKey);
        if (session != null) {
            session.incoming().hear(handle, isHeard);
        }
    }

    private void onKeys(int endpointKey, SrtpKeys keys) {
        EndpointSession session = find(endpointKey);
        if (session != null) {
            session.onKeys(keys);
            keys.wipe();
            requestKeyFramesFor(session);
        }
    }

    /** What was asked for when the receiver joined may have come before it could be sent anything. */
    private void requestKeyFramesFor(EndpointSession receiver) {
        for (OutgoingStream stream : receiver.outgoing().all()) {
            FanOut fanOut = fanOuts.find(stream.handle());
            if (fanOut != null && stream.kind() == MediaKind.VIDEO) {
                keyFrameWishes.request(fanOut.source(), stream.sourceSsrc());
            }
        }
    }

    /** For whoever runs it. */
    Footprint.Tables tables() {
        return new Footprint.Tables(sessions.size(), tuples.size(), membership.size(), fanOuts.size());
    }

    WorkerCommands commands() {
        return commands;
    }

    /** Endpoints that were given to this worker and did not expire yet. Any thread. */
    AtomicInteger endpoints() {
        return endpoints;
    }

    /** Figures at most about a second old. Any thread. */
    WorkerSnapshot snapshot() {
        return snapshot;
    }

    /** When it last gave a sign of life, on the media clock: one a second, also without work. Any thread. */
    public long heartbeatNs() {
        return snapshot.atNs();
    }

    /** Its number among the workers, from 0. */
    public int index() {
        return index;
    }

    /** The socket it hears. */
    public DatagramPort port() {
        return port;
    }

    /** What wakes the worker's thread when it sleeps. */
    public void waker(Runnable waker) {
        commands.waker(waker);
    }

    /** What a session's key agreement puts out, on some other thread. */
    private final class KeyEvents implements KeyAgreement.Listener {
        private final Route route;

        KeyEvents(Route route) {
            this.route = route;
        }

        @Override
        public void send(byte[] datagram) {
            commands.offer(() -> sendTo(datagram));
        }

        private void sendTo(byte[] datagram) {
            EndpointSession session = find(route.endpointKey());
            DropReason refused = session == null
                    ? null
                    : egress.send(datagram, session.receiver().destination());
            if (refused != null) {
                drops.count(refused);
            }
        }

        @Override
        public void onKeys(SrtpKeys keys) {
            commands.post(() -> MediaWorker.this.onKeys(route.endpointKey(), keys));
        }

        @Override
        public void onFailed(String reason) {
            commands.post(() -> withSession(session -> session.onKeysFailed(reason)));
        }

        @Override
        public void onClosed() {
            commands.post(() -> withSession(session -> session.onKeysFailed("the peer closed the DTLS session")));
        }

        private void withSession(java.util.function.Consumer<EndpointSession> action) {
            EndpointSession session = find(route.endpointKey());
            if (session != null) {
                action.accept(session);
            }
        }
    }

    @Override
    public void close() {
        for (EndpointSession session : List.copyOf(sessions.all())) {
            onExpire(session.route());
        }
        egress.flush();
        egress.close();
        router.close();
        feedback.close();
        received.close();
        iceEvents.close();
        tuples.close();
        ring.close();
    }
}
