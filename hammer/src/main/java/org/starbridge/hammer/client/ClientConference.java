package org.starbridge.hammer.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.channel.BridgeMessages;
import org.starbridge.hammer.client.channel.ChannelOpener;
import org.starbridge.hammer.client.channel.DataChannelLink;
import org.starbridge.hammer.client.channel.MessageSenders;
import org.starbridge.hammer.client.link.SharedLinks;
import org.starbridge.hammer.client.media.MediaFlow;
import org.starbridge.hammer.client.media.MediaSessions;
import org.starbridge.hammer.client.media.Meters;
import org.starbridge.hammer.client.media.SpeakingPattern;
import org.starbridge.hammer.client.plan.BridgeSpread;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.EndpointRoster;
import org.starbridge.hammer.client.plan.PublishedStreams;
import org.starbridge.hammer.client.result.FanOutDelays;
import org.starbridge.hammer.client.result.JoinTime;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.signalling.ColibriRequests;
import org.starbridge.hammer.client.signalling.ColibriSignalling;
import org.starbridge.hammer.client.signalling.Signalling;
import org.starbridge.hammer.client.signalling.VisibleTransport;
import org.starbridge.hammer.client.transport.BridgeSocket;
import org.starbridge.hammer.client.transport.DtlsParty;
import org.starbridge.hammer.client.transport.Sockets;
import org.starbridge.hammer.measure.DelaySample;
import org.starbridge.hammer.measure.PacketSpread;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.SrtpCrypto;

/**
 * One conference of full clients on one bridge, of whom some may only receive: joins them, says how they are, measures
 * a window, and ends it. One thread drives the run by calling the methods in the order in which they stand here;
 * {@link #gauge} is for any.
 */
public final class ClientConference implements AutoCloseable {
    /** Endpoints that are between their first request and their keys. */
    private static final int JOINING_AT_ONCE = 16;

    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(20);
    private static final long ANSWER_TIMEOUT_MS = 5_000;

    private final ConferenceOptions options;
    private final SecureRandom random = new SecureRandom();
    private final EndpointRoster roster;
    private final SpeakingPattern speaking = new SpeakingPattern();
    private final List<Driver> drivers = new ArrayList<>();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final List<Endpoint> latecomers = new ArrayList<>();
    private final Sockets sockets;
    private final List<Driver> lateDrivers = new ArrayList<>();
    private final Joiner joiner;
    private final MessageSenders messageSenders;
    private final List<String> warnings = new ArrayList<>();
    private final ScheduledExecutorService dataTimer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("data-channels").factory());
    private final ExecutorService channelThreads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;
    private final DtlsHandshakes handshakes;
    private final DtlsParty party;
    private final Signalling signalling;
    private final SharedLinks links;
    private final String cryptoName;

    /**
     * Opens the endpoints' sockets and starts the drivers; no endpoint has joined yet.
     *
     * @throws LoadTestException if this machine lacks sockets
     */
    public ClientConference(ConferenceOptions options) {
        this(options, new Colibri2Client(bridge(options)));
    }

    private static URI bridge(ConferenceOptions options) {
        return Objects.requireNonNull(options.bridge(), "a conference that asks the bridge has to know where it is");
    }

    /**
     * The same.
     *
     * @param client asks the bridge; closed with the conference
     */
    public ClientConference(ConferenceOptions options, ConferenceRequests client) {
        this(
                options,
                new ColibriSignalling(
                        client,
                        bridge(options),
                        UUID.randomUUID().toString(),
                        new ColibriRequests(
                                options.videoCodec(), options.rtx(), options.ssrcRewriting(), options.channel())));
    }

    /**
     * The same.
     *
     * @param signalling how endpoints get in; closed with the conference
     */
    public ClientConference(ConferenceOptions options, Signalling signalling) {
        this.options = options;
        this.signalling = signalling;
        sockets = new Sockets(options.endpoints() + options.latecomers());
        http = HttpClient.newBuilder()
                .connectTimeout(options.joinTimeout())
                .executor(channelThreads)
                .build();
        int cores = Runtime.getRuntime().availableProcessors();
        handshakes = new DtlsHandshakes(Math.max(1, cores / 2), 2 * JOINING_AT_ONCE, HANDSHAKE_TIMEOUT);
        DtlsIdentity identity = DtlsIdentity.create(random, Instant.now());
        party = new DtlsParty(handshakes, identity);
        SrtpCrypto crypto = SrtpCrypto.probe();
        cryptoName = crypto.name();
        roster = EndpointRoster.of(options, random);
        MediaSessions sessions = new MediaSessions(options, roster, crypto, random, speaking);
        messageSenders = new MessageSenders(options.messages(), options.request());
        long timeoutMs = options.joinTimeout().toMillis();
        ClientChannels channels = new ClientChannels(
                new ChannelOpener(http, options.channel(), options.request()),
                timeoutMs,
                messageSenders,
                options.endpoints());
        joiner = new Joiner(signalling, channels, identity, timeoutMs);
        List<EndpointPlan> counted = roster.plans().subList(0, options.endpoints());
        links = SharedLinks.of(options.links());
        for (int i = 0; i < options.drivers(); i++) {
            int number = i;
            drivers.add(open(
                    i,
                    counted.stream()
                            .filter(plan -> options.links().driverOf(plan.number(), options.drivers()) == number),
                    sessions,
                    endpoints));
        }
        endpoints.sort(Comparator.comparingInt(endpoint -> endpoint.plan().number()));
        if (options.latecomers() > 0) {
            lateDrivers.add(
                    open(options.drivers(), roster.plans().stream().skip(options.endpoints()), sessions, latecomers));
        }
    }

    /** Opens the sockets of some endpoints and starts the driver that owns them. */
    private Driver open(int number, Stream<EndpointPlan> plans, MediaSessions sessions, List<Endpoint> all) {
        Driver driver = new Driver(
                number, Meters.of(roster.streams(), options.spread().hasRelays() ? BridgeSpread.MAX_RELAYS : 0));
        List<Endpoint> owned = new ArrayList<>();
        plans.forEach(plan -> {
            BridgeMessages messages = new BridgeMessages();
            BridgeSocket socket = new BridgeSocket(sockets.open(), links.of(plan.number()));
            owned.add(new Endpoint(plan, driver, socket, party, sessions, messages, dataChannel(messages)));
        });
        all.addAll(owned);
        driver.start(owned);
        return driver;
    }

    private @Nullable DataChannelLink dataChannel(BridgeMessages messages) {
        return options.channel().asksForData()
                ? new DataChannelLink(dataTimer, random, options.request().toMessage(), messages)
                : null;
    }

    /**
     * Joins everybody: the first alone, if it makes the conference, the others some at a time. Blocks until all are in.
     */
    public void join() throws InterruptedException {
        int alone = signalling.isOpenedByFirst() ? 1 : 0;
        if (alone == 1) {
            joiner.joinFirst(endpoints.get(0));
        }
        joiner.join(endpoints.subList(alone, endpoints.size()), options.joinRate(), JOINING_AT_ONCE);
        drivers.forEach(driver -> driver.eager(false));
    }

    /**
     * Joins the late receivers or those that are invited again, all within {@code duration} as far as the bridge lets
     * them in. Blocks until all are in.
     *
     * @return how long each took, in nanoseconds
     */
    public List<Long> joinLatecomers(Duration duration) throws InterruptedException {
        return joiner.join(latecomers, latecomers.size() * 1e9 / duration.toNanos(), latecomers.size());
    }

    /**
     * Have endpoints say what they are to say; to be begun once these have joined. They follow the window by
     * themselves.
     */
    public MessageSenders messageSenders() {
        return messageSenders;
    }

    /** Sums over all endpoints, at most 100 ms old. */
    public Gauge gauge() {
        Gauge sum = Gauge.NOTHING;
        for (Driver driver : drivers) {
            Throwable failure = driver.failure();
            if (failure != null) {
                throw new LoadTestException("a media thread of the Hammer has failed: " + failure, failure);
            }
            sum = sum.plus(driver.gauge());
        }
        return sum;
    }

    /** Who isn't there and what doesn't flow, one sentence each; empty when everything does. */
    public List<String> missing() {
        return each(endpoint -> {
                    String condition = endpoint.condition();
                    String name = "endpoint " + endpoint.plan().number() + " ("
                            + endpoint.plan().id() + ")";
                    if (condition != null) {
                        return name + ": " + condition;
                    }
                    List<String> silent = flow(endpoint, List.of(), MediaFlow::silentStreams);
                    int sources = flow(endpoint, 0, flow -> flow.sources(System.nanoTime()));
                    int requested = options.isSelective()
                            ? options.sourcesFor(endpoint.plan().number())
                            : 0;
                    return sources < requested
                            ? name + " receives " + sources + " of " + requested + " video sources"
                            : silent.isEmpty() ? "" : name + " receives no " + String.join(", no ", silent);
                })
                .stream()
                .filter(sentence -> !sentence.isEmpty())
                .toList();
    }

    /**
     * Whether all video sources that are asked for come in the height that is asked for; true where nothing is chosen.
     */
    public boolean isSettled() {
        return !options.isSelective()
                || each(endpoint ->
                                flow(endpoint, 0, flow -> flow.sourcesAt(options.requestedHeight(), System.nanoTime()))
                                        >= options.sourcesFor(endpoint.plan().number()))
                        .stream()
                        .allMatch(settled -> settled);
    }

    /**
     * How many packets of each other's stream each endpoint has got, by the stream's number; -1 for its own streams.
     */
    public List<long[]> packetsByStream() {
        return each(endpoint -> flow(endpoint, new long[0], MediaFlow::packetsByStream));
    }

    /** The measured window begins. */
    public void openWindow() {
        messageSenders.openWindow();
        each(endpoint -> {
            endpoint.openWindow();
            return true;
        });
    }

    /** The measured window ends: no more media or messages are sent. */
    public void stopSending() {
        each(endpoint -> {
            endpoint.stopSending();
            return true;
        });
        each(latecomers, endpoint -> {
            endpoint.pause();
            return true;
        });
        messageSenders.stop();
    }

    /** Waits until nothing has arrived for {@code quiet}, at most {@code limit}. */
    public void drain(Duration quiet, Duration limit) throws InterruptedException {
        long deadlineNs = System.nanoTime() + limit.toNanos();
        long quietSinceNs = System.nanoTime();
        long packets = gauge().packetsReceived();
        while (System.nanoTime() < deadlineNs && System.nanoTime() - quietSinceNs < quiet.toNanos()) {
            Thread.sleep(20);
            long now = gauge().packetsReceived();
            if (now != packets) {
                packets = now;
                quietSinceNs = System.nanoTime();
            }
        }
    }

    /** What each endpoint has counted that stayed, in the order of their numbers. */
    public List<ReceiverCount> counts() {
        return each(endpoint -> endpoint.count(options)).stream()
                .filter(count -> options.isCounted(count.number()))
                .toList();
    }

    /** How long the sampled sound of the window took that came over so many relays between bridges, in nanoseconds. */
    public Histogram soundDelays(int relays) {
        Histogram sum = DelaySample.newHistogram();
        eachDriver(meters -> meters.delays().addSoundTo(relays, sum));
        return sum;
    }

    /** Whether those who stayed and those who were invited again all receive each other. */
    public boolean isWholeAgain() {
        IntPredicate isThere = number -> !options.spread().isLost(number) || number >= options.endpoints();
        List<Endpoint> there = Stream.concat(endpoints.stream(), latecomers.stream())
                .filter(endpoint -> isThere.test(endpoint.plan().number()))
                .toList();
        return each(there, endpoint -> flow(endpoint, false, flow -> flow.receives(isThere))).stream()
                .allMatch(isWhole -> isWhole);
    }

    /** How long the sampled packets of the window took, in nanoseconds. */
    public Histogram delays() {
        Histogram sum = DelaySample.newHistogram();
        eachDriver(meters -> meters.delays().addTo(sum));
        return sum;
    }

    /** The same, of one phase of the window, counted from 0. */
    public Histogram delays(int phase) {
        Histogram sum = DelaySample.newHistogram();
        eachDriver(meters -> meters.delays().addPhaseTo(phase, sum));
        return sum;
    }

    /** When each endpoint joined, those who joined late included. */
    public List<JoinTime> joins() {
        return joiner.times();
    }

    /** How long the sampled packets took since this was asked last, in nanoseconds. */
    public Histogram takeDelays() {
        Histogram sum = DelaySample.newHistogram();
        eachDriver(meters -> meters.delays().takeInterval(sum));
        return sum;
    }

    /** How many video sources flow in each height, over all endpoints; empty where nothing is chosen. */
    public SortedMap<Integer, Integer> sourcesByHeight() {
        SortedMap<Integer, Integer> sums = new TreeMap<>();
        for (Driver driver : options.isSelective() ? drivers : List.<Driver>of()) {
            long nowNs = System.nanoTime();
            PendingAnswers.await(
                    driver.ask(() -> {
                        driver.endpoints().stream()
                                .map(Endpoint::flow)
                                .filter(Objects::nonNull)
                                .forEach(flow -> flow.addHeights(sums, nowNs));
                        return true;
                    }),
                    ANSWER_TIMEOUT_MS,
                    "a media thread is stuck");
        }
        return sums;
    }

    /** Delays from now on belong to the window's next phase. */
    public void nextPhase() {
        eachDriver(meters -> meters.delays().nextPhase());
    }

    /** By how much the packets of the window left after they were due, in nanoseconds. */
    public Histogram lateness() {
        Histogram sum = DelaySample.newHistogram();
        eachDriver(meters -> sum.add(meters.lateness()));
        return sum;
    }

    /** When the first and the last receiver had the sampled packets of the window. */
    public FanOutDelays fanOutDelays() {
        FanOutDelays delays =
                new FanOutDelays(DelaySample.newHistogram(), DelaySample.newHistogram(), DelaySample.newHistogram());
        for (SentStream stream : roster.streams()) {
            PacketSpread all = PacketSpread.empty();
            eachDriver(meters -> all.add(meters.delays().spread(stream.index())));
            all.forEachComplete(options.endpoints() - 1, (firstNs, lastNs) -> {
                delays.first().recordValue(firstNs);
                delays.last().recordValue(lastNs);
                delays.spread().recordValue(lastNs - firstNs);
            });
        }
        return delays;
    }

    /** Looks at what the drivers have measured, on their threads, one after the other. */
    private void eachDriver(Consumer<Meters> look) {
        for (Driver driver : drivers) {
            PendingAnswers.await(
                    driver.ask(() -> {
                        look.accept(driver.meters());
                        return true;
                    }),
                    ANSWER_TIMEOUT_MS,
                    "a media thread is stuck");
        }
    }

    /** The name by which the conference can be found: on a bridge its meeting's, else its room. */
    public String meetingId() {
        return signalling.conference();
    }

    /** How others know what the senders send. */
    public List<PublishedStreams> published() {
        return roster.plans().stream()
                .limit(options.senders())
                .map(PublishedStreams::of)
                .toList();
    }

    /** From now on one endpoint alone speaks, by the levels that it declares; before, all do. Any thread. */
    public void giveFloor(int endpoint) {
        speaking.give(endpoint);
    }

    /**
     * Has the bridge pass on nothing of an endpoint's picture, or all of it again; the endpoint goes on sending.
     *
     * @throws LoadTestException if that can't be had
     */
    public void muteVideo(int endpoint, boolean muted) throws InterruptedException {
        try {
            signalling.muteVideo(roster.plans().get(endpoint), muted);
        } catch (IOException e) {
            throw new LoadTestException("endpoint " + endpoint + " could not be muted: " + e.getMessage(), e);
        }
    }

    /** Packets of an endpoint's picture that all others have got so far; where everything is sent to everybody, 0. */
    public long selectedPacketsFrom(int endpoint) {
        return each(receiver -> flow(receiver, 0L, flow -> flow.selectedPacketsFrom(endpoint))).stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** What others may read from the packets of those who have joined. */
    public List<VisibleTransport> targets() {
        return joiner.targets();
    }

    /** Copies of some of the protected media packets that everybody sent last; from the first call on. */
    public List<byte[]> sentLately() {
        return each(Endpoint::copiesOfSent).stream().flatMap(List::stream).toList();
    }

    /** Sends a datagram as it is from an endpoint's own address, as a liar on its path would. */
    public void inject(int endpoint, byte[] datagram) {
        Endpoint from = endpoints.get(endpoint);
        from.driver().post(() -> from.inject(datagram));
    }

    /** The CPU time of each driver's thread so far, in nanoseconds. */
    public List<Long> driverCpuNs() {
        return drivers.stream().map(Driver::cpuNs).toList();
    }

    /** What did not work and didn't matter enough to stop for. */
    public List<String> warnings() {
        return Stream.concat(joiner.warnings().stream(), warnings.stream()).toList();
    }

    /** Where the ciphers come from. */
    public String cryptoName() {
        return cryptoName;
    }

    /** Says good-bye, ends the conference, and stops everything. What can't be said any more isn't an error. */
    @Override
    public void close() {
        try {
            if (joiner.conferenceExists()) {
                drivers.forEach(driver -> driver.post(() -> driver.endpoints().forEach(Endpoint::leave)));
                lateDrivers.forEach(
                        driver -> driver.post(() -> driver.endpoints().forEach(Endpoint::leave)));
                Thread.sleep(20); // the good-byes leave before the endpoints are gone
                signalling.end();
            }
        } catch (IOException | RuntimeException e) {
            warnings.add("the conference could not be ended: " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        messageSenders.close();
        joiner.close();
        drivers.forEach(Driver::close);
        lateDrivers.forEach(Driver::close);
        handshakes.close();
        http.shutdownNow();
        channelThreads.shutdownNow();
        dataTimer.shutdownNow();
        signalling.close();
    }

    /** Asks what flows to an endpoint, on its driver's thread; {@code before} is the answer before it has keys. */
    private static <T> T flow(Endpoint endpoint, T before, Function<MediaFlow, T> question) {
        MediaFlow flow = endpoint.flow();
        return flow == null ? before : question.apply(flow);
    }

    /** Asks all endpoints, each on its driver's thread; the answers are in the order of their numbers. */
    private <T> List<T> each(Function<Endpoint, T> question) {
        return each(endpoints, question);
    }

    private static <T> List<T> each(List<Endpoint> asked, Function<Endpoint, T> question) {
        List<CompletableFuture<T>> answers = new ArrayList<>();
        for (Endpoint endpoint : asked) {
            answers.add(endpoint.driver().ask(() -> question.apply(endpoint)));
        }
        return answers.stream()
                .map(answer -> PendingAnswers.await(answer, ANSWER_TIMEOUT_MS, "a media thread is stuck"))
                .toList();
    }
}
