package org.starbridge.bridge.observation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.starbridge.bandwidth.Reason;
import org.starbridge.bridge.observation.SimulatedRoom.Level;
import org.starbridge.control.channel.MessageCounts;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.lastn.allocation.AllocationPolicy;
import org.starbridge.lastn.allocation.Allocator;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.lastn.allocation.Layer;
import org.starbridge.lastn.allocation.VideoSource;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.transport.ice.IceState;

/**
 * A participant with a camera, a microphone, two links with queues, a sender that adapts its rate, and the bridge's
 * estimator, in steps of a second. What the bridge would see of it is in {@link #snapshot}: smoothed, quantized, late.
 */
final class SimulatedParticipant {
    private static final double AUDIO_BPS = 40_000;
    private static final Allocator ALLOCATOR = new Allocator(AllocationPolicy.defaults());

    final String id;
    private final SplittableRandom random;
    private final List<Level> levels;
    private final double frameRate;
    private final double baseRttMs;
    private final double baseJitterMs;
    private final double idleUpLoss;
    private final double idleDownLoss;
    private final double idleRequestsPerMinute;
    private final boolean hasReportsOnly;

    /** What a fault changes. */
    double upCapacityBps = 20e6;

    double downCapacityBps = 40e6;
    double addedUpLoss;
    double addedDownLoss;
    double addedJitterMs;
    double deviceRate = 1;
    double deviceSize = 1;
    double requestsPerMinute;
    boolean isCameraDead;
    boolean isGone;

    private double content = 1;
    private double targetBps = 300_000;
    private double upQueueBits;
    private double downQueueBits;
    private double estimateBps = 400_000;
    private Reason reason = Reason.START;
    private double lossRatio;
    private double reportedLoss;
    private double rttMs;
    private double jitterMs;
    private double upDelayMs;
    private double lastUpLoss;
    private long expected;
    private long lost;
    private double requests;
    private long heardNs;
    private boolean isOverusing;
    private Allocation allocation = Allocation.NOTHING;
    private List<LayersSnapshot.Layer> sent = List.of();

    SimulatedParticipant(String id, SplittableRandom random) {
        this.id = id;
        this.random = random;
        double scale = 0.7 + 0.6 * random.nextDouble();
        levels = random.nextInt(5) == 0
                ? List.of(new Level(0, 720, 1_500_000 * scale))
                : List.of(
                        new Level(0, 180, 150_000 * scale),
                        new Level(1, 360, 500_000 * scale),
                        new Level(2, 720, 1_800_000 * scale));
        frameRate = random.nextInt(4) == 0 ? 15 : 30;
        baseRttMs = 8 + 170 * random.nextDouble() * random.nextDouble();
        baseJitterMs = 1 + 24 * random.nextDouble();
        idleUpLoss = 0.009 * random.nextDouble();
        idleDownLoss = 0.009 * random.nextDouble();
        idleRequestsPerMinute = 3 * random.nextDouble();
        hasReportsOnly = random.nextInt(6) == 0;
        rttMs = baseRttMs;
        jitterMs = baseJitterMs;
    }

    double usualBps() {
        return levels.stream().mapToDouble(Level::bitrateBps).sum();
    }

    String camera() {
        return id + "-v0";
    }

    VideoSource source() {
        return new VideoSource(
                camera(),
                VideoSource.Content.CAMERA,
                VideoSource.State.ENABLED,
                sent.stream()
                        .map(layer ->
                                new Layer(layer.id(), layer.height(), layer.framesPerSecond(), layer.bitrateBps()))
                        .toList());
    }

    double lastUpLoss() {
        return lastUpLoss;
    }

    /**
     * A second of what it sends.
     *
     * @param bridgeLoss what the bridge's kernel drops
     */
    void send(double bridgeLoss, long nowNs) {
        if (isGone) {
            sent = layers(0, true);
            return;
        }
        heardNs = nowNs;
        content = Math.clamp(content + 0.1 * (random.nextDouble() - 0.5), 0.65, 1.05);
        double video = encode();
        double offered = video + AUDIO_BPS;
        upQueueBits = Math.max(0, upQueueBits + offered - upCapacityBps);
        double buffer = 0.4 * upCapacityBps;
        double overflow = Math.max(0, upQueueBits - buffer) / Math.max(1, offered);
        upQueueBits = Math.min(upQueueBits, buffer);
        double delayMs = 1000 * upQueueBits / upCapacityBps;
        double burst = random.nextInt(50) == 0 ? 0.05 : 0;
        lastUpLoss = Math.min(1, idleUpLoss + addedUpLoss + overflow + bridgeLoss + burst);
        long packets = Math.max(50, Math.round(offered / 8 / 1000));
        expected += packets;
        lost += binomial(packets, lastUpLoss);
        double jitter = (baseJitterMs + addedJitterMs) * (0.7 + 0.6 * random.nextDouble())
                + 0.5 * Math.abs(delayMs - upDelayMs);
        jitterMs += (jitter - jitterMs) / 4;
        upDelayMs = delayMs;
        targetBps = delayMs > 80
                ? 0.85 * Math.min(targetBps, upCapacityBps)
                : lastUpLoss - bridgeLoss > 0.1
                        ? targetBps * (1 - 0.5 * lastUpLoss)
                        : Math.min(1.08 * targetBps + 8_000, 1.6 * usualBps());
        targetBps = Math.max(60_000, targetBps);
    }

    /** Decides which levels are sent; the bitrate. */
    private double encode() {
        if (isCameraDead) {
            sent = layers(0, true);
            return 0;
        }
        double left = targetBps;
        double sum = 0;
        int active = 0;
        for (Level level : levels) {
            double wanted = level.bitrateBps() * content * Math.pow(deviceSize, 0.3);
            boolean isFirst = active == 0;
            if (!isFirst && left < 0.7 * wanted) {
                break;
            }
            double given = Math.min(wanted, left);
            left -= given;
            sum += given;
            active++;
        }
        if (levels.size() == 1) {
            double share = sum / (levels.getFirst().bitrateBps() * content);
            sent = layers(1, false, share < 0.25 ? 0.5 : share < 0.5 ? 0.75 : 1, sum);
        } else {
            sent = layers(active, false);
        }
        return sum;
    }

    private List<LayersSnapshot.Layer> layers(int active, boolean isDead) {
        return layers(active, isDead, 1, usualBps() * content);
    }

    private List<LayersSnapshot.Layer> layers(int active, boolean isDead, double size, double singleBps) {
        List<LayersSnapshot.Layer> made = new ArrayList<>();
        for (int i = 0; i < levels.size(); i++) {
            Level level = levels.get(i);
            double bps = levels.size() == 1 ? singleBps : level.bitrateBps() * content;
            boolean isActive = !isDead && i < active;
            made.add(new LayersSnapshot.Layer(
                    LayerId.of(level.encoding(), 0, 0),
                    isActive,
                    (int) (level.heightPx() * deviceSize * size),
                    (float) (frameRate * deviceRate * (0.8 + 0.25 * random.nextDouble())),
                    isActive ? (long) bps : 0,
                    0));
        }
        return made;
    }

    /**
     * A second of what it is sent.
     *
     * @param others video of the others
     * @param lostBefore of what it watches, before the bridge
     * @param bridgeDelayMs what the bridge holds up
     * @param bridgeLoss what the bridge drops late
     */
    void receive(
            List<VideoSource> others,
            double lostBefore,
            double bridgeDelayMs,
            double bridgeLoss,
            int number,
            long nowNs) {
        if (isGone) {
            return;
        }
        allocation = ALLOCATOR.allocate(
                others,
                ReceiverConstraints.everything(),
                LastN.Limits.NONE,
                new Budget((long) Math.max(0, estimateBps - AUDIO_BPS), Budget.Basis.ESTIMATE),
                allocation,
                nowNs);
        double offered = allocation.targetBps() + AUDIO_BPS * Math.min(3, number);
        downQueueBits = Math.max(0, downQueueBits + offered - downCapacityBps);
        double buffer = (0.2 + 0.3 * random.nextDouble()) * downCapacityBps;
        double overflow = Math.max(0, downQueueBits - buffer) / Math.max(1, offered);
        downQueueBits = Math.min(downQueueBits, buffer);
        double queueMs = 1000 * downQueueBits / downCapacityBps + bridgeDelayMs * random.nextDouble();
        double burst = random.nextInt(50) == 0 ? 0.04 : 0;
        double loss = Math.min(1, idleDownLoss + addedDownLoss + overflow + burst);
        lossRatio += (loss - lossRatio) / 3;
        double reported = Math.min(1, loss + lostBefore + bridgeLoss);
        reportedLoss += (Math.round(reported * 256) / 256.0 - reportedLoss) / 4;
        rttMs += (baseRttMs * (0.95 + 0.1 * random.nextDouble()) + queueMs + upDelayMs - rttMs) / 3;
        isOverusing = queueMs > 60 + 20 * random.nextDouble();
        double throughput = Math.min(offered, downCapacityBps) * (1 - loss);
        if (isOverusing) {
            estimateBps = Math.min(estimateBps, 0.85 * throughput + 20_000);
            reason = Reason.DELAY;
        } else if (loss > 0.1) {
            estimateBps *= 1 - 0.5 * loss;
            reason = Reason.LOSS;
        } else if (estimateBps < 1.3 * allocation.idealBps() + 300_000) {
            estimateBps = 1.12 * estimateBps + 10_000; // it probes for what is wanted
            reason = reason == Reason.START && estimateBps < 500_000
                    ? Reason.START
                    : loss > 0.03 ? Reason.LOSS : random.nextBoolean() ? Reason.PROBE : Reason.ACKNOWLEDGED;
        }
        estimateBps = Math.max(50_000, estimateBps);
        double gaps = Math.max(0, loss - 0.01) + Math.max(0, lostBefore - 0.01) + Math.max(0, bridgeLoss - 0.001) * 3;
        requests += random.nextDouble() * 2 * (idleRequestsPerMinute + requestsPerMinute + 150 * gaps) / 60;
    }

    EndpointSnapshot snapshot() {
        BandwidthEstimate estimate = new BandwidthEstimate(
                (long) estimateBps,
                reason,
                (long) estimateBps,
                (long) estimateBps,
                allocation.targetBps(),
                hasReportsOnly ? BandwidthEstimate.UNKNOWN : lossRatio,
                rttMs,
                (long) (2 * estimateBps),
                0,
                0,
                0,
                0,
                0,
                false,
                isOverusing,
                0,
                false);
        EndpointStats stats = new EndpointStats(
                IceState.CONNECTED,
                true,
                new EndpointStats.Traffic(
                        expected - lost, (expected - lost) * 1000, 0, 0, lost, expected, (long) requests),
                reportedLoss,
                rttMs,
                heardNs,
                true,
                !isCameraDead,
                jitterMs,
                jitterMs,
                EndpointStats.Limits.NONE,
                estimate,
                0);
        return new EndpointSnapshot(
                id,
                null,
                false,
                false,
                IceState.CONNECTED,
                true,
                true,
                List.of(id + "-a0", camera()),
                allocation.forwardedSources(),
                Set.of(),
                ReceiverConstraints.everything(),
                allocation,
                estimate,
                !isGone,
                new MessageCounts.Snapshot(java.util.Map.of(), java.util.Map.of(), 0),
                new EndpointSnapshot.Connection(100, 0),
                stats,
                List.of(new EndpointSnapshot.SentVideo(camera(), false, false, new LayersSnapshot(1, sent))));
    }

    private long binomial(long trials, double chance) {
        long hits = 0;
        for (long i = 0; i < trials; i++) {
            if (random.nextDouble() < chance) {
                hits++;
            }
        }
        return hits;
    }
}
