package org.starbridge.control.participant;

import org.starbridge.control.participant.ConnectionQuality.Measured;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.EndpointStats;

/** Quality of one endpoint's connection between two looks at its counters. Guarded by the conference's lock. */
public final class ConnectionMeter {
    private long lostBefore;
    private long expectedBefore;
    private int score = ConnectionQuality.UNKNOWN;
    private QualitySubscription subscription = QualitySubscription.NONE;
    private Measured measured = new Measured(0, 0, 0, 0, 0);

    /** Looks at it; an endpoint from which nothing comes has no connection. Whether the score is another one now. */
    public boolean look(EndpointStats stats, Allocation allocation, boolean isActive) {
        long lost = Math.max(0, stats.traffic().packetsLostInbound() - lostBefore);
        long expected = Math.max(0, stats.traffic().packetsExpectedInbound() - expectedBefore);
        lostBefore = stats.traffic().packetsLostInbound();
        expectedBefore = stats.traffic().packetsExpectedInbound();
        BandwidthEstimate estimate = stats.bandwidth();
        measured = new Measured(
                expected == 0 ? 0 : Math.min(1, (double) lost / expected),
                // receiver reports contain what was lost before the bridge
                estimate.isKnown() ? Math.max(0, estimate.lossRatio()) : stats.outboundLossFraction(),
                estimate.rttMs() > 0 ? estimate.rttMs() : stats.rttMs(),
                stats.jitterMs(),
                ConnectionQuality.starved(allocation));
        int before = score;
        score = !isActive ? 0 : stats.dtlsConnected() ? ConnectionQuality.score(measured) : ConnectionQuality.UNKNOWN;
        return score != before;
    }

    /** 0 to 100, or {@link ConnectionQuality#UNKNOWN}. */
    public int score() {
        return score;
    }

    /** Returns the measurements it came from. */
    public Measured measured() {
        return measured;
    }

    /** Returns whether its client wants to know how good connections are. */
    public QualitySubscription subscription() {
        return subscription;
    }

    public void subscription(QualitySubscription newSubscription) {
        subscription = newSubscription;
    }
}
