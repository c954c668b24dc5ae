package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.control.conference.Colibri2Handler;
import org.starbridge.control.conference.ConferenceMoves;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.conference.FakeExporter;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.event.CallEvent;
import org.starbridge.control.event.CallEvents;
import org.starbridge.lastn.speech.SpeechSettings;
import org.starbridge.media.api.Fault;
import org.starbridge.media.api.MediaRest;
import org.starbridge.media.blackbox.BlackBoxSettings;
import org.starbridge.media.blackbox.LogFile;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.endpoint.IceRestartTimes;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.media.forward.RetransmissionLimits;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.KeyFrameLimits;
import org.starbridge.media.speech.SpeechRouting;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.state.StateException;
import org.starbridge.testkit.IvLedger;
import org.starbridge.testkit.SimulatedNetwork;
import org.starbridge.testkit.SimulatedPort;
import org.starbridge.testkit.VirtualClock;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.GsoLimits;

/**
 * Control and media of a bridge without threads, and its clients, under a virtual clock: conferences are made by
 * Colibri2 requests and expire as they do in production. Only sockets, handshakes and HTTP are missing.
 */
final class WholeBridge implements AutoCloseable {
    private static final DtlsIdentity IDENTITY = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);
    private static final long EXPIRY_INTERVAL_NS = 60_000_000_000L;
    private static final long REVIEW_INTERVAL_NS = 500_000_000;
    static final int AUDIO_LEVEL_ID = 1;
    static final int TRANSPORT_SEQUENCE_ID = 5;
    /** What lies between the SSRC of an encoding and that of its retransmissions. */
    static final int RTX_OFFSET = 100_000;

    private record Later(long atNs, long number, Runnable task) {}

    final VirtualClock clock = new VirtualClock(1_000_000_000);
    final Random random;
    /** What the bridge draws from; its clients draw from {@link #random}. */
    private final BridgeRandom bridgeRandom;

    final SimulatedNetwork network;
    final IvLedger ledger;
    private SrtpCrypto clientCrypto;
    MediaWorkers workers;
    /** Hears what happens to calls. */
    CallEvents calls = CallEvents.NONE;

    final FakeExporter exporter = new FakeExporter();
    final ConferenceCounters counters = new ConferenceCounters();
    Conferences conferences;
    Colibri2Handler colibri;
    /** How far the bridge's clock is ahead of the network's: another process may have another clock. */
    private long shiftNs;
    /** What the bridge sent, in order; null if that is not recorded. */
    final @Nullable List<GatedPort.Sent> sent;

    private final List<DatagramPort> ports = new ArrayList<>();
    private final UnaryOperator<SrtpCrypto> bridgeCrypto;
    private final KeyAgreement.Factory keys;
    private final ConferenceConfig config;
    private final SpeechSettings speech;
    private final DownlinkSettings downlink;
    private final BlackBoxSettings blackBox;
    /** Every client that is alive, by its key name. */
    final Map<String, SimulatedClient> clients = new LinkedHashMap<>();
    /** Bugs met by workers; a test that expects none looks here. */
    final List<Fault> faults = new ArrayList<>();

    long nativeMemoryLeftBytes = Long.MAX_VALUE;
    /** Whether those who join negotiate RTX and transport-wide feedback, and send it. */
    boolean hasTransportFeedback;

    /** Time moves by multiples of this: more makes a run faster, and moments coarser. */
    long granularityNs = 1;

    /** Workers that do nothing until then, by number. */
    final long[] stalledUntilNs;

    /** Whether layers are looked at regularly, as a real bridge does. */
    boolean reviewsLayers;

    /** What opens the bridge channel, by endpoint id. */
    final Map<String, String> passwords = new HashMap<>();
    /** What clients that join can do, in addition to naming their sources. */
    final Set<String> capabilities = new HashSet<>();

    private final Deque<Runnable> control = new ArrayDeque<>();
    private final PriorityQueue<Later> later = new PriorityQueue<>(
            (a, b) -> a.atNs != b.atNs ? Long.compare(a.atNs, b.atNs) : Long.compare(a.number, b.number));
    private final String seedText;
    private long nextExpiryNs = clock.nowNs() + EXPIRY_INTERVAL_NS;
    private long nextReviewNs;
    private int nextSsrc = 1000;
    private int joined;

    WholeBridge(long seed, int workerCount) {
        this(
                seed,
                workerCount,
                new IvLedger(SrtpCrypto.jce()),
                UnaryOperator.identity(),
                (_, listener) -> new SimulatedKeys(listener),
                UnaryOperator.identity(),
                ConferenceConfig.embedded(List.of()),
                SpeechSettings.defaults(),
                DownlinkSettings.DEFAULT,
                null,
                BlackBoxSettings.OFF);
    }

    /** One of which everything is recorded that it sends, and which can be moved. */
    static WholeBridge recorded(long seed, int workerCount, ConferenceConfig config) {
        return new WholeBridge(
                seed,
                workerCount,
                new IvLedger(SrtpCrypto.jce()),
                UnaryOperator.identity(),
                (_, listener) -> new SimulatedKeys(listener),
                UnaryOperator.identity(),
                config,
                SpeechSettings.defaults(),
                DownlinkSettings.DEFAULT,
                new ArrayList<>(),
                BlackBoxSettings.OFF);
    }

    /** One that is configured, and offers bridge channels. */
    WholeBridge(long seed, int workerCount, ConferenceConfig config, SpeechSettings speech) {
        this(
                seed,
                workerCount,
                new IvLedger(SrtpCrypto.jce()),
                UnaryOperator.identity(),
                (_, listener) -> new SimulatedKeys(listener),
                UnaryOperator.identity(),
                config,
                speech,
                DownlinkSettings.DEFAULT,
                null,
                BlackBoxSettings.OFF);
    }

    /** One for long runs with much traffic: nonces are not watched, which costs more than all else. */
    static WholeBridge unwatched(long seed, ConferenceConfig config, SpeechSettings speech, DownlinkSettings downlink) {
        SrtpCrypto crypto = SrtpCrypto.probe();
        return simulated(seed, 1, new Parts(crypto, crypto, port -> port, config, speech, downlink));
    }

    /** The same, whose conferences are logged. */
    static WholeBridge logged(
            long seed,
            ConferenceConfig config,
            SpeechSettings speech,
            DownlinkSettings downlink,
            BlackBoxSettings blackBox) {
        SrtpCrypto crypto = SrtpCrypto.probe();
        return simulated(seed, 1, new Parts(crypto, crypto, port -> port, config, speech, downlink, blackBox));
    }

    /**
     * What a bridge is made of.
     *
     * @param bridgeCrypto of the bridge
     * @param clientCrypto of its clients
     * @param ports stands between the bridge and the network
     * @param blackBox of the logs from which conferences can be replayed
     */
    record Parts(
            SrtpCrypto bridgeCrypto,
            SrtpCrypto clientCrypto,
            UnaryOperator<DatagramPort> ports,
            ConferenceConfig config,
            SpeechSettings speech,
            DownlinkSettings downlink,
            BlackBoxSettings blackBox) {
        /** One that logs nothing. */
        Parts(
                SrtpCrypto bridgeCrypto,
                SrtpCrypto clientCrypto,
                UnaryOperator<DatagramPort> ports,
                ConferenceConfig config,
                SpeechSettings speech,
                DownlinkSettings downlink) {
            this(bridgeCrypto, clientCrypto, ports, config, speech, downlink, BlackBoxSettings.OFF);
        }
    }

    /** One of which everything is chosen; its own ledger sees nothing. */
    static WholeBridge simulated(long seed, int workerCount, Parts parts) {
        WholeBridge bridge = new WholeBridge(
                seed,
                workerCount,
                new IvLedger(parts.clientCrypto),
                _ -> parts.bridgeCrypto,
                (_, listener) -> new SimulatedKeys(listener),
                parts.ports,
                parts.config,
                parts.speech,
                parts.downlink,
                null,
                parts.blackBox);
        bridge.clientCrypto = parts.clientCrypto;
        return bridge;
    }

    /** @param bridgeCrypto makes the bridge's crypto, not its clients', from the ledger */
    WholeBridge(
            long seed,
            int workerCount,
            IvLedger ledger,
            UnaryOperator<SrtpCrypto> bridgeCrypto,
            KeyAgreement.Factory keys) {
        this(
                seed,
                workerCount,
                ledger,
                bridgeCrypto,
                keys,
                UnaryOperator.identity(),
                ConferenceConfig.embedded(List.of()),
                SpeechSettings.defaults(),
                DownlinkSettings.DEFAULT,
                null,
                BlackBoxSettings.OFF);
    }

    private WholeBridge(
            long seed,
            int workerCount,
            IvLedger ledger,
            UnaryOperator<SrtpCrypto> bridgeCrypto,
            KeyAgreement.Factory keys,
            UnaryOperator<DatagramPort> port,
            ConferenceConfig config,
            SpeechSettings speech,
            DownlinkSettings downlink,
            @Nullable List<GatedPort.Sent> sent,
            BlackBoxSettings blackBox) {
        this.sent = sent;
        this.blackBox = blackBox;
        seedText = "seed " + seed;
        stalledUntilNs = new long[workerCount];
        random = new Random(seed);
        network = new SimulatedNetwork(clock, seed);
        this.ledger = ledger;
        clientCrypto = ledger;
        this.bridgeCrypto = bridgeCrypto;
        this.keys = keys;
        this.config = config;
        this.speech = speech;
        this.downlink = downlink;
        bridgeRandom = new BridgeRandom(random);
        for (int i = 0; i < workerCount; i++) {
            ports.add(port.apply(network.open(SimulatedBridge.ADDRESS)));
        }
        workers = workers();
        conferences = conferencesOf(workers);
        colibri = new Colibri2Handler(conferences);
    }

    private MediaWorkers workers() {
        return new MediaWorkers(
                workerSettings(),
                ports.stream()
                        .map(port -> sent == null ? port : new GatedPort(port, sent, shiftNs, true))
                        .toList(),
                List::of,
                new SpeechRouting(
                        speech,
                        (conferenceId, snapshot) ->
                                control.add(() -> conferences().onSpeech(conferenceId, snapshot))));
    }

    /** Settings of its workers, also for a replay. */
    WorkerSettings workerSettings() {
        return new WorkerSettings(
                bridgeCrypto.apply(ledger),
                keys,
                IceConfig.defaults(),
                bridgeRandom,
                () -> List.of(SimulatedBridge.ADDRESS),
                1 << 20,
                4096,
                KeyFrameLimits.DEFAULT,
                RetransmissionLimits.DEFAULT,
                downlink,
                AudioPolicy.DEFAULT,
                IceRestartTimes.DEFAULT,
                this::nativeMemoryLeft,
                fault -> {
                    faults.add(fault);
                    String conferenceId = fault.conferenceId();
                    if (conferenceId != null) {
                        control.add(() -> conferences().fail(conferenceId));
                    }
                },
                DebugSettings.NONE.with(blackBox));
    }

    private Conferences conferencesOf(MediaWorkers plane) {
        long shift = shiftNs;
        return new Conferences(
                config,
                new ConferenceEnvironment(plane, () -> IDENTITY, bridgeRandom, () -> clock.nowNs() + shift, this::after)
                        .reportingTo(this::report)
                        .exportingBy(exporter),
                counters);
    }

    /**
     * All conferences go on in a second bridge.
     *
     * @param ahead how far its clock is ahead of that of the first one
     * @return what the first one wrote
     */
    List<ConferenceMoves.Records> move(long ahead) {
        ConferenceMoves leaving = new ConferenceMoves(conferences);
        MediaWorkers first = workers;
        leaving.hold();
        assertThat(leaving.whyNotMovable()).isEmpty();
        List<ConferenceMoves.Records> records = written(leaving);
        shiftNs += ahead;
        later.clear(); // timers of a process end with it
        bridgeRandom.from = new Random(0); // what is made before its state is read draws nothing of the run's
        workers = workers();
        conferences = conferencesOf(workers);
        colibri = new Colibri2Handler(conferences);
        workers.rest().begin();
        turnUntilIdle();
        ConferenceMoves arriving = new ConferenceMoves(conferences);
        for (ConferenceMoves.Records each : records) {
            try {
                ConferenceMoves.Arriving conference = arriving.read(each);
                turnUntilIdle();
                CompletableFuture<Void> restored = conference.restore();
                turnUntilIdle();
                restored.join();
                conference.complete();
            } catch (StateException e) {
                throw new AssertionError(e);
            }
        }
        turnUntilIdle();
        bridgeRandom.from = random;
        List<GatedPort.Sent> recorded = Objects.requireNonNull(sent);
        int sentBefore = recorded.size();
        leaving.forget();
        leaving.release();
        for (int second = 0; second < 3; second++) { // its timers would run, and farewells would leave
            turnUntilIdle(first, clock.nowNs() + shiftNs - ahead + second * 1_000_000_000L);
        }
        first.close();
        assertThat(recorded).as("the first bridge is silent").hasSize(sentBefore);
        workers.rest().end();
        return records;
    }

    /** Records of all conferences that are held; the workers rest. */
    List<ConferenceMoves.Records> written(ConferenceMoves leaving) {
        MediaRest rest = workers.rest();
        rest.begin();
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Boolean> quiet = rest.isQuiet();
            turnUntilIdle();
            assertThat(quiet.join()).isTrue();
        }
        try {
            List<ConferenceMoves.Leaving> written = leaving.write();
            turnUntilIdle();
            return written.stream().map(each -> each.records().join()).toList();
        } catch (StateException e) {
            throw new AssertionError(e);
        }
    }

    /** The workers carry out what waits. */
    void turnUntilIdle() {
        turnUntilIdle(workers, clock.nowNs() + shiftNs);
    }

    private static void turnUntilIdle(MediaWorkers workers, long nowNs) {
        boolean busy = true;
        for (int i = 0; busy && i < 1000; i++) {
            busy = false;
            for (MediaWorker worker : workers.workers()) {
                worker.doWork(nowNs);
                busy |= worker.mayHaveMore();
            }
        }
    }

    /** Draws of the bridge, from a source that may change. */
    private static final class BridgeRandom implements RandomGenerator {
        RandomGenerator from;

        BridgeRandom(RandomGenerator from) {
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

    /** What a replay of its logs needs. */
    ConferenceReplay.Surroundings surroundings() {
        return new ConferenceReplay.Surroundings(
                0, SimulatedBridge.ADDRESS, GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS), speech);
    }

    /** Segments of a meeting's log, the oldest first. */
    List<byte[]> segments(String meeting) {
        return workers
                .workers()
                .getFirst()
                .log()
                .segments(conferences.snapshot(meeting).orElseThrow().id())
                .orElseThrow()
                .stream()
                .map(LogFile.Part::events)
                .toList();
    }

    private void report(CallEvent event) {
        calls.onEvent(event);
    }

    private long nativeMemoryLeft() {
        return nativeMemoryLeftBytes;
    }

    private Conferences conferences() {
        return conferences;
    }

    private void after(Duration pause, Runnable task) {
        later.add(new Later(clock.nowNs() + pause.toNanos(), later.size(), task));
    }

    void create(String meeting) {
        colibri.handle(ConferenceModify.creating(meeting, meeting + "@test", List.of()));
    }

    /** Asks for an endpoint, with one audio and one video source, and lets a client of it begin to connect. */
    SimulatedClient join(String meeting, String endpointId) {
        return join(meeting, endpointId, 1);
    }

    /** The same with a camera of several encodings, or with none. */
    SimulatedClient join(String meeting, String endpointId, int encodings) {
        return join(meeting, endpointId, true, encodings);
    }

    /** Asks for an endpoint that sends nothing, and lets a client of it begin to connect. */
    SimulatedClient joinReceiver(String meeting, String endpointId) {
        return join(meeting, endpointId, false, 0);
    }

    private SimulatedClient join(String meeting, String endpointId, boolean hasAudio, int encodings) {
        int number = ++joined;
        // A key for each session, also of one that comes again under its old id, as DTLS would give.
        String name = meeting + "/" + endpointId + "#" + number;
        String host = "10." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255);
        SimulatedPort port = network.open(new InetSocketAddress(InetAddress.ofLiteral(host), 5000));
        SimulatedClient client = new SimulatedClient(name, port, SimulatedBridge.ADDRESS, clientCrypto, random);
        int audio = nextSsrc++;
        List<Integer> video = new ArrayList<>();
        for (int i = 0; i < encodings; i++) {
            video.add(nextSsrc++);
        }
        EndpointModify.Builder request = EndpointModify.builder(endpointId)
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .media(DeclaredMedia.audio(hasTransportFeedback))
                .media(DeclaredMedia.video(hasTransportFeedback))
                .transport(DeclaredMedia.transportOf(client))
                .sources(hasAudio ? DeclaredMedia.sources(endpointId, audio, video, hasTransportFeedback) : List.of());
        capabilities.forEach(request::capability);
        ConferenceModified answer;
        try {
            answer = colibri.handle(ConferenceModify.updating(meeting, List.of(request.build())));
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
        IceUdpTransport bridge = Objects.requireNonNull(
                Objects.requireNonNull(answer.endpoints().get(0).transport()).iceUdp());
        if (hasAudio) {
            client.addStream(audio, SimulatedBridge.OPUS, random.nextInt(65536));
        }
        video.forEach(ssrc -> client.addStream(ssrc, SimulatedBridge.VP8, random.nextInt(65536)));
        if (hasTransportFeedback) {
            client.feedbackId = TRANSPORT_SEQUENCE_ID;
            client.watcher = (_, _, _, _, _) -> {}; // packets of one frame share a timestamp
            video.forEach(ssrc ->
                    clients.values().forEach(other -> other.mediaByRtxSsrc.put(ssrc + RTX_OFFSET, video.getFirst())));
            clients.values().forEach(other -> client.mediaByRtxSsrc.putAll(DeclaredMedia.rtxOf(other)));
        }
        bridge.webSockets().stream()
                .findFirst()
                .ifPresent(url -> passwords.put(endpointId, url.substring(url.indexOf("?pwd=") + 5)));
        client.start(
                clock.nowNs(),
                new IceCredentials(Objects.requireNonNull(bridge.ufrag()), Objects.requireNonNull(bridge.pwd())));
        clients.put(name, client);
        return client;
    }

    /** Makes a payload one that begins a key frame of VP8. */
    static void makeKeyFrame(byte[] payload) {
        payload[0] = 0x10;
        payload[1] = 0;
    }

    static SentStream stream(SimulatedClient client, int payloadType) {
        return client.sent.values().stream()
                .filter(stream -> stream.payloadType == payloadType)
                .findFirst()
                .orElseThrow();
    }

    /** A NAT gives the client another address. */
    void rebind(SimulatedClient client) {
        int number = ++joined;
        String host = "10." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255);
        client.rebind(network.open(new InetSocketAddress(InetAddress.ofLiteral(host), 6000)));
    }

    /** The endpoint leaves: control learns it, the client is silent at once. */
    void leave(String meeting, SimulatedClient client) {
        colibri.handle(ConferenceModify.updating(meeting, List.of(EndpointModify.expiring(endpointId(client)))));
        vanish(client);
    }

    /** The client is gone without a request to control. */
    void vanish(SimulatedClient client) {
        clients.remove(client.name);
        client.close();
    }

    static String endpointId(SimulatedClient client) {
        return client.name.substring(client.name.indexOf('/') + 1, client.name.indexOf('#'));
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
            long next = Math.min(network.nextDeadlineNs(), nextExpiryNs);
            for (int i = 0; i < workers.workers().size(); i++) {
                next = Math.min(next, Math.max(workers.workers().get(i).nextDeadlineNs() - shiftNs, stalledUntilNs[i]));
            }
            for (SimulatedClient client : clients.values()) {
                next = Math.min(next, client.ice.nextDeadlineNs());
                next = Math.min(next, client.feedbackDeadlineNs());
            }
            if (reviewsLayers) {
                next = Math.min(next, nextReviewNs);
            }
            if (!later.isEmpty()) {
                next = Math.min(next, later.peek().atNs);
            }
            if (next > endNs) {
                clock.advanceTo(endNs);
                step();
                return condition.getAsBoolean();
            }
            next = Math.max(next, clock.nowNs() + 1);
            clock.advanceTo(Math.min(endNs, (next + granularityNs - 1) / granularityNs * granularityNs));
        }
    }

    private void step() {
        long nowNs = clock.nowNs();
        network.deliver();
        boolean busy = true;
        for (int i = 0; busy && i < 1000; i++) {
            busy = false;
            for (int each = 0; each < workers.workers().size(); each++) {
                if (stalledUntilNs[each] <= nowNs) {
                    MediaWorker worker = workers.workers().get(each);
                    worker.doWork(nowNs + shiftNs);
                    busy |= worker.mayHaveMore();
                }
            }
            while (!control.isEmpty()) {
                control.remove().run();
                busy = true;
            }
        }
        for (SimulatedClient client : clients.values()) {
            client.doWork(nowNs);
        }
        while (!later.isEmpty() && later.peek().atNs <= nowNs) {
            later.remove().task.run();
        }
        if (reviewsLayers && nowNs >= nextReviewNs) {
            nextReviewNs = nowNs + REVIEW_INTERVAL_NS;
            conferences.reviewLayers();
        }
        if (nowNs >= nextExpiryNs) {
            nextExpiryNs = nowNs + EXPIRY_INTERVAL_NS;
            conferences.expireIdle(nowNs + shiftNs);
        }
    }

    /** Waits for everybody who is not connected yet. */
    boolean connectAll() {
        return runUntil(() -> clients.values().stream().allMatch(this::isConnected), 30_000_000_000L);
    }

    boolean isConnected(SimulatedClient client) {
        String meeting = client.name.substring(0, client.name.indexOf('/'));
        return conferences.snapshot(meeting).stream()
                .flatMap(conference -> conference.endpoints().stream())
                .anyMatch(endpoint -> endpoint.id().equals(endpointId(client)) && endpoint.dtlsConnected());
    }

    @Override
    public String toString() {
        return seedText;
    }

    @Override
    public void close() {
        conferences.expireAll();
        workers.close();
        clients.values().forEach(SimulatedClient::close);
    }
}
