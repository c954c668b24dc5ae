package org.starbridge.hammer.hostile;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.report.HeapUse;
import org.starbridge.hammer.report.HostileReport;

/**
 * Attacks a bridge while a star runs through it, from {@link #start} to {@link #stop}; says then what the bridge
 * counted.
 */
public final class HostileRun implements AutoCloseable {
    private static final long TICK_MS = 5;
    private static final int BURST = 20;
    private static final long COUNTED_WITHIN_NS = 15_000_000_000L;
    private static final long HEALTH_EVERY_NS = 2_000_000_000L;

    private final double rate;
    private final long seed;
    private final LongSupplier logLines;
    private final Stats stats;
    private final MediaPortAttacks mediaPort;
    private final HttpAttacks http;
    private final NonReadingParticipants crowd;
    private final List<Long> heapUsedBytes = new ArrayList<>();
    private final CertificateAttacks certificates;
    private final List<Attack> attacks = new ArrayList<>();
    private final Map<Attack, Tally> tallies = new HashMap<>();
    private final CountDownLatch rollCalled = new CountDownLatch(1);
    private final Thread thread = Thread.ofPlatform().daemon().name("hostile").unstarted(this::run);
    private volatile boolean stopped;
    private String problem = "";
    private long nextHealthNs;
    private long lastTickNs = System.nanoTime();
    private long logLinesBefore = -1;
    private long startNs;
    private @Nullable Throwable failure;

    /** Results of one attack. */
    private static final class Tally {
        long sent;
        long sentInRollCall;
        Map<String, Long> grown = Map.of();
        double owed;
    }

    /**
     * Joins the attacking endpoints; nothing hostile happens yet.
     *
     * @param conference the star, joined
     * @param rate how fast, 1 = a few thousand datagrams a second when everything comes at once
     * @param seed decides what is sent
     * @param logLines how much the bridge has logged, or -1 if that is unknown
     */
    public HostileRun(
            URI bridge, ClientConference conference, Codec video, double rate, long seed, LongSupplier logLines)
            throws InterruptedException {
        this.rate = rate;
        this.seed = seed;
        this.logLines = logLines;
        Random random = new Random(seed);
        stats = new Stats(bridge);
        mediaPort = new MediaPortAttacks(bridge, conference, video, random);
        crowd = new NonReadingParticipants(bridge);
        certificates = new CertificateAttacks(bridge, video, random);
        http = new HttpAttacks(bridge, mediaPort.channels(), random);
        attacks.addAll(mediaPort.all());
        attacks.addAll(certificates.all());
        attacks.addAll(http.all());
        attacks.addAll(crowd.all());
        attacks.forEach(attack -> tallies.put(attack, new Tally()));
    }

    /** Begins. */
    public void start() {
        thread.start();
    }

    /** Returns whether every kind had its turn: from then on all come at once. */
    public boolean isRollCalled() {
        return rollCalled.getCount() == 0;
    }

    /** Ends it and says what came of it. */
    public HostileReport stop() throws InterruptedException {
        stopped = true;
        thread.join();
        if (failure != null) {
            throw new LoadTestException("the attack run failed: " + failure, failure);
        }
        mediaPort.drain();
        List<HostileReport.Kind> kinds = attacks.stream()
                .map(attack -> {
                    Tally tally = tally(attack);
                    long least = Math.max(1, (long) (tally.sentInRollCall * attack.leastCounted()));
                    return new HostileReport.Kind(attack.kind(), tally.sent, tally.sentInRollCall, least, tally.grown);
                })
                .toList();
        long seconds = (System.nanoTime() - startNs) / 1_000_000_000;
        long logged = logLinesBefore < 0 ? -1 : logLines.getAsLong() - logLinesBefore;
        return new HostileReport(
                kinds,
                mediaPort.bytesSent(),
                mediaPort.bytesAnswered(),
                seconds,
                logged,
                problem,
                HeapUse.of(heapUsedBytes, seconds),
                seed);
    }

    private void run() {
        startNs = System.nanoTime();
        try {
            logLinesBefore = logLines.getAsLong();
            for (List<Attack> turn : turns()) {
                if (stopped) {
                    break;
                }
                rollCall(turn);
            }
            rollCalled.countDown();
            while (!stopped) {
                attack(attacks);
            }
        } catch (IOException | RuntimeException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            rollCalled.countDown();
        }
    }

    /** Attacks that no counter could confuse share a turn. */
    private List<List<Attack>> turns() {
        List<List<Attack>> turns = new ArrayList<>();
        for (Attack attack : attacks) {
            List<Attack> free = null;
            for (List<Attack> turn : turns) {
                if (turn.stream().noneMatch(attack::sharesCountersWith)) {
                    free = turn;
                    break;
                }
            }
            if (free == null) {
                free = new ArrayList<>();
                turns.add(free);
            }
            free.add(attack);
        }
        return turns;
    }

    private void rollCall(List<Attack> turn) throws IOException, InterruptedException {
        Map<String, Long> before = settled();
        Map<Attack, Long> sentBefore = new HashMap<>();
        turn.forEach(attack -> sentBefore.put(attack, tally(attack).sent));
        long endNs = System.nanoTime() + COUNTED_WITHIN_NS;
        boolean isSent = false;
        while (!isSent && System.nanoTime() < endNs) {
            attack(turn);
            isSent = turn.stream()
                    .allMatch(attack -> tally(attack).sent - sentBefore.getOrDefault(attack, 0L)
                            >= Math.max(1, (long) (attack.perSecond() * rate)));
        }
        for (Attack attack : turn) {
            tally(attack).sentInRollCall = tally(attack).sent - sentBefore.getOrDefault(attack, 0L);
        }
        long limitNs = System.nanoTime() + COUNTED_WITHIN_NS;
        boolean isComplete = false;
        while (!isComplete && System.nanoTime() < limitNs) {
            Thread.sleep(100);
            Map<String, Long> after = stats.read();
            isComplete = true;
            for (Attack attack : turn) {
                Tally tally = tally(attack);
                tally.grown = Stats.growth(before, after, attack.counters());
                long counted =
                        tally.grown.values().stream().mapToLong(Long::longValue).sum();
                isComplete &= counted >= Math.max(1, (long) (tally.sentInRollCall * attack.leastCounted()));
            }
        }
    }

    /** The statistics once they stand still: nothing of an earlier turn is still to be counted. */
    private Map<String, Long> settled() throws IOException, InterruptedException {
        Thread.sleep(1_100); // the bridge's workers publish once a second
        return stats.read();
    }

    /** One tick: what each attack owes by its rate. */
    private void attack(List<Attack> active) throws InterruptedException {
        long nowNs = System.nanoTime();
        double elapsedSeconds = Math.min(1, (nowNs - lastTickNs) / 1e9);
        lastTickNs = nowNs;
        for (Attack attack : active) {
            Tally tally = tally(attack);
            tally.owed = Math.min(BURST, tally.owed + attack.perSecond() * rate * elapsedSeconds);
            while (tally.owed >= 1) {
                tally.owed--;
                if (attack.sender().send()) {
                    tally.sent++;
                }
            }
        }
        http.crawl();
        mediaPort.drain();
        if (nowNs >= nextHealthNs) {
            nextHealthNs = nowNs + HEALTH_EVERY_NS;
            String heard = stats.problem();
            problem = problem.isEmpty() ? heard : problem;
            stats.heapUsedBytes().ifPresent(heapUsedBytes::add);
        }
        Thread.sleep(TICK_MS);
    }

    private Tally tally(Attack attack) {
        return java.util.Objects.requireNonNull(tallies.get(attack));
    }

    @Override
    public void close() {
        stopped = true;
        certificates.close();
        http.close();
        crowd.close();
        mediaPort.close();
        stats.close();
    }
}
