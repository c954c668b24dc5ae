package org.starbridge.jvb.worker;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.starbridge.jvb.demux.Route;
import org.starbridge.jvb.endpoint.EndpointSession;
import org.starbridge.jvb.layers.LayersSnapshot;
import org.starbridge.jvb.media.EndpointListener;
import org.starbridge.jvb.media.EndpointSpec;
import org.starbridge.jvb.media.EndpointStats;
import org.starbridge.jvb.media.Fault;
import org.starbridge.jvb.media.ForwardingTable;
import org.starbridge.jvb.media.ForwardingTable.Participant;
import org.starbridge.jvb.media.ForwardingTable.Stream;
import org.starbridge.jvb.media.ForwardingTable.Use;
import org.starbridge.jvb.media.MappedAddress;
import org.starbridge.jvb.media.MediaEndpoint;
import org.starbridge.jvb.media.MediaKind;
import org.starbridge.jvb.media.MediaPlane;
import org.starbridge.jvb.media.MediaStats;
import org.starbridge.jvb.media.OverloadedException;
import org.starbridge.jvb.media.RemoteTransport;
import org.starbridge.jvb.media.StreamStats;
import org.starbridge.jvb.ring.RingCursor;
import org.starbridge.jvb.speech.SpeechRouting;
import org.starbridge.jvb.speech.SpeechWatch;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.IoTotals;

/** All media workers, as one {@link MediaPlane}. Thread safe; does nothing itself but hand commands to workers. */
public final class MediaWorkers implements MediaPlane, AutoCloseable {
    /** A set of workers is the bits of a long. */
    public static final int MAX_WORKERS = 64;

    private final WorkerSettings settings;
    private final Supplier<List<MappedAddress>> mappedAddresses;
    private final List<MediaWorker> workers = new ArrayList<>();
    private final Ufrags ufrags = new Ufrags();
    private final StreamHandles handles = new StreamHandles();
    private final AtomicInteger nextKey = new AtomicInteger(1);
    private final Map<Integer, Route> routes = new ConcurrentHashMap<>();
    /** The version of each conference's newest plan. */
    private final Map<String, Long> newestPlans = new ConcurrentHashMap<>();

    private final Map<String, Integer> listeners = new HashMap<>();

    /** One worker for each port; all ports are sockets of the one public UDP port. */
    public MediaWorkers(WorkerSettings settings, List<? extends DatagramPort> ports) {
        this(settings, ports, List::of, SpeechRouting.NONE);
    }

    /**
     * The same, known beyond a NAT, and listening to who speaks.
     *
     * @param mappedAddresses under which other addresses, asked anew for each answer; any thread may ask
     */
    public MediaWorkers(
            WorkerSettings settings,
            List<? extends DatagramPort> ports,
            Supplier<List<MappedAddress>> mappedAddresses,
            SpeechRouting speech) {
        if (ports.isEmpty() || ports.size() > MAX_WORKERS) {
            throw new IllegalArgumentException(ports.size() + " media workers: expected 1 to 64");
        }
        this.settings = settings;
        this.mappedAddresses = mappedAddresses;
        for (int i = 0; i < ports.size(); i++) {
            int self = i;
            workers.add(new MediaWorker(
                    i,
                    settings,
                    ports.get(i),
                    ufrags,
                    wanted -> wakeOthers(self, wanted),
                    this::requestKeyFrame,
                    new Announcements(self),
                    new SpeechWatch(speech, this::onHeard),
                    this::onFault));
        }
        for (MediaWorker reader : workers) {
            List<RingCursor> cursors = new ArrayList<>();
            workers.forEach(producer -> cursors.add(producer.ringCursor()));
            reader.readRings(cursors);
        }
    }

    /** The workers, for whoever runs them: threads in production, the test itself in a test. */
    public List<MediaWorker> workers() {
        return List.copyOf(workers);
    }

    private void wakeOthers(int self, long wanted) {
        for (long left = wanted & ~(1L << self); left != 0; left &= left - 1) {
            workers.get(Long.numberOfTrailingZeros(left)).commands().wake();
        }
    }

    /** Other workers end a failed conference at their next turn; the one that met the bug has no need to be told. */
    private void onFault(Fault fault) {
        String conferenceId = fault.conferenceId();
        if (conferenceId != null) {
            for (MediaWorker worker : workers) {
                if (worker.index() != fault.worker()) {
                    worker.commands().post(() -> worker.onConferenceFailed(conferenceId));
                }
            }
        }
        settings.errors().onFault(fault);
    }

    private void requestKeyFrame(Route source, int ssrc) {
        MediaWorker owner = workers.get(source.owner());
        owner.commands().offer(() -> owner.onKeyFrameWish(source.endpointKey(), ssrc));
    }

    private boolean onHeard(int endpointKey, int handle, boolean isHeard) {
        Route speaker = routes.get(endpointKey);
        if (speaker == null) {
            return true; // gone meanwhile
        }
        MediaWorker owner = workers.get(speaker.owner());
        return owner.commands().offer(() -> owner.onHeard(endpointKey, handle, isHeard));
    }

    @Override
    public MediaEndpoint addEndpoint(EndpointSpec spec, EndpointListener listener) {
        if (settings.nativeMemoryLeftBytes().getAsLong() <= 0) {
            throw new OverloadedException("the limit of native memory is reached");
        }
        MediaWorker owner = workers.get(0);
        for (MediaWorker candidate : workers) {
            if (candidate.endpoints().get() < owner.endpoints().get()) {
                owner = candidate;
            }
        }
        Route route = new Route(
                nextKey.getAndIncrement(), owner.index(), spec.credentials().ufrag());
        Handle handle = new Handle(route, owner);
        routes.put(route.endpointKey(), route);
        owner.endpoints().incrementAndGet();
        ufrags.add(route);
        MediaWorker taker = owner;
        if (!taker.commands().offer(() -> taker.onAddEndpoint(route, spec, listener, handle))) {
            ufrags.remove(route);
            routes.remove(route.endpointKey());
            taker.endpoints().decrementAndGet();
            throw new OverloadedException("media worker " + taker.index() + " has too many commands waiting");
        }
        return handle;
    }

    @Override
    public synchronized void publish(ForwardingTable table) {
        ConferencePlan plan = plan(table, listener(table));
        if (plan.members().isEmpty()) {
            newestPlans.remove(plan.conferenceId());
        } else {
            newestPlans.put(plan.conferenceId(), plan.version());
        }
        boolean taken = true;
        for (MediaWorker worker : workers) {
            taken &= worker.commands().offer(() -> {
                if (!isOvertaken(plan)) {
                    worker.onPlan(plan);
                }
            });
        }
        if (!taken) {
            throw new OverloadedException(
                    "a media worker has too many commands waiting to take conference " + table.conferenceId());
        }
        handles.retain(table.conferenceId(), plan);
    }

    /** Whether a newer plan is on its way: when a hundred join at once, a worker need not carry out each step between. */
    private boolean isOvertaken(ConferencePlan plan) {
        return !plan.members().isEmpty()
                && newestPlans.getOrDefault(plan.conferenceId(), Long.MAX_VALUE) > plan.version();
    }

    /** A conference's levels always go to the same worker, which knows what was heard before: that of who came first. */
    private int listener(ForwardingTable table) {
        if (table.participants().isEmpty()) {
            Integer last = listeners.remove(table.conferenceId());
            return last == null ? 0 : last;
        }
        return listeners.computeIfAbsent(table.conferenceId(), _ -> {
            Route first = routes.get(table.participants().getFirst().endpointKey());
            return first == null ? 0 : first.owner();
        });
    }

    private ConferencePlan plan(ForwardingTable table, int listener) {
        Map<Integer, Long> workersBySsrc = new HashMap<>();
        for (Participant participant : table.participants()) {
            Route route = routes.get(participant.endpointKey());
            if (route != null) {
                participant
                        .receivedStreams()
                        .forEach(ssrc -> workersBySsrc.merge(ssrc, 1L << route.owner(), (a, b) -> a | b));
            }
        }
        List<ConferencePlan.Member> members = new ArrayList<>();
        for (Participant participant : table.participants()) {
            Route route = routes.get(participant.endpointKey());
            if (route == null) {
                continue; // expired meanwhile
            }
            List<ConferencePlan.PlannedStream> streams = new ArrayList<>();
            for (Stream stream : participant.streams()) {
                int handle = handles.of(table.conferenceId(), participant.endpointKey(), stream.ssrc());
                boolean isHeard = stream.kind() == MediaKind.AUDIO && stream.use() == Use.MEDIA;
                long listening = isHeard ? 1L << listener : 0;
                streams.add(new ConferencePlan.PlannedStream(
                        handle, stream, workersBySsrc.getOrDefault(stream.lowest(), 0L) | listening));
            }
            members.add(new ConferencePlan.Member(route, participant, List.copyOf(streams)));
        }
        return new ConferencePlan(
                table.conferenceId(), table.version(), List.copyOf(members), listener, table.insistedAudio());
    }

    @Override
    public List<MappedAddress> mappedAddresses() {
        return mappedAddresses.get();
    }

    @Override
    public List<InetSocketAddress> localAddresses() {
        return settings.candidates();
    }

    @Override
    public MediaStats stats() {
        long packetsReceived = 0;
        long bytesReceived = 0;
        long packetsSent = 0;
        long bytesSent = 0;
        long keyFrames = 0;
        long requests = 0;
        long kernelDrops = 0;
        long rejections = 0;
        int endpoints = 0;
        double ringOccupancy = 0;
        MediaStats.LossRecovery recovery = MediaStats.LossRecovery.NONE;
        IoTotals io = IoTotals.none();
        Map<String, Long> drops = new HashMap<>();
        for (MediaWorker worker : workers) {
            WorkerSnapshot s = worker.snapshot();
            packetsReceived += s.packetsReceived();
            bytesReceived += s.bytesReceived();
            packetsSent += s.packetsSent();
            bytesSent += s.bytesSent();
            keyFrames += s.keyFramesReceived();
            requests += s.keyFrameRequestsSent();
            kernelDrops += Math.max(0, s.kernelDrops()); // unknown is not shown
            rejections += s.commandRejections();
            endpoints += s.endpoints();
            recovery = recovery.plus(s.lossRecovery());
            io = io.plus(s.io());
            ringOccupancy = Math.max(ringOccupancy, s.ringOccupancy());
            s.drops().forEach((reason, count) -> add(drops, "", reason, count));
            s.iceDrops().forEach((reason, count) -> add(drops, "ice_", reason, count));
            s.sendFaults().forEach((reason, count) -> add(drops, "send_", reason, count));
            s.dtlsDrops().forEach((reason, count) -> add(drops, "dtls_", reason, count));
            drops.merge("ring_overrun", s.ringOverruns(), Long::sum);
        }
        return new MediaStats(
                packetsReceived,
                bytesReceived,
                packetsSent,
                bytesSent,
                keyFrames,
                requests,
                drops,
                kernelDrops,
                rejections,
                endpoints,
                recovery,
                io,
                ringOccupancy);
    }

    private static void add(Map<String, Long> drops, String room, Enum<?> reason, long count) {
        drops.merge(room + reason.name().toLowerCase(Locale.ROOT), count, Long::sum);
    }

    /** For whoever runs the workers, while none of them turns. */
    synchronized Footprint footprint() {
        return new Footprint(
                routes.size(),
                ufrags.size(),
                handles.size(),
                workers.stream().map(MediaWorker::tables).toList());
    }

    @Override
    public void close() {
        workers.forEach(MediaWorker::close);
    }

    /** Tuples of one worker's endpoints, told to all others. */
    private final class Announcements implements AddressAnnouncements {
        private final int self;

        Announcements(int self) {
            this.self = self;
        }

        @Override
        public void announce(Tuple tuple, Route route) {
            for (MediaWorker worker : workers) {
                if (worker.index() != self) {
                    worker.commands().post(() -> worker.onLearn(tuple, route));
                }
            }
        }

        @Override
        public void forget(Tuple tuple, Route route) {
            for (MediaWorker worker : workers) {
                if (worker.index() != self) {
                    worker.commands().post(() -> worker.onForget(tuple, route));
                }
            }
        }

        @Override
        public void forget(Route route) {
            routes.remove(route.endpointKey());
            workers.get(self).onForget(route);
            for (MediaWorker worker : workers) {
                if (worker.index() != self) {
                    worker.commands().post(() -> worker.onForget(route));
                }
            }
        }
    }

    private final class Handle implements MediaEndpoint, EndpointSession.StatsSink {
        private static final int STREAM_LOOKS = 10;

        private final Route route;
        private final MediaWorker owner;
        private volatile EndpointStats stats = EndpointStats.NONE;
        private volatile Map<Integer, LayersSnapshot> layers = Map.of();
        private volatile boolean wantsLayers;
        private volatile StreamStats streams = StreamStats.NONE;
        /** For how many seconds more streams are looked at. */
        private final AtomicInteger streamLooks = new AtomicInteger();

        Handle(Route route, MediaWorker owner) {
            this.route = route;
            this.owner = owner;
        }

        @Override
        public void publish(EndpointStats stats) {
            this.stats = stats;
        }

        @Override
        public boolean wantsLayers() {
            return wantsLayers;
        }

        @Override
        public void publishLayers(Map<Integer, LayersSnapshot> layers) {
            this.layers = layers;
        }

        @Override
        public boolean wantsStreams() {
            return streamLooks.get() > 0;
        }

        @Override
        public void publishStreams(StreamStats streams) {
            this.streams = streams;
            streamLooks.decrementAndGet();
        }

        @Override
        public StreamStats streams() {
            streamLooks.set(STREAM_LOOKS);
            return streams;
        }

        @Override
        public Map<Integer, LayersSnapshot> layers() {
            wantsLayers = true;
            return layers;
        }

        @Override
        public void requestKeyFrame(int ssrc) {
            owner.commands().offer(() -> owner.onKeyFrameWish(route.endpointKey(), ssrc));
        }

        @Override
        public int key() {
            return route.endpointKey();
        }

        @Override
        public void remoteTransport(RemoteTransport remote) {
            offer(() -> owner.onRemoteTransport(route.endpointKey(), remote));
        }

        @Override
        public void restartIce(int generation, IceCredentials local) {
            ufrags.add(local.ufrag(), route); // first: the peer may be quicker than the worker
            try {
                offer(() -> owner.onIceRestart(route, generation, local));
            } catch (OverloadedException e) {
                ufrags.remove(local.ufrag(), route);
                throw e;
            }
        }

        @Override
        public void expire() {
            owner.commands().post(() -> owner.onExpire(route));
        }

        private void offer(Runnable command) {
            if (!owner.commands().offer(command)) {
                throw new OverloadedException("media worker " + owner.index() + " has too many commands waiting");
            }
        }

        @Override
        public EndpointStats stats() {
            return stats;
        }
    }
}
