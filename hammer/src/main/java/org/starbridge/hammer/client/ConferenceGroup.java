package org.starbridge.hammer.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.channel.MessageSenders;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.Growth;
import org.starbridge.hammer.client.plan.GuestWave;
import org.starbridge.hammer.client.result.FanOutDelays;
import org.starbridge.hammer.client.result.GrowthCount;
import org.starbridge.hammer.client.result.GuestCount;
import org.starbridge.hammer.client.result.JoinTime;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.transport.Sockets;
import org.starbridge.hammer.measure.DelaySample;

/**
 * The conferences of a run: one, or several of the same kind at the same time, on the same media threads. Figures are
 * those of all together. One thread drives the run by calling the methods in the order in which they stand here;
 * {@link #gauge} is for any.
 */
public final class ConferenceGroup implements AutoCloseable {
    private static final Duration FLOW_TIMEOUT = Duration.ofSeconds(20);
    private static final long POLL_MS = 50;

    /** A conference says itself which of its threads does not answer, after a shorter time. */
    private static final long ANSWERS_TIMEOUT_MS = 60_000;

    private final ConferenceOptions options;
    private final Growth growth;
    private final @Nullable Shared shared;
    private final List<ClientConference> conferences = new CopyOnWriteArrayList<>();
    private List<GuestWave> waves = List.of();
    private @Nullable String end;

    /** Resources that several conferences have in common; closed with the group. */
    private record Shared(ConferenceRequests requests, ClientThreads threads, Sockets sockets) {}

    /** A single one, closed with this. */
    public ConferenceGroup(ConferenceOptions options, ClientConference single) {
        this.options = options;
        growth = Growth.NONE;
        shared = null;
        conferences.add(single);
    }

    /**
     * Several; none is opened yet.
     *
     * @param options of each
     * @param requests asks the bridge; closed with this
     */
    public ConferenceGroup(ConferenceOptions options, Growth growth, ConferenceRequests requests) {
        this.options = options;
        this.growth = growth;
        shared = new Shared(
                requests,
                new ClientThreads(options.drivers(), options.joining().timeout()),
                new Sockets(options.endpoints() * growth.conferences()));
    }

    /**
     * Joins everybody; of several conferences one after the other, each of which has to flow before the next one
     * begins. Blocks until all are in, or no more can be.
     *
     * @throws LoadTestException if a single conference, or the first one, does not come into being
     */
    public void join() throws InterruptedException {
        if (shared == null) {
            conferences.getFirst().join();
            return;
        }
        while (conferences.size() < growth.conferences() && end == null) {
            grow(shared);
        }
        conferences.getFirst().settle();
    }

    private void grow(Shared with) throws InterruptedException {
        ClientConference next = new ClientConference(
                options,
                ClientConference.colibri(options, new UnclosedRequests(with.requests())),
                with.threads(),
                with.sockets());
        conferences.add(next);
        try {
            next.joinInBatches(Math.min(growth.batch(), options.endpoints()), growth.attempts());
            awaitFlow();
        } catch (LoadTestException e) {
            conferences.remove(next);
            next.close();
            if (conferences.isEmpty()) {
                throw e;
            }
            end = String.valueOf(e.getMessage());
        }
    }

    private void awaitFlow() throws InterruptedException {
        long deadlineNs = System.nanoTime() + FLOW_TIMEOUT.toNanos();
        while (gauge().streams() < (long) options.expectedStreams() * conferences.size()) {
            if (System.nanoTime() > deadlineNs) {
                List<String> missing = missing();
                throw new LoadTestException("not all endpoints received all others after " + FLOW_TIMEOUT.toSeconds()
                        + " s" + (missing.isEmpty() ? "" : " (" + missing.getFirst() + ")"));
            }
            Thread.sleep(POLL_MS);
        }
    }

    /** Returns the number of conferences. */
    public int conferences() {
        return conferences.size();
    }

    /** Returns how far it grew; null if it was to be one conference. */
    public @Nullable GrowthCount growth() {
        return shared == null ? null : new GrowthCount(growth.conferences(), conferences.size(), end);
    }

    /** The first one; what is done to a single conference is done to it. */
    public ClientConference first() {
        return conferences.getFirst();
    }

    /** Of a single conference. */
    public MessageSenders messageSenders() {
        return first().messageSenders();
    }

    /** Sums over all endpoints, at most 100 ms old. */
    public LiveTotals gauge() {
        LiveTotals sum = shared == null ? first().gauge() : shared.threads().gauge();
        for (ClientConference conference : shared == null ? List.<ClientConference>of() : conferences) {
            sum = sum.withPacketsOf(conference.guests().gauge());
        }
        return sum;
    }

    /** Returns which endpoints are missing and what does not flow, one sentence each; empty when everything does. */
    public List<String> missing() {
        List<List<String>> missing = ask(ClientConference::missing);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < missing.size(); i++) {
            String where = missing.size() == 1 ? "" : "conference " + i + ", ";
            missing.get(i).forEach(each -> all.add(where + each));
        }
        return all;
    }

    /** Returns whether all video sources that are asked for come in the height that is asked for. */
    public boolean isSettled() {
        return ask(ClientConference::isSettled).stream().allMatch(isSettled -> isSettled);
    }

    /** The measured window begins. */
    public void openWindow() {
        ask(conference -> {
            conference.openWindow();
            return true;
        });
    }

    /** From now on guests come and go, in a window of this length. */
    public void startGuests(List<GuestWave> all, Duration window) {
        waves = all;
        for (int i = 0; i < conferences.size(); i++) {
            int number = i;
            conferences
                    .get(i)
                    .guests()
                    .start(
                            all.stream()
                                    .filter(wave -> wave.conference() == number)
                                    .toList(),
                            window);
        }
    }

    /** Returns the number of guests that are connected. */
    public int guestsPresent() {
        return conferences.stream()
                .mapToInt(conference -> conference.guests().present())
                .sum();
    }

    /** All guests leave; blocks until they have. */
    public void stopGuests() throws InterruptedException {
        for (ClientConference conference : conferences) {
            conference.guests().stop();
        }
    }

    /** Returns the results of guests; null if there were to be none. */
    public @Nullable GuestCount guestCount() {
        return waves.isEmpty()
                ? null
                : conferences.stream()
                        .map(conference -> conference.guests().count())
                        .reduce(GuestCount::plus)
                        .orElse(null);
    }

    /** The measured window ends: no more media or messages are sent. */
    public void stopSending() {
        ask(conference -> {
            conference.stopSending();
            return true;
        });
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

    /** Returns the counts of each endpoint, one conference after the other. */
    public List<ReceiverCount> counts() {
        return ask(ClientConference::counts).stream().flatMap(List::stream).toList();
    }

    /** Returns the delays of the sampled packets of the window, in nanoseconds. */
    public Histogram delays() {
        return sum(ClientConference::delays);
    }

    /** Returns the delays of the sampled packets since the last call, in nanoseconds. */
    public Histogram takeDelays() {
        return sum(ClientConference::takeDelays);
    }

    /** By how much the packets of the window left after they were due, in nanoseconds. */
    public Histogram lateness() {
        return sum(ClientConference::lateness);
    }

    private Histogram sum(Function<ClientConference, Histogram> part) {
        Histogram sum = DelaySample.newHistogram();
        ask(part).forEach(sum::add);
        return sum;
    }

    /**
     * Asks all conferences at once. Media threads answer when they come to it; one conference after the other would
     * take as long as all of these answers together.
     */
    private <T> List<T> ask(Function<ClientConference, T> question) {
        if (conferences.size() == 1) {
            return List.of(question.apply(first()));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return conferences.stream()
                    .map(conference -> CompletableFuture.supplyAsync(() -> question.apply(conference), threads))
                    .toList()
                    .stream()
                    .map(answer -> PendingAnswers.await(answer, ANSWERS_TIMEOUT_MS, "a conference does not answer"))
                    .toList();
        }
    }

    /** Returns the delays until the first and the last receiver had the sampled packets of the window. */
    public FanOutDelays fanOutDelays() {
        FanOutDelays sum =
                new FanOutDelays(DelaySample.newHistogram(), DelaySample.newHistogram(), DelaySample.newHistogram());
        Consumer<FanOutDelays> add = each -> {
            sum.first().add(each.first());
            sum.last().add(each.last());
            sum.spread().add(each.spread());
        };
        conferences.stream().map(ClientConference::fanOutDelays).forEach(add);
        return sum;
    }

    /**
     * Returns the number of video sources that flow in each height, over all endpoints; empty where nothing is chosen.
     */
    public SortedMap<Integer, Integer> sourcesByHeight() {
        SortedMap<Integer, Integer> sums = new TreeMap<>();
        ask(ClientConference::sourcesByHeight)
                .forEach(heights -> heights.forEach((height, sources) -> sums.merge(height, sources, Integer::sum)));
        return sums;
    }

    /** Returns the times at which each endpoint joined and left, numbered through all conferences; guests come last. */
    public List<JoinTime> joins() {
        List<JoinTime> all = new ArrayList<>();
        List<JoinTime> guests = new ArrayList<>();
        int each = options.endpoints() + options.latecomers();
        for (int i = 0; i < conferences.size(); i++) {
            for (JoinTime join : conferences.get(i).joins()) {
                (join.number() < each ? all : guests).add(join.renumbered(i * each + join.number(), i));
            }
        }
        guests.sort(Comparator.comparingLong(JoinTime::beganNs));
        for (JoinTime guest : guests) {
            all.add(guest.renumbered(each * conferences.size() + all.size(), JoinTime.GUEST));
        }
        return all;
    }

    /** The CPU time of each media thread so far, in nanoseconds. */
    public List<Long> driverCpuNs() {
        return first().driverCpuNs();
    }

    /** Returns the problems that did not matter enough to stop for. */
    public List<String> warnings() {
        return conferences.stream()
                .flatMap(conference -> conference.warnings().stream())
                .toList();
    }

    /** Returns the name of the ciphers' provider. */
    public String cryptoName() {
        return first().cryptoName();
    }

    /** Ends the conferences and stops everything. */
    @Override
    public void close() {
        conferences.forEach(ClientConference::close);
        if (shared != null) {
            shared.threads().close();
            shared.requests().close();
        }
    }
}
