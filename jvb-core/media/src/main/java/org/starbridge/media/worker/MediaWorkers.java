package org.starbridge.media.worker;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.media.api.EndedConnection;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.Fault;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.MappedAddress;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.MediaPlane;
import org.starbridge.media.api.MediaRest;
import org.starbridge.media.api.MediaStats;
import org.starbridge.media.api.OverloadedException;
import org.starbridge.media.blackbox.LogFile;
import org.starbridge.media.blackbox.WorkerLog;
import org.starbridge.media.demux.AddressAnnouncements;
import org.starbridge.media.demux.Route;
import org.starbridge.media.demux.UfragTable;
import org.starbridge.media.plan.ConferencePlan;
import org.starbridge.media.plan.Planner;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.media.speech.SpeechMonitor;
import org.starbridge.media.speech.SpeechRouting;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.MultiPortSocket;

/** All media workers, as one {@link MediaPlane}. Thread safe; only hands commands to workers. */
public final class MediaWorkers implements MediaPlane, AutoCloseable {
    /** A set of workers is the bits of a long. */
    public static final int MAX_WORKERS = 64;

    private final WorkerSettings settings;
    private final Supplier<List<MappedAddress>> mappedAddresses;
    private final List<MediaWorker> workers = new ArrayList<>();
    private final UfragTable ufrags = new UfragTable();
    private final EndedConnections ended = new EndedConnections();
    private final AtomicInteger nextKey = new AtomicInteger(1);
    private final Map<Integer, Route> routes = new ConcurrentHashMap<>();
    private final Planner planner = new Planner(routes);
    private final AtomicLong logBytes = new AtomicLong();
    /** The version of each conference's newest plan. */
    private final Map<String, Long> newestPlans = new ConcurrentHashMap<>();

    /** One worker for each port; all ports are sockets of the one public UDP port. */
    public MediaWorkers(WorkerSettings settings, List<? extends DatagramPort> ports) {
        this(settings, ports, List::of, SpeechRouting.NONE);
    }

    /**
     * The same, with public addresses behind a NAT, and with speech events.
     *
     * @param mappedAddresses the addresses beyond the NAT; asked for each answer, from any thread
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
            WorkerLog log = new WorkerLog(settings.debug().blackBox(), logBytes);
            workers.add(new MediaWorker(new WorkerContext(
                    i,
                    settings,
                    new MultiPortSocket(ports.get(i)),
                    ufrags,
                    wanted -> wakeOthers(self, wanted),
                    this::requestKeyFrame,
                    new Announcements(self),
                    new SpeechMonitor(log.logging(speech), log.loggingHeard(this::onHeard)),
                    log,
                    this::onFault)));
        }
        for (MediaWorker reader : workers) {
            List<RingCursor> cursors = new ArrayList<>();
            workers.forEach(producer -> cursors.add(producer.ringCursor()));
            reader.readRings(cursors);
        }
    }

    /** The workers, for their runner: threads in production, the test itself in a test. */
    public List<MediaWorker> workers() {
        return List.copyOf(workers);
    }

    /**
     * Brings the rings' memory in before packets do, page by page. Takes milliseconds; by an ordinary thread, until
     * {@link #close}.
     */
    public void makeRingsResident() {
        workers.forEach(MediaWorker::makeRingResident);
    }

    private void wakeOthers(int self, long wanted) {
        for (long left = wanted & ~(1L << self); left != 0; left &= left - 1) {
            workers.get(Long.numberOfTrailingZeros(left)).commands().wake();
        }
    }

    /** Other workers end a failed conference at their next turn; the one that met the bug has ended it already. */
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

    private void requestKeyFrame(Route source, int ssrc, int encoding) {
        MediaWorker owner = workers.get(source.owner());
        owner.commands().offer(() -> owner.onKeyFrameRequest(source.endpointKey(), ssrc, encoding));
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
        MediaWorker taker = owner;
        DatagramPort unique = spec.hasUniquePort() ? taker.ports().open().orElse(null) : null;
        Route route = new Route(
                nextKey.getAndIncrement(),
                taker.index(),
                spec.credentials().ufrag(),
                unique == null ? 0 : unique.localAddress().getPort());
        WorkerEndpoint endpoint = new WorkerEndpoint(route, taker, ufrags, (report, atNs) -> onEnd(spec, report, atNs));
        routes.put(route.endpointKey(), route);
        taker.endpoints().incrementAndGet();
        ufrags.add(route);
        boolean isTaken = taker.commands().offer(() -> {
            if (unique != null) {
                taker.onUniquePort(unique);
            }
            taker.onAddEndpoint(route, spec, listener, endpoint);
        });
        if (!isTaken) {
            if (unique != null) {
                taker.ports().discard(unique);
            }
            ufrags.remove(route);
            routes.remove(route.endpointKey());
            taker.endpoints().decrementAndGet();
            throw new OverloadedException("media worker " + taker.index() + " has too many queued commands");
        }
        return endpoint;
    }

    private void onEnd(EndpointSpec spec, ConnectionReport report, long atNs) {
        ended.add(new EndedConnection(spec.conferenceId(), spec.endpointId(), atNs, report));
    }

    @Override
    public List<EndedConnection> ended() {
        return ended.all();
    }

    @Override
    public int newParticipantKey() {
        return nextKey.getAndIncrement();
    }

    @Override
    public synchronized void publish(ForwardingTable table) {
        ConferencePlan plan = planner.plan(table);
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
                    "a media worker has too many queued commands to accept conference " + table.conferenceId());
        }
        planner.onTaken(plan);
    }

    /**
     * Returns whether a newer plan is on its way: when a hundred join at once, a worker need not carry out each step
     * between.
     */
    private boolean isOvertaken(ConferencePlan plan) {
        return !plan.members().isEmpty()
                && newestPlans.getOrDefault(plan.conferenceId(), Long.MAX_VALUE) > plan.version();
    }

    /**
     * Rest of all workers, so that the state of endpoints can be written or read. They read no datagram and run no
     * timer; commands are carried out.
     */
    public MediaRest rest() {
        return new WorkerRest(workers);
    }

    /** Segments of a conference's log by the number of the worker; of workers that have it. */
    public CompletableFuture<Map<Integer, List<LogFile.Part>>> logs(String conferenceId) {
        Map<Integer, List<LogFile.Part>> all = new ConcurrentSkipListMap<>();
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        for (MediaWorker worker : workers) {
            CompletableFuture<Void> answer = new CompletableFuture<>();
            worker.commands().post(() -> {
                worker.log().segments(conferenceId).ifPresent(parts -> all.put(worker.index(), parts));
                answer.complete(null);
            });
            answers.add(answer);
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenApply(_ -> all);
    }

    /** What a log's description says about a worker's surroundings. */
    public LogFile.Description describe(int worker, String version, long writtenAtMs, Map<String, String> settings) {
        DatagramPort port = workers.get(worker).port();
        List<InetSocketAddress> candidates = new ArrayList<>(List.of(port.localAddress()));
        candidates.addAll(localAddresses());
        return new LogFile.Description(
                version,
                writtenAtMs,
                settings,
                worker,
                candidates,
                port.runLimits().maxDatagrams(),
                port.runLimits().maxPaddingBytes());
    }

    @Override
    public List<MappedAddress> mappedAddresses() {
        return mappedAddresses.get();
    }

    @Override
    public List<InetSocketAddress> localAddresses() {
        return settings.candidates().get();
    }

    @Override
    public MediaStats stats() {
        return WorkerSnapshot.sum(workers.stream().map(MediaWorker::snapshot).toList());
    }

    /** For the workers' runner, while no worker runs. */
    synchronized TableSizes footprint() {
        return new TableSizes(
                routes.size(),
                ufrags.size(),
                planner.streams(),
                workers.stream().map(MediaWorker::tables).toList());
    }

    @Override
    public void close() {
        workers.forEach(MediaWorker::close);
    }

    /** Tuples of one worker's endpoints, published to all others. */
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
}
