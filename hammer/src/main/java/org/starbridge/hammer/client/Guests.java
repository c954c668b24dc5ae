package org.starbridge.hammer.client;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.media.MeasuredSessions;
import org.starbridge.hammer.client.media.MediaFlow;
import org.starbridge.hammer.client.media.MediaSessions;
import org.starbridge.hammer.client.media.Meters;
import org.starbridge.hammer.client.media.SpeakingPattern;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.EndpointRoster;
import org.starbridge.hammer.client.plan.GuestWave;
import org.starbridge.hammer.client.result.GuestCount;
import org.starbridge.hammer.client.result.JoinTime;
import org.starbridge.hammer.client.signalling.Signalling;

/**
 * Endpoints that join a conference while it is measured, and leave. Each is another one, with an id and SSRCs of its
 * own. A driver of their own owns them, so that they do not delay what is counted; each visit runs on a virtual thread.
 * The thread that drives the run calls {@link #start} and {@link #stop}.
 */
public final class Guests implements AutoCloseable {
    /** A guest that is there as long as this and does not get every stream is deaf. */
    private static final long FLOW_NS = 5_000_000_000L;

    private static final long ANSWER_TIMEOUT_MS = 5_000;
    private static final long POLL_MS = 10;
    private static final double SECOND_NS = 1e9;

    private final ConferenceOptions options;
    private final EndpointRoster roster;
    private final EndpointMaker maker;
    private final Joiner joiner;
    private final Signalling signalling;
    private final SpeakingPattern speaking;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Phaser visits = new Phaser(1);
    private final AtomicInteger present = new AtomicInteger();
    private final AtomicInteger mostPresent = new AtomicInteger();
    private final AtomicInteger deaf = new AtomicInteger();
    private final ConcurrentLinkedQueue<Long> joinNs = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Long> mediaNs = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<JoinTime> times = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Driver driver;
    private int planned;

    Guests(
            ConferenceOptions options,
            EndpointRoster roster,
            EndpointMaker maker,
            Joiner joiner,
            Signalling signalling,
            SpeakingPattern speaking) {
        this.options = options;
        this.roster = roster;
        this.maker = maker;
        this.joiner = joiner;
        this.signalling = signalling;
        this.speaking = speaking;
    }

    /** The window begins: guests come and go as {@code waves} say, until {@link #stop}. */
    public void start(List<GuestWave> waves, Duration window) {
        List<GuestWave.Visit> all = GuestWave.visits(waves, window.toNanos() / SECOND_NS);
        planned = all.size();
        if (all.isEmpty()) {
            return;
        }
        Driver own = Driver.start("driver-guests");
        driver = own;
        Meters measured = Meters.of(roster.withGuest(
                        options.endpoints(), true, options, maker.threads().random())
                .streams());
        long startNs = System.nanoTime();
        visits.register();
        Thread.ofVirtual().name("guests").start(() -> {
            try {
                startAll(all, startNs, own, measured);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } finally {
                visits.arriveAndDeregister();
            }
        });
    }

    private void startAll(List<GuestWave.Visit> all, long startNs, Driver own, Meters measured)
            throws InterruptedException {
        int number = options.endpoints() + options.latecomers();
        for (GuestWave.Visit visit : all) {
            long beginNs = startNs + (long) (visit.atSeconds() * SECOND_NS);
            if (isOver(beginNs)) {
                return;
            }
            int guest = number++;
            long untilNs = startNs + (long) (visit.untilSeconds() * SECOND_NS);
            visits.register();
            Thread.ofVirtual().name("guest-" + guest).start(() -> {
                try {
                    visit(guest, visit.wave().sends(), beginNs, untilNs, own, measured);
                } finally {
                    visits.arriveAndDeregister();
                }
            });
        }
    }

    /** Waits until a moment; true if all guests are to leave before it. */
    private boolean isOver(long momentNs) throws InterruptedException {
        try {
            end.get(Math.max(0, momentNs - System.nanoTime()), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("this future is never completed this way", e);
        }
    }

    /** {@code beginNs} is when it was to begin: a Hammer that is late does not make joins look faster. */
    private void visit(int number, boolean sends, long beginNs, long untilNs, Driver own, Meters measured) {
        long connectedNs = JoinTime.NEVER;
        long leftNs = JoinTime.NEVER;
        Endpoint endpoint = null;
        try {
            EndpointRoster mine =
                    roster.withGuest(number, sends, options, maker.threads().random());
            MediaSessions sessions = new MediaSessions(
                    options, mine, maker.threads().crypto(), maker.threads().random(), speaking);
            endpoint = maker.make(mine.plans().getLast(), own, new MeasuredSessions(sessions, measured));
            own.add(List.of(endpoint));
            connectedNs = joiner.connect(endpoint, false);
            joinNs.add(connectedNs - beginNs);
            mostPresent.accumulateAndGet(present.incrementAndGet(), Math::max);
            awaitMedia(endpoint, beginNs, untilNs);
            isOver(untilNs);
        } catch (RuntimeException e) {
            failures.add(e instanceof LoadTestException ? String.valueOf(e.getMessage()) : e.toString());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            if (endpoint != null) {
                leave(endpoint, connectedNs != JoinTime.NEVER);
            }
            if (connectedNs != JoinTime.NEVER) {
                leftNs = System.nanoTime();
                present.decrementAndGet();
            }
            times.add(new JoinTime(number, JoinTime.GUEST, beginNs, connectedNs, leftNs));
        }
    }

    private void awaitMedia(Endpoint endpoint, long beginNs, long untilNs) throws InterruptedException {
        long deadlineNs = Math.min(untilNs, System.nanoTime() + FLOW_NS);
        boolean couldWait = deadlineNs < untilNs;
        while (System.nanoTime() < deadlineNs && !end.isDone()) {
            if (flowsEntirely(endpoint)) {
                mediaNs.add(System.nanoTime() - beginNs);
                return;
            }
            Thread.sleep(POLL_MS);
        }
        if (couldWait && !end.isDone()) {
            deaf.incrementAndGet();
        }
    }

    private static boolean flowsEntirely(Endpoint endpoint) {
        return PendingAnswers.await(
                endpoint.driver().ask(() -> {
                    MediaFlow flow = endpoint.flow();
                    return flow != null && flow.silentStreams().isEmpty();
                }),
                ANSWER_TIMEOUT_MS,
                "a media thread is stuck");
    }

    /** Says good-bye, as a client does, then as the focus that it has gone. */
    private void leave(Endpoint endpoint, boolean hasJoined) {
        endpoint.postLeave();
        try {
            if (hasJoined) {
                signalling.leave(endpoint.plan());
            } else {
                signalling.leaveIfPossible(endpoint.plan());
            }
        } catch (IOException | LoadTestException e) {
            failures.add("endpoint " + endpoint.plan().id() + " could not leave: " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            endpoint.driver().remove(endpoint);
        }
    }

    /** Returns the number of guests that are connected; any thread. */
    public int present() {
        return present.get();
    }

    /** Sums over those who are there and those who have left, at most 100 ms old; any thread. */
    LiveTotals gauge() {
        Driver own = driver;
        return own == null ? LiveTotals.NOTHING : own.checkedGauge();
    }

    /** Returns the times at which each guest that has gone joined and left; any thread. */
    List<JoinTime> times() {
        return List.copyOf(times);
    }

    /** The window ends: all guests leave. Blocks until they have, as long as a request may take. */
    public void stop() throws InterruptedException {
        end.complete(null);
        int phase = visits.arrive();
        try {
            visits.awaitAdvanceInterruptibly(
                    phase, 2 * options.joining().timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            failures.add("guests did not leave in time");
        }
    }

    /** Returns the results of the guests. Called after {@link #stop}. */
    public GuestCount count() {
        Driver own = driver;
        LiveTotals sum = own == null
                ? LiveTotals.NOTHING
                : PendingAnswers.await(own.ask(own::sum), ANSWER_TIMEOUT_MS, "a media thread is stuck");
        return new GuestCount(
                planned,
                List.copyOf(joinNs),
                List.copyOf(mediaNs),
                deaf.get(),
                List.copyOf(failures),
                mostPresent.get(),
                sum.packetsSent(),
                sum.packetsReceived());
    }

    @Override
    public void close() {
        end.complete(null);
        Driver own = driver;
        if (own != null) {
            own.close();
        }
    }
}
