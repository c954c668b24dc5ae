package org.starbridge.bridge.observation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.ToDoubleFunction;
import org.starbridge.bridge.impairment.ParticipantFacts.Downlink;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.EndpointStats;

/** One endpoint's counters over the last looks. Owned by the observer. */
final class ParticipantWindow {
    /** Looks that a window has: four intervals. */
    static final int LOOKS = 5;

    private static final int SHORTEST = 3;

    private final Deque<Look> looks = new ArrayDeque<>();
    private double lowestRttMs = Double.MAX_VALUE;

    private record Look(
            long nowNs,
            EndpointStats stats,
            double loss,
            double rttMs,
            double queueMs,
            boolean isOverused,
            long givenBps,
            long wantedBps) {}

    /** Takes the counters of this moment. */
    void look(EndpointSnapshot endpoint, long nowNs) {
        EndpointStats stats = endpoint.stats();
        BandwidthEstimate estimate = stats.bandwidth();
        Allocation allocation = endpoint.allocation();
        double rttMs = estimate.rttMs() > 0 ? estimate.rttMs() : stats.rttMs();
        if (rttMs > 0) {
            lowestRttMs = Math.min(lowestRttMs, rttMs);
        }
        looks.addLast(new Look(
                nowNs,
                stats,
                hasLossRatio(estimate) ? estimate.lossRatio() : stats.outboundLossFraction(),
                rttMs,
                estimate.pacerQueueMs(),
                estimate.overusing(),
                allocation.targetBps(),
                allocation.idealBps()));
        if (looks.size() > LOOKS) {
            looks.removeFirst();
        }
    }

    /** Returns whether there is enough to judge by: a call's first seconds are unlike the rest. */
    boolean isJudgeable() {
        return looks.size() >= SHORTEST;
    }

    Downlink downlink(EndpointSnapshot endpoint) {
        BandwidthEstimate estimate = endpoint.stats().bandwidth();
        boolean isOverused = looks.stream().anyMatch(Look::isOverused);
        return new Downlink(
                mean(Look::loss),
                !hasLossRatio(estimate),
                mean(Look::rttMs),
                lowestRttMs == Double.MAX_VALUE ? 0 : lowestRttMs,
                mean(Look::queueMs),
                isOverused,
                estimate.reason(),
                estimate.targetBps(),
                looks.stream().mapToLong(Look::givenBps).sum() / looks.size(),
                looks.stream().mapToLong(Look::wantedBps).sum() / looks.size(),
                endpoint.allocation().budget().isLimited());
    }

    /** The share of what it sent that did not come. */
    double inboundLoss() {
        EndpointStats before = looks.getFirst().stats;
        EndpointStats now = looks.getLast().stats;
        double lost = Math.max(
                0, now.traffic().packetsLostInbound() - before.traffic().packetsLostInbound());
        double expected = Math.max(
                0, now.traffic().packetsExpectedInbound() - before.traffic().packetsExpectedInbound());
        return expected == 0 ? 0 : Math.min(1, lost / expected);
    }

    double jitterMs() {
        return mean(look -> look.stats.inboundJitterMs());
    }

    double keyFrameRequestsPerMinute() {
        Look before = looks.getFirst();
        Look now = looks.getLast();
        double minutes = (now.nowNs - before.nowNs) / 60e9;
        return minutes <= 0
                ? 0
                : Math.max(
                                0,
                                now.stats.traffic().keyFrameRequests()
                                        - before.stats.traffic().keyFrameRequests())
                        / minutes;
    }

    private static boolean hasLossRatio(BandwidthEstimate estimate) {
        return estimate.isKnown() && estimate.lossRatio() >= 0;
    }

    private double mean(ToDoubleFunction<Look> value) {
        return looks.stream().mapToDouble(value).average().orElse(0);
    }
}
