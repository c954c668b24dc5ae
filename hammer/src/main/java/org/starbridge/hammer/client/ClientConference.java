package org.starbridge.hammer.client;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.channel.ChannelOpener;
import org.starbridge.hammer.client.channel.MessageSenders;
import org.starbridge.hammer.client.media.MeasuredSessions;
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
import org.starbridge.hammer.client.transport.Sockets;
import org.starbridge.hammer.measure.DelaySample;
import org.starbridge.hammer.measure.PacketSpread;
import org.starbridge.hammer.measure.SentStream;

/**
 * One conference of full clients on one bridge, of whom some may only receive: joins them, says how they are, measures
 * a window, and ends it. One thread drives the run by calling the methods in the order in which they stand here;
 * {@link #gauge} is for any.
 */
public final class ClientConference implements AutoCloseable {
    private static final long ANSWER_TIMEOUT_MS = 5_000;

    private final ConferenceOptions options;
    private final ClientThreads threads;
    private final boolean ownsThreads;
    private final EndpointRoster roster;
    private final SpeakingPattern speaking = new SpeakingPattern();
    private final EndpointMaker maker;
    private final List<Share> shares = new ArrayList<>();
    private final List<Endpoint> endpoints = new CopyOnWriteArrayList<>();
    private final List<Endpoint> latecomers = new ArrayList<>();
    private final List<Driver> lateDrivers = new ArrayList<>();
    private final Joiner joiner;
    private final Guests guests;
    private final MessageSenders messageSenders;
    private final List<String> warnings = new ArrayList<>();
    private final Signalling signalling;

    /** Share of one media thread in the conference. */
    private record Share(Driver driver, MeasuredSessions sessions) {}

    /**
     * Opens the endpoints' sockets and starts the drivers; no endpoint has joined yet.
     *
     * @throws LoadTestException if this machine lacks sockets
     */
    public ClientConference(ConferenceOptions options) {
        this(options, new Colibri2Client(bridge(options)));
    }

    private static URI bridge(ConferenceOptions options) {
        return Objects.requireNonNull(options.bridge(), "a conference that queries the bridge needs its URL");
    }

    /**
     * The same.
     *
     * @param client asks the bridge; closed with the conference
     */
    public ClientConference(ConferenceOptions options, ConferenceRequests client) {
        this(options, colibri(options, client));
    }

    /** Plays the focus of a conference with a name of its own; {@code client} is closed with it. */
    static Signalling colibri(ConferenceOptions options, ConferenceRequests client) {
        return new ColibriSignalling(
                client,
                bridge(options),
                UUID.randomUUID().toString(),
                new ColibriRequests(
                        options.sent().videoCodec(),
                        options.sent().rtx(),
                        options.reception().ssrcRewriting(),
                        options.channel().kind()));
    }

    /**
     * The same.
     *
     * @param signalling how endpoints get in; closed with the conference
     */
    public ClientConference(ConferenceOptions options, Signalling signalling) {
        this(
                options,
                signalling,
                new ClientThreads(options.drivers(), options.joining().timeout()),
                new Sockets(options.endpoints() + options.latecomers()),
                true);
    }

    /** One of several conferences, of which the owner has {@code threads} and {@code sockets}. */
    ClientConference(ConferenceOptions options, Signalling signalling, ClientThreads threads, Sockets sockets) {
        this(options, signalling, threads, sockets, false);
    }

    private ClientConference(
            ConferenceOptions options,
            Signalling signalling,
            ClientThreads threads,
            Sockets sockets,
            boolean ownsThreads) {
        this.options = options;
        this.signalling = signalling;
        this.threads = threads;
        this.ownsThreads = ownsThreads;
        roster = EndpointRoster.of(options, threads.random());
        maker = new EndpointMaker(options, threads, sockets);
        messageSenders = new MessageSenders(
                options.channel().messages(), options.channel().request());
        long timeoutMs = options.joining().timeout().toMillis();
        ClientChannels channels = new ClientChannels(
                new ChannelOpener(
                        threads.http(),
                        options.channel().kind(),
                        options.channel().request()),
                timeoutMs,
                messageSenders,
                options.endpoints());
        joiner = new Joiner(signalling, channels, threads.party().identity(), timeoutMs);
        guests = new Guests(options, roster, maker, joiner, signalling, speaking);
        MediaSessions sessions = sessions(roster);
        List<EndpointPlan> counted = roster.plans().subList(0, options.endpoints());
        List<Driver> drivers = threads.drivers();
        for (int i = 0; i < drivers.size(); i++) {
            int number = i;
            Share share = new Share(drivers.get(i), new MeasuredSessions(sessions, newMeters()));
            shares.add(share);
            endpoints.addAll(open(
                    share,
                    counted.stream()
                            .filter(plan -> options.links().driverOf(plan.number(), drivers.size()) == number)));
        }
        endpoints.sort(Comparator.comparingInt(endpoint -> endpoint.plan().number()));
        if (options.latecomers() > 0) {
            Driver late = Driver.start("driver-late");
            lateDrivers.add(late);
            Share share = new Share(late, new MeasuredSessions(sessions, newMeters()));
            latecomers.addAll(open(share, roster.plans().stream().skip(options.endpoints())));
        }
    }

    private Meters newMeters() {
        return Meters.of(roster.streams(), options.spread().hasRelays() ? BridgeSpread.MAX_RELAYS : 0);
    }

    private MediaSessions sessions(EndpointRoster of) {
        return new MediaSessions(options, of, threads.crypto(), threads.random(), speaking);
    }

    /** Opens the sockets of some endpoints and hands them to the driver that owns them. */
    private List<Endpoint> open(Share share, Stream<EndpointPlan> plans) {
        List<Endpoint> owned = plans.map(plan -> maker.make(plan, share.driver(), share.sessions()))
                .toList();
        share.driver().add(owned);
        return owned;
    }

    /**
     * Joins everybody: the first alone, if it makes the conference, the others some at a time. Blocks until all are in.
     */
    public void join() throws InterruptedException {
        joinInBatches(options.endpoints(), 1);
        settle();
    }

    /** No endpoint joins now: the sockets may be read less often. */
    void settle() {
        threads.drivers().forEach(driver -> driver.eager(false));
    }

    /**
     * The same, batch after batch: the next begins when all of one are connected. An endpoint that fails is closed, and
     * another one takes its place.
     *
     * @param batch how many
     * @param attempts of each, 1 or more
     * @throws LoadTestException if one has failed as often
     */
    void joinInBatches(int batch, int attempts) throws InterruptedException {
        int alone = signalling.isOpenedByFirst() ? 1 : 0;
        for (int from = 0; from < endpoints.size(); from += batch) {
            int to = Math.min(endpoints.size(), from + batch);
            if (from == 0 && alone == 1) {
                joinOrReplace(0, true, attempts);
            }
            List<Integer> numbers =
                    IntStream.range(Math.max(from, alone), to).boxed().toList();
            joiner.joinAll(
                    numbers,
                    options.joining().rate(),
                    ClientThreads.JOINING_AT_ONCE,
                    number -> joinOrReplace(number, false, attempts));
        }
    }

    private void joinOrReplace(int number, boolean isFirst, int attempts) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            Endpoint endpoint = endpoints.get(number);
            try {
                joiner.join(endpoint, isFirst);
                return;
            } catch (LoadTestException e) {
                if (attempt >= attempts) {
                    throw attempts == 1
                            ? e
                            : new LoadTestException(attempts + " attempts failed: " + e.getMessage(), e);
                }
                signalling.leaveIfPossible(endpoint.plan());
                endpoint.driver().remove(endpoint);
                Share share = shares.stream()
                        .filter(each -> each.driver() == endpoint.driver())
                        .findFirst()
                        .orElseThrow();
                endpoints.set(number, open(share, Stream.of(endpoint.plan())).getFirst());
            }
        }
    }

    /**
     * Joins the late receivers or those that are invited again, all within {@code duration} as far as the bridge lets
     * them in. Blocks until all are in.
     *
     * @return how long each took, in nanoseconds
     */
    public List<Long> joinLatecomers(Duration duration) throws InterruptedException {
        return joiner.joinAll(
                latecomers,
                latecomers.size() * 1e9 / duration.toNanos(),
                latecomers.size(),
                endpoint -> joiner.join(endpoint, false));
    }

    /**
     * Have endpoints say what they are to say; to be begun once these have joined. They follow the window by
     * themselves.
     */
    public MessageSenders messageSenders() {
        return messageSenders;
    }

    /** Sums over all endpoints, and the packets of guests, at most 100 ms old. */
    public LiveTotals gauge() {
        return threads.gauge().withPacketsOf(guests.gauge());
    }

    /** Endpoints that come and go in the window; to be begun with it. */
    public Guests guests() {
        return guests;
    }

    /** Returns which endpoints are missing and what does not flow, one sentence each; empty when everything does. */
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
     * Returns whether all video sources that are asked for come in the height that is asked for; true where nothing is
     * chosen.
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
     * Returns the number of packets that each endpoint has got of each other's stream, by the stream's number; -1 for
     * its own streams.
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

    /** Returns the counts of each endpoint that stayed, in the order of their numbers. */
    public List<ReceiverCount> counts() {
        return each(endpoint -> endpoint.count(options)).stream()
                .filter(count -> options.isCounted(count.number()))
                .toList();
    }

    /**
     * Returns the delays of the window's sampled sound that came over so many relays between bridges, in nanoseconds.
     */
    public Histogram soundDelays(int relays) {
        Histogram sum = DelaySample.newHistogram();
        eachDriver(meters -> meters.delays().addSoundTo(relays, sum));
        return sum;
    }

    /** Returns whether the endpoints that stayed and those that were invited again all receive each other. */
    public boolean isWholeAgain() {
        IntPredicate isThere = number -> !options.spread().isLost(number) || number >= options.endpoints();
        List<Endpoint> there = Stream.concat(endpoints.stream(), latecomers.stream())
                .filter(endpoint -> isThere.test(endpoint.plan().number()))
                .toList();
        return each(there, endpoint -> flow(endpoint, false, flow -> flow.receives(isThere))).stream()
                .allMatch(isWhole -> isWhole);
    }

    /** Returns the delays of the sampled packets of the window, in nanoseconds. */
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

    /** Returns the times at which endpoints joined, those who joined late and guests included. */
    public List<JoinTime> joins() {
        return Stream.concat(joiner.times().stream(), guests.times().stream()).toList();
    }

    /** Returns the delays of the sampled packets since the last call, in nanoseconds. */
    public Histogram takeDelays() {
        Histogram sum = DelaySample.newHistogram();
        eachDriver(meters -> meters.delays().takeInterval(sum));
        return sum;
    }

    /**
     * Returns the number of video sources that flow in each height, over all endpoints; empty where nothing is chosen.
     */
    public SortedMap<Integer, Integer> sourcesByHeight() {
        SortedMap<Integer, Integer> sums = new TreeMap<>();
        for (Share share : options.isSelective() ? shares : List.<Share>of()) {
            long nowNs = System.nanoTime();
            PendingAnswers.await(
                    share.driver().ask(() -> {
                        endpoints.stream()
                                .filter(endpoint -> endpoint.driver() == share.driver())
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

    /** Returns the delays until the first and the last receiver had the sampled packets of the window. */
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
        for (Share share : shares) {
            PendingAnswers.await(
                    share.driver().ask(() -> {
                        look.accept(share.sessions().meters());
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

    /** Returns the senders' streams as others know them. */
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

    /** Returns what others may read from the packets of those who have joined. */
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
        return threads.drivers().stream().map(Driver::cpuNs).toList();
    }

    /** Returns the problems that did not matter enough to stop for. */
    public List<String> warnings() {
        return Stream.concat(joiner.warnings().stream(), warnings.stream()).toList();
    }

    /** Returns the name of the ciphers' provider. */
    public String cryptoName() {
        return threads.crypto().name();
    }

    /** Says good-bye, ends the conference, and stops everything. What can't be said any more isn't an error. */
    @Override
    public void close() {
        guests.close();
        try {
            if (joiner.conferenceExists()) {
                endpoints.forEach(Endpoint::postLeave);
                latecomers.forEach(Endpoint::postLeave);
                Thread.sleep(20); // the good-byes leave before the endpoints are gone
                signalling.end();
            }
        } catch (IOException | RuntimeException e) {
            warnings.add("ending the conference failed: " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        messageSenders.close();
        joiner.close();
        endpoints.forEach(endpoint -> endpoint.driver().remove(endpoint));
        lateDrivers.forEach(Driver::close);
        if (ownsThreads) {
            threads.close();
        }
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
