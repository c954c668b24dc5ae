package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Arrival;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Reception;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.media.blackbox.BlackBoxSettings;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.endpoint.IceRestartTimes;
import org.starbridge.media.forward.RetransmissionLimits;
import org.starbridge.media.loss.LossPattern;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.KeyFrameLimits;
import org.starbridge.rtp.state.StateException;
import org.starbridge.rtp.state.StateReader;
import org.starbridge.testkit.IvLedger;
import org.starbridge.testkit.SimulatedNetwork;
import org.starbridge.testkit.SimulatedPort;
import org.starbridge.testkit.VirtualClock;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.udp.DatagramPort;

/** A bridge without threads, and its clients, on a simulated network under a virtual clock: one seed, one run. */
final class SimulatedBridge implements AutoCloseable {
    static final int OPUS = 111;
    static final int VP8 = 100;
    static final int RTX = 101;
    static final int RED = 112;
    static final int AV1 = 41;
    static final int RID_ID = 10;
    static final int REPAIRED_RID_ID = 11;
    static final int MID_ID = 12;
    static final InetSocketAddress ADDRESS = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 10000);
    static final InetSocketAddress ADDRESS_V6 = new InetSocketAddress(InetAddress.ofLiteral("2001:db8::1"), 10000);

    private static final String CONFERENCE = "conf";
    private static final int LEFT_OUT_PART = 20;
    private static final int AUDIO_FEEDBACK_SSRC = 1;
    private static final int VIDEO_FEEDBACK_SSRC = 2;
    /** Never checked: simulated endpoints have their keys without a handshake. */
    static final DtlsIdentity IDENTITY = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);

    final VirtualClock clock = new VirtualClock(1_000_000_000);
    final SimulatedNetwork network;
    MediaWorkers workers;
    private final WorkerSettings settings;
    private final WorkerRandom workerRandom;
    /** By how much the clock of the workers is ahead of the simulation's. */
    private long shiftNs;
    /** Of the bridge, by the name of the client. */
    private final Map<String, IceCredentials> credentials = new LinkedHashMap<>();

    final IvLedger ledger = new IvLedger(SrtpCrypto.jce());
    final Map<String, SimulatedClient> clients = new LinkedHashMap<>();
    final Map<String, List<Stream>> streams = new LinkedHashMap<>();
    final Random random;
    /** Whether all clients negotiate {@code transport-cc} for video. */
    boolean hasTransportFeedback;

    /** What all clients negotiate for video. */
    Recovery recovery = Recovery.NONE;
    /** The codec of {@link #VP8} payloads. If the bridge does not know it, they may hold anything. */
    String videoCodec = "vp8";
    /** Header extensions that all clients negotiate, id by URI. */
    Map<String, Integer> extensionIds = Map.of();
    /** Which layer a client is to get of a stream, by name and SSRC; the highest if it is not in here. */
    final Map<String, Map<Integer, Integer>> targets = new LinkedHashMap<>();
    /**
     * The slots of clients whose SSRCs are rewritten, by name and by the SSRC of what is in them: they get nothing
     * else.
     */
    final Map<String, Map<Integer, SourceSlot>> slots = new LinkedHashMap<>();
    /** Names of clients that take header extensions in the two-byte form. */
    final Set<String> takeTwoByteExtensions = new TreeSet<>();
    /** Names of clients that get every encoding of each source, instead of layers that are chosen for them. */
    final Set<String> takeEveryEncoding = new TreeSet<>();
    /** Names of clients that take redundant audio. */
    final Set<String> takeRedundancy = new TreeSet<>();
    /** What clients negotiated that number their payload types in their own way, by name. */
    final Map<String, Map<Integer, PayloadType>> payloadTypes = new LinkedHashMap<>();
    /** How often the workers read the clock by which what endpoints cost is sampled. */
    long stopwatchReads;
    /** Runs the workers; a test may look at what a turn does. */
    Turns turns = MediaWorker::doWork;

    /** One turn of one worker's duty cycle. */
    @FunctionalInterface
    interface Turns {
        void turn(MediaWorker worker, long nowNs);
    }

    private int nextHost = 10;
    private long tableVersion;

    /** How lost video is recovered. */
    enum Recovery {
        NONE,
        NACK,
        NACK_AND_RTX
    }

    SimulatedBridge(long seed, int workerCount) {
        this(seed, workerCount, crypto -> crypto);
    }

    /** A bridge, not its clients, whose crypto is made from the watched one. */
    SimulatedBridge(long seed, int workerCount, UnaryOperator<SrtpCrypto> bridgeCrypto) {
        this(seed, workerCount, bridgeCrypto, port -> port);
    }

    /** The same, and its workers' ports are made from those of the network. */
    SimulatedBridge(
            long seed,
            int workerCount,
            UnaryOperator<SrtpCrypto> bridgeCrypto,
            UnaryOperator<DatagramPort> bridgePort) {
        this(seed, workerCount, bridgeCrypto, bridgePort, DownlinkSettings.DEFAULT);
    }

    /** The same, and bandwidth is estimated in a certain way, or not. */
    SimulatedBridge(
            long seed,
            int workerCount,
            UnaryOperator<SrtpCrypto> bridgeCrypto,
            UnaryOperator<DatagramPort> bridgePort,
            DownlinkSettings downlink) {
        this(seed, workerCount, bridgeCrypto, bridgePort, downlink, AudioPolicy.DEFAULT);
    }

    /** A bridge that treats audio in a certain way. */
    static SimulatedBridge withAudio(long seed, int workerCount, AudioPolicy audio) {
        return new SimulatedBridge(seed, workerCount, crypto -> crypto, port -> port, DownlinkSettings.DEFAULT, audio);
    }

    private SimulatedBridge(
            long seed,
            int workerCount,
            UnaryOperator<SrtpCrypto> bridgeCrypto,
            UnaryOperator<DatagramPort> bridgePort,
            DownlinkSettings downlink,
            AudioPolicy audio) {
        random = new Random(seed);
        network = new SimulatedNetwork(clock, seed);
        List<DatagramPort> ports = new ArrayList<>();
        for (int i = 0; i < workerCount; i++) {
            ports.add(bridgePort.apply(network.open(ADDRESS, ADDRESS_V6)));
        }
        workerRandom = new WorkerRandom(random);
        settings = new WorkerSettings(
                bridgeCrypto.apply(ledger),
                (_, listener) -> new SimulatedKeys(listener),
                IceConfig.defaults(),
                workerRandom,
                () -> List.of(ADDRESS, ADDRESS_V6),
                1 << 20,
                1024,
                KeyFrameLimits.DEFAULT,
                RetransmissionLimits.DEFAULT,
                downlink,
                audio,
                IceRestartTimes.DEFAULT,
                () -> Long.MAX_VALUE,
                fault -> {
                    throw new AssertionError("a bug on a worker", fault.cause());
                },
                new DebugSettings(this::readStopwatch, LossPattern.NONE, LossPattern.NONE, null, BlackBoxSettings.OFF));
        workers = new MediaWorkers(settings, ports);
    }

    private long readStopwatch() {
        stopwatchReads++;
        return System.nanoTime();
    }

    /** A client of the given name, connecting, which declares the given streams. */
    SimulatedClient join(String name, Stream... declared) {
        SimulatedClient client = add(name, declared);
        publish();
        return client;
    }

    /** As {@link #join}, but it is not announced before the next {@link #publish}. */
    SimulatedClient add(String name, Stream... declared) {
        return add("10.0." + nextHost / 256 + "." + nextHost % 256, ADDRESS, name, declared);
    }

    /** As {@link #join}, over IPv6. */
    SimulatedClient joinOverIpv6(String name, Stream... declared) {
        SimulatedClient client = add("2001:db8:1::" + nextHost, ADDRESS_V6, name, declared);
        publish();
        return client;
    }

    /** On the shared port and without data channels; the bridge is the controlling side. */
    static EndpointSpec spec(String conferenceId, String name, IceCredentials credentials) {
        return new EndpointSpec(
                conferenceId,
                name,
                credentials,
                IceRole.CONTROLLING,
                IDENTITY,
                AUDIO_FEEDBACK_SSRC,
                VIDEO_FEEDBACK_SSRC,
                ApplicationData.IGNORED,
                false);
    }

    private SimulatedClient add(String host, InetSocketAddress bridge, String name, Stream... declared) {
        nextHost++;
        SimulatedPort port = network.open(new InetSocketAddress(InetAddress.ofLiteral(host), 5000));
        SimulatedClient client = new SimulatedClient(name, port, bridge, ledger, random);
        IceCredentials local = IceCredentials.random(random);
        credentials.put(name, local);
        client.endpoint = workers.addEndpoint(spec(CONFERENCE, name, local), client);
        client.endpoint.remoteTransport(new RemoteTransport(
                client.ice.localCredentials(), List.of(), List.of(SimulatedKeys.fingerprint(name)), DtlsRole.SERVER));
        client.start(clock.nowNs(), local);
        clients.put(name, client);
        streams.put(name, List.of(declared));
        return client;
    }

    void leave(String name) {
        SimulatedClient client = java.util.Objects.requireNonNull(clients.remove(name));
        streams.remove(name);
        publish();
        java.util.Objects.requireNonNull(client.endpoint).expire();
        run(10_000_000);
        client.close();
    }

    static Stream audio(int ssrc) {
        return new Stream(ssrc, "a" + ssrc, MediaKind.AUDIO, Use.MEDIA, false);
    }

    static Stream video(int ssrc) {
        return new Stream(ssrc, "v" + ssrc, MediaKind.VIDEO, Use.MEDIA, false);
    }

    /** Retransmissions of {@code original}. */
    static Stream rtx(int ssrc, int original) {
        return new Stream(ssrc, "v" + original, MediaKind.VIDEO, Use.RETRANSMISSION, false, original, ssrc, 0, null);
    }

    /** One of several encodings of a source. */
    static Stream encoding(int lowest, int encoding) {
        int ssrc = lowest + encoding;
        return new Stream(ssrc, "v" + lowest, MediaKind.VIDEO, Use.MEDIA, false, ssrc, lowest, encoding, null);
    }

    /** One of several encodings of a source that is declared by name. */
    static Stream named(int lowest, int encoding, String rid) {
        int ssrc = lowest + encoding;
        return new Stream(
                ssrc, "v" + lowest, MediaKind.VIDEO, Use.MEDIA, false, ssrc, lowest, encoding, Arrival.ofEncoding(rid));
    }

    /** What repeats it. */
    static Stream namedRtx(int ssrc, Stream original) {
        return new Stream(
                ssrc,
                original.sourceName(),
                MediaKind.VIDEO,
                Use.RETRANSMISSION,
                false,
                original.ssrc(),
                ssrc,
                0,
                original.arrival());
    }

    static Stream muted(Stream stream) {
        return new Stream(
                stream.ssrc(),
                stream.sourceName(),
                stream.kind(),
                stream.use(),
                true,
                stream.original(),
                stream.lowest(),
                stream.encoding(),
                stream.arrival());
    }

    void declare(String name, Stream... declared) {
        streams.put(name, List.of(declared));
        publish();
    }

    /** Everybody gets everything of everybody else. */
    void publish() {
        List<Transport> transports = new ArrayList<>();
        for (SimulatedClient client : clients.values()) {
            Set<Integer> received = new TreeSet<>();
            streams.forEach((name, declared) -> {
                if (!name.equals(client.name)) {
                    declared.stream()
                            .filter(stream -> stream.use() == Use.MEDIA && stream.lowest() == stream.ssrc())
                            .forEach(stream -> received.add(stream.ssrc()));
                }
            });
            Map<Integer, Integer> layers = targets.getOrDefault(client.name, Map.of());
            received.removeIf(ssrc -> layers.getOrDefault(ssrc, 0) == ForwardingTable.SUSPENDED);
            Map<Integer, SourceSlot> slotsOfClient = slots.get(client.name);
            if (slotsOfClient != null) {
                received.retainAll(slotsOfClient.keySet());
            }
            int key = java.util.Objects.requireNonNull(client.endpoint).key();
            transports.add(new Transport(
                    key,
                    payloadTypes(client.name),
                    extensionIds,
                    takeTwoByteExtensions.contains(client.name),
                    List.of(new ForwardingTable.Participant(
                            key, java.util.Objects.requireNonNull(streams.get(client.name)))),
                    received,
                    layers,
                    slotsOfClient == null ? Map.of() : slotsOfClient,
                    takeEveryEncoding.contains(client.name) ? Reception.EVERY_ENCODING : Reception.CHOSEN_LAYERS));
        }
        workers.publish(new ForwardingTable(CONFERENCE, ++tableVersion, transports));
    }

    private Map<Integer, PayloadType> payloadTypes(String client) {
        Map<Integer, PayloadType> own = payloadTypes.get(client);
        if (own != null) {
            return own;
        }
        Map<Integer, PayloadType> types = new LinkedHashMap<>();
        types.put(OPUS, new PayloadType(OPUS, MediaKind.AUDIO, "opus", 48000, false, false));
        if (takeRedundancy.contains(client)) {
            types.put(RED, new PayloadType(RED, MediaKind.AUDIO, "red", 48000, false, false));
        }
        types.put(
                VP8,
                new PayloadType(
                        VP8,
                        MediaKind.VIDEO,
                        videoCodec,
                        90000,
                        true,
                        true,
                        recovery != Recovery.NONE,
                        PayloadType.NOTHING,
                        "",
                        false,
                        hasTransportFeedback));
        types.put(AV1, new PayloadType(AV1, MediaKind.VIDEO, "av1", 90000, true, true));
        if (recovery == Recovery.NACK_AND_RTX) {
            types.put(RTX, new PayloadType(RTX, MediaKind.VIDEO, "rtx", 90000, false, false, false, VP8));
        }
        return types;
    }

    /** Lets {@code durationNs} pass. */
    void run(long durationNs) {
        runUntil(() -> false, durationNs);
    }

    /** Lets time pass until something holds, at most {@code limitNs}; true if it does. */
    boolean runUntil(BooleanSupplier condition, long limitNs) {
        long endNs = clock.nowNs() + limitNs;
        while (true) {
            step();
            if (condition.getAsBoolean()) {
                return true;
            }
            long next = network.nextDeadlineNs();
            for (MediaWorker worker : workers.workers()) {
                next = Math.min(next, ofSimulation(worker.nextDeadlineNs()));
            }
            for (SimulatedClient client : clients.values()) {
                next = Math.min(next, client.ice.nextDeadlineNs());
                next = Math.min(next, client.recovery.nextDeadlineNs());
                next = Math.min(next, client.feedbackDeadlineNs());
            }
            if (next > endNs) {
                clock.advanceTo(endNs);
                step();
                return condition.getAsBoolean();
            }
            clock.advanceTo(Math.max(next, clock.nowNs() + 1));
        }
    }

    private void step() {
        network.deliver();
        boolean busy = true;
        for (int i = 0; busy && i < 1000; i++) {
            busy = false;
            for (MediaWorker worker : workers.workers()) {
                turns.turn(worker, clock.nowNs() + shiftNs);
                busy |= worker.mayHaveMore();
            }
        }
        for (SimulatedClient client : clients.values()) {
            client.doWork(clock.nowNs());
        }
    }

    boolean connectAll() {
        return runUntil(() -> clients.values().stream().allMatch(SimulatedClient::isConnected), 20_000_000_000L);
    }

    private long ofSimulation(long workersNs) {
        return workersNs == Long.MAX_VALUE ? workersNs : Math.max(workersNs, Long.MIN_VALUE + shiftNs) - shiftNs;
    }

    /**
     * The bridge ends, and another one with another clock goes on from its snapshots.
     *
     * @param next its port for each of the former ones, which are shut
     * @param ahead by how much its clock is ahead of the former bridge's
     * @return the snapshots, by the name of the endpoint
     */
    Map<String, byte[]> handOver(List<GatedPort> next, long ahead) {
        Map<String, CompletableFuture<byte[]>> written = new LinkedHashMap<>();
        clients.forEach((name, client) -> written.put(name, endpointOf(client).snapshot()));
        turnUntilIdle();
        Map<String, byte[]> records = new LinkedHashMap<>();
        written.forEach((name, record) -> records.put(name, record.join()));
        workers.close();
        shiftNs += ahead;
        workerRandom.from = new Random(0); // what is made before its state is read draws nothing of the run's
        workers = new MediaWorkers(settings, next);
        clients.forEach((name, client) -> client.endpoint = workers.addEndpoint(
                spec(CONFERENCE, name, java.util.Objects.requireNonNull(credentials.get(name))), client));
        publish();
        turnUntilIdle();
        List<CompletableFuture<Void>> read = new ArrayList<>();
        records.forEach((name, record) -> read.add(
                endpointOf(java.util.Objects.requireNonNull(clients.get(name))).restore(record)));
        turnUntilIdle();
        read.forEach(CompletableFuture::join);
        Map<String, CompletableFuture<byte[]>> again = new LinkedHashMap<>();
        clients.forEach((name, client) -> again.put(name, endpointOf(client).snapshot()));
        turnUntilIdle();
        again.forEach((name, record) -> assertThat(record.join())
                .as("what " + name + " read, written again")
                .isEqualTo(records.get(name)));
        workerRandom.from = random;
        next.forEach(port -> port.isOpen = true);
        return records;
    }

    /** Packets that a snapshot made now would leave out: they wait for the beginning of a key frame. */
    int leftOut() {
        List<CompletableFuture<byte[]>> written = new ArrayList<>();
        clients.values().forEach(client -> written.add(endpointOf(client).snapshot()));
        turnUntilIdle();
        int[] sum = {0};
        for (CompletableFuture<byte[]> record : written) {
            try {
                StateReader.of(record.join(), 0).part(LEFT_OUT_PART, 1, part -> sum[0] += part.i32(0));
            } catch (StateException e) {
                throw new AssertionError(e);
            }
        }
        return sum[0];
    }

    /** A record of an endpoint. */
    byte[] snapshotOf(String name) {
        CompletableFuture<byte[]> record =
                endpointOf(java.util.Objects.requireNonNull(clients.get(name))).snapshot();
        turnUntilIdle();
        return record.join();
    }

    /** Reads a record into an endpoint that nothing has reached yet; whether it was taken. It ends in any case. */
    boolean isTaken(byte[] record) {
        SimulatedClient client = add("fresh");
        publish();
        turnUntilIdle();
        CompletableFuture<Void> read = endpointOf(client).restore(record);
        turnUntilIdle();
        leave("fresh");
        if (read.isCompletedExceptionally()) {
            assertThat(read.exceptionNow()).isInstanceOf(StateException.class);
        }
        return !read.isCompletedExceptionally();
    }

    private static WorkerEndpoint endpointOf(SimulatedClient client) {
        return (WorkerEndpoint) java.util.Objects.requireNonNull(client.endpoint);
    }

    private void turnUntilIdle() {
        boolean busy = true;
        for (int i = 0; busy && i < 1000; i++) {
            busy = false;
            for (MediaWorker worker : workers.workers()) {
                worker.doWork(clock.nowNs() + shiftNs);
                busy |= worker.mayHaveMore();
            }
        }
    }

    /** Draws of the workers, from a source that may change. */
    private static final class WorkerRandom implements RandomGenerator {
        RandomGenerator from;

        WorkerRandom(RandomGenerator from) {
            this.from = from;
        }

        @Override
        public long nextLong() {
            return from.nextLong();
        }

        @Override
        public int nextInt() {
            return from.nextInt();
        }

        @Override
        public double nextDouble() {
            return from.nextDouble();
        }
    }

    @Override
    public void close() {
        workers.close();
        clients.values().forEach(SimulatedClient::close);
    }
}
