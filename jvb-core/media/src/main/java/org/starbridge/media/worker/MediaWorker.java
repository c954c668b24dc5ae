package org.starbridge.media.worker;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.media.api.TapQueue;
import org.starbridge.media.blackbox.EventKind;
import org.starbridge.media.blackbox.WorkerLog;
import org.starbridge.media.cost.CostSampler;
import org.starbridge.media.demux.KnownTuples;
import org.starbridge.media.demux.LocalAddresses;
import org.starbridge.media.demux.Route;
import org.starbridge.media.demux.UfragTable;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.feedback.KeyFrameRequester;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.plan.ConferencePlan;
import org.starbridge.media.plan.PlanInstaller;
import org.starbridge.media.queue.WorkerCommands;
import org.starbridge.media.ring.PacketRing;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.media.session.StunHandler;
import org.starbridge.media.speech.SpeechMonitor;
import org.starbridge.media.transit.TransitSampler;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.platform.Sleeper;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.MultiPortSocket;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * One media worker: its endpoints, its socket, its ring. The thread that runs {@link #doWork} owns it all; other
 * threads go through {@link #commands}.
 */
public final class MediaWorker implements AutoCloseable {
    /**
     * Protected packets between two looks at the socket: some 0.4 ms of work. What a small room sends waits there so
     * long while a large one's picture goes out.
     */
    static final int FAN_OUT_BUDGET = 64;

    private static final int BATCH = 64;
    /**
     * Batches received in a row, until the socket is empty. Receiving goes before sending, or the socket's queue would
     * grow. The rest of a frame arrives while its first packet is decrypted: received now, it goes to each receiver in
     * one system call with the first.
     */
    private static final int MAX_BATCHES_PER_CYCLE = 8;

    /** A join is several commands, each of which takes long while its code is cold; packets wait meanwhile. */
    private static final int MAX_COMMANDS_PER_CYCLE = 8;
    /** 32 timers × 30 µs = 1 ms, the longest that a packet may wait. */
    private static final int MAX_TIMERS_PER_CYCLE = 32;
    /** Of each ring; a record costs little before its receivers have their turns. */
    private static final int MAX_RECORDS_PER_CYCLE = 512;
    /** A socket that takes nothing more is tried again after this. */
    private static final long FULL_SOCKET_WAIT_NS = 1_000_000;

    private final WorkerContext context;
    private final MultiPortSocket port;
    private final WorkerLog log;
    private final PacketRing ring;
    private final WorkerCommands commands;
    private final ReceiveBatch received = new ReceiveBatch(BATCH);
    private final FaultContext faultContext = new FaultContext();
    private final EndpointTable sessions = new EndpointTable(faultContext);
    private final FanOuts fanOuts = new FanOuts();
    private final CostSampler costs;
    private final TransitSampler transit;
    private final Egress egress;
    private final WorkerFigures figures;
    private final KnownTuples tuples;
    private final EndpointSessions endpointSessions;
    private final DatagramHandover handover;
    private final PacketPipeline pipeline;
    private final KeyFrameRequester keyFrameRequests;
    private final PlanInstaller plans;
    private final FaultContainment faults;
    private final SpeechMonitor speech;
    /** An array: going through a list makes an iterator, each turn. */
    private RingCursor[] readers = {};

    private long nowNs;
    private final LogSegments segments;
    private boolean hadPlan;
    /** Written by its thread. */
    private volatile boolean isResting;

    private volatile WorkerSnapshot snapshot = WorkerSnapshot.EMPTY;
    private long nextSnapshotAtNs;

    MediaWorker(WorkerContext context) {
        WorkerSettings settings = context.settings();
        this.context = context;
        port = context.port();
        log = context.log();
        speech = context.speech();
        ring = new PacketRing(settings.ringBytes());
        commands = new WorkerCommands(settings.commandQueueCapacity());
        costs = CostSampler.of(settings.debug().stopwatchNs());
        transit = new TransitSampler(settings.debug().transit());
        egress = new Egress(
                port, 2 * BATCH, costs, DebugSettings.loss(settings.debug().outgoingLoss(), 2L * context.index()));
        figures = new WorkerFigures(port, egress, sessions, commands, costs);
        tuples = new KnownTuples(port.localAddress().getPort(), figures.drops);
        keyFrameRequests = new KeyFrameRequester(fanOuts, log.loggingRequests(context.keyFrameRequests()));
        endpointSessions = new EndpointSessions(
                context,
                settings.with(log.random(settings.random(), faultContext)),
                commands,
                sessions,
                tuples,
                egress,
                figures,
                keyFrameRequests,
                () -> readers[0].lookback());
        handover = new DatagramHandover(context.index(), ring, context.notifier());
        StunHandler stun =
                new StunHandler(new LocalAddresses(settings.candidates().get()), endpointSessions.iceEvents());
        DatagramRouter router = new DatagramRouter(
                context.index(), tuples, context.ufrags(), sessions, stun, handover, faultContext, log);
        pipeline = new PacketPipeline(
                context,
                figures,
                ring,
                egress,
                fanOuts,
                new Demultiplexer(router, handover, faultContext, transit),
                keyFrameRequests);
        plans = new PlanInstaller(
                context.index(),
                sessions,
                fanOuts,
                keyFrameRequests,
                settings.keyFrameLimits(),
                settings.audio(),
                speech);
        segments = new LogSegments(log, sessions, endpointSessions, plans);
        faults = new FaultContainment(
                context.index(), context.errors(), faultContext, sessions, plans, endpointSessions.removal());
    }

    /** A reader of this worker's ring; taken for every worker before any of them runs. */
    RingCursor ringCursor() {
        return ring.cursor();
    }

    /** Brings the ring's memory in, which takes milliseconds. Any thread, until {@link #close}. */
    void makeRingResident() {
        ring.makeResident();
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
        log.beginTurn(nowNs);
        if (log.isSegmentDue() && !isResting && isQuiet()) {
            segments.begin(nowNs);
        }
        costs.beginCycle();
        int work = runCommands();
        if (isResting) {
            return work + finish(nowNs);
        }
        work += receive(nowNs);
        work += readRings(nowNs);
        work += fanOut(nowNs);
        work += runTimers(nowNs);
        work += repeatKeyFrameRequests(nowNs);
        work += weighSpeech(nowNs);
        work += egress.flush();
        if (costs.isOn()) {
            transit.onHandedOver(costs.endCycle());
        }
        if (nowNs >= nextSnapshotAtNs) {
            publishSnapshot(nowNs);
        }
        return work;
    }

    /** What a resting worker does: datagrams stay in the socket, timers wait, packets that were received leave. */
    private int finish(long nowNs) {
        int work = readRings(nowNs) + fanOut(nowNs);
        try {
            work += pipeline.flushPacer(nowNs);
        } catch (Throwable e) {
            faults.onFault("a fan-out", e);
        }
        work += repeatKeyFrameRequests(nowNs) + egress.flush();
        if (nowNs >= nextSnapshotAtNs) {
            publishSnapshot(nowNs);
        }
        return work;
    }

    /** Returns the time at which there will be something to do even if nothing comes. */
    public long nextDeadlineNs() {
        long deadline = Math.min(Math.min(sessions.nextDeadlineNs(), speech.nextDeadlineNs()), nextSnapshotAtNs);
        deadline = Math.min(deadline, Math.min(pipeline.nextReleaseNs(), keyFrameRequests.nextDeadlineNs()));
        return egress.isEmpty() ? deadline : Math.min(deadline, nowNs + FULL_SOCKET_WAIT_NS);
    }

    /**
     * Returns whether the next duty cycle should follow at once: a command, a record or a timer waits, or the last look
     * at the socket filled the batch. What is still in the socket otherwise ends a sleep by itself.
     */
    public boolean mayHaveMore() {
        if (isResting) {
            return !commands.isEmpty() || hasPacketsOnTheirWay() || keyFrameRequests.nextDeadlineNs() <= nowNs;
        }
        if (!commands.isEmpty()
                || received.size() == received.capacity()
                || pipeline.nextReleaseNs() <= nowNs
                || keyFrameRequests.nextDeadlineNs() <= nowNs
                || sessions.nextDeadlineNs() <= nowNs) {
            return true;
        }
        return hasPacketsOnTheirWay();
    }

    private boolean isQuiet() {
        return !hasPacketsOnTheirWay() && egress.isEmpty() && pipeline.nextReleaseNs() == Long.MAX_VALUE;
    }

    private boolean hasPacketsOnTheirWay() {
        if (pipeline.hasWaiting()) {
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
            faultContext.clear();
            try {
                command.run();
            } catch (Throwable e) {
                faults.onFault("a command", e);
            }
        }
        return done;
    }

    private int receive(long nowNs) {
        int count = 0;
        int batch = 1;
        for (int i = 0; batch > 0 && i < MAX_BATCHES_PER_CYCLE; i++) {
            batch = receiveBatch(nowNs);
            count += batch;
        }
        return count;
    }

    private int receiveBatch(long nowNs) {
        costs.begin();
        int count = port.receive(received);
        costs.endReceive();
        for (int i = 0; i < count; i++) {
            try {
                pipeline.onDatagram(received, i, nowNs);
            } catch (Throwable e) {
                faults.onFault("a datagram", e);
            }
        }
        return count;
    }

    private int readRings(long nowNs) {
        int taken = 0;
        for (RingCursor reader : readers) {
            try {
                taken += pipeline.takeRecords(reader, MAX_RECORDS_PER_CYCLE, nowNs);
            } catch (Throwable e) {
                faults.onFault("a record", e);
                reader.advance();
            }
        }
        return taken;
    }

    private int fanOut(long nowNs) {
        try {
            return pipeline.release(nowNs) + pipeline.fanOut(FAN_OUT_BUDGET, nowNs);
        } catch (Throwable e) {
            faults.onFault("a fan-out", e);
            return 1;
        }
    }

    private int runTimers(long nowNs) {
        int done = 0;
        for (EndpointSession due = sessions.due(nowNs);
                due != null && done < MAX_TIMERS_PER_CYCLE;
                due = sessions.due(nowNs)) {
            faultContext.session(due);
            costs.begin();
            log.onTimer(due.route().endpointKey());
            try {
                due.onTimeout(nowNs, endpointSessions.iceEvents().of(due));
                pipeline.sendDue(due, nowNs);
            } catch (Throwable e) {
                faults.onFault("a timer", e);
            }
            costs.endSent(due.receiver().cost(), 0);
            if (!due.isClosed()) {
                sessions.reschedule(due);
            }
            done++;
        }
        return done;
    }

    private int repeatKeyFrameRequests(long nowNs) {
        try {
            return keyFrameRequests.poll(nowNs);
        } catch (Throwable e) {
            faults.onFault("a key frame request", e);
            return 1;
        }
    }

    private int weighSpeech(long nowNs) {
        try {
            return speech.decide(nowNs);
        } catch (Throwable e) {
            faults.onFault("speech", speech.currentConference(), e);
            return 1;
        }
    }

    private void publishSnapshot(long nowNs) {
        nextSnapshotAtNs = nowNs + 1_000_000_000;
        transit.publish();
        snapshot = figures.snapshot(nowNs, readers, tuples, pipeline.ringOccupancy(), faults.faults());
    }

    // Commands: the worker's thread runs these.

    void onAddEndpoint(Route route, EndpointSpec spec, EndpointListener listener, EndpointSession.StatsSink statsSink) {
        faultContext.conference(spec.conferenceId());
        if (spec.hasUniquePort() && route.uniquePort() == 0) {
            figures.counters.increment(MediaCounter.UNIQUE_PORTS_MISSING);
        }
        log.onAddEndpoint(route, spec);
        endpointSessions.onAddEndpoint(route, spec, listener, log.logging(route, statsSink), nowNs);
        EndpointSession session = sessions.find(route.endpointKey());
        if (session != null) {
            log.onAdded(route, spec, session.receiver());
        }
    }

    /** Before its endpoint is added. */
    void onUniquePort(DatagramPort opened) {
        port.add(opened);
    }

    /** The ports of its peers; {@link MultiPortSocket#open} and {@link MultiPortSocket#discard} by any thread. */
    MultiPortSocket ports() {
        return port;
    }

    void onIceRestart(Route route, int generation, IceCredentials local) {
        log.onIceRestart(route, generation, local);
        endpointSessions.onIceRestart(route, generation, local, nowNs);
    }

    void onRemoteTransport(int endpointKey, RemoteTransport remote) {
        log.onRemoteTransport(endpointKey, remote);
        endpointSessions.onRemoteTransport(endpointKey, remote, nowNs);
    }

    void onExpire(Route route) {
        log.onExpire(route);
        endpointSessions.removal().onExpire(route);
        log.onExpired(route);
    }

    void onConferenceFailed(String conferenceId) {
        log.onConference(EventKind.CONFERENCE_FAILED, conferenceId, 0, 0);
        faults.onConferenceFailed(conferenceId);
    }

    void onPlan(ConferencePlan plan) {
        hadPlan = true;
        faultContext.conference(plan.conferenceId());
        log.onPlan(plan);
        plans.onPlan(plan, nowNs);
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

    void onKeyFrameRequest(int endpointKey, int ssrc, int encoding) {
        log.command(EventKind.KEY_FRAME, endpointKey, ssrc, encoding);
        endpointSessions.onKeyFrameRequest(endpointKey, ssrc, encoding);
    }

    void onTap(int endpointKey, TapQueue tap) {
        endpointSessions.onTap(endpointKey, tap);
    }

    void onUntap(int endpointKey, TapQueue tap) {
        endpointSessions.onUntap(endpointKey, tap);
    }

    void onInject(int endpointKey, byte[] packet, long extSeq) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            log.command(EventKind.INJECTED, endpointKey, extSeq, packet.length);
            pipeline.onInjected(session, packet, extSeq, nowNs);
        }
    }

    void onCapture(int endpointKey, TapQueue queue, boolean hasPayloads) {
        endpointSessions.onCapture(endpointKey, queue, hasPayloads);
    }

    void onEndCapture(int endpointKey, TapQueue queue) {
        endpointSessions.onEndCapture(endpointKey, queue);
    }

    void onAllocation(int endpointKey, long wantedBps, long allocatedBps) {
        log.command(EventKind.ALLOCATION, endpointKey, wantedBps, allocatedBps);
        endpointSessions.onAllocation(endpointKey, wantedBps, allocatedBps, nowNs);
    }

    void onRecordBandwidth(int endpointKey, boolean isOn) {
        endpointSessions.onRecordBandwidth(endpointKey, isOn, nowNs);
    }

    void onBandwidthTrace(int endpointKey, Consumer<byte[]> reader) {
        endpointSessions.onBandwidthTrace(endpointKey, reader, nowNs);
    }

    void onConnectionReport(int endpointKey, Consumer<ConnectionReport> reader) {
        endpointSessions.onConnectionReport(endpointKey, reader);
    }

    void onHeard(int endpointKey, int handle, boolean isHeard) {
        log.command(EventKind.HEARD, endpointKey, handle, isHeard ? 1 : 0);
        endpointSessions.onHeard(endpointKey, handle, isHeard);
    }

    void onRest(boolean rests) {
        isResting = rests;
        port.mute(false);
    }

    /** Returns whether nothing is on its way; then nothing leaves any more until it rests no longer. */
    boolean onRested() {
        boolean isQuiet = isResting && !hasPacketsOnTheirWay() && egress.isEmpty();
        port.mute(isQuiet);
        return isQuiet;
    }

    /** Returns whether it takes nothing from its socket. Any thread. */
    public boolean isResting() {
        return isResting;
    }

    byte @Nullable [] onSnapshot(int endpointKey) throws StateException {
        return endpointSessions.onSnapshot(endpointKey, plans, nowNs);
    }

    void onRestore(int endpointKey, byte[] record) throws StateException {
        endpointSessions.onRestore(endpointKey, record, plans, nowNs);
    }

    void onPublishFigures(int endpointKey) {
        endpointSessions.onPublishFigures(endpointKey, nowNs);
    }

    /** Returns the log of conferences; for the thread that runs it. */
    WorkerLog log() {
        return log;
    }

    /** For the thread that runs it. */
    TableSizes.Tables tables() {
        return new TableSizes.Tables(sessions.size(), tuples.size(), plans.size(), fanOuts.size());
    }

    UfragTable ufrags() {
        return context.ufrags();
    }

    WorkerCommands commands() {
        return commands;
    }

    /** Endpoints that were given to this worker and did not expire yet. Any thread. */
    AtomicInteger endpoints() {
        return endpointSessions.endpoints();
    }

    /** Figures at most about a second old. Any thread. */
    WorkerSnapshot snapshot() {
        return snapshot;
    }

    /** Returns the time of its last sign of life, on the media clock: one a second, also without work. Any thread. */
    public long heartbeatNs() {
        return snapshot.atNs();
    }

    /** Its number among the workers, from 0. */
    public int index() {
        return context.index();
    }

    /** The socket that it receives from. */
    public DatagramPort port() {
        return port;
    }

    /** Sets what the worker's thread sleeps in, before it runs. */
    public void sleepsIn(Sleeper sleeper) {
        port.wakes(sleeper);
    }

    /** Sets what wakes the worker's thread when it sleeps. */
    public void waker(Runnable waker) {
        commands.waker(waker);
    }

    @Override
    public void close() {
        endpointSessions.expireAll();
        egress.flush();
        egress.close();
        handover.close();
        pipeline.close();
        received.close();
        endpointSessions.close();
        tuples.close();
        port.close();
        ring.close();
    }
}
