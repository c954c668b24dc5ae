package org.starbridge.control.participant;

import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.Budget.Basis;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.EndpointStats;

/**
 * Amount of video that one receiver can take: by its bandwidth estimate where estimates are trusted, and in any case if
 * its link is evidently overloaded. Audio comes first, so it is taken off. Immutable.
 */
public final class ReceiverBudgets {
    /** Of a higher threshold half of what is sent would be too much. */
    private static final double HIGHEST_THRESHOLD = 0.5;
    /** A tenth more is tolerated, because bitrates are measured. */
    private static final double MEASURED = 1.1;

    private final SelectionPolicy policy;
    private final long createdAtNs;

    /** Of a receiver that came at {@code createdAtNs}, on the monotonic clock. */
    public ReceiverBudgets(SelectionPolicy policy, long createdAtNs) {
        this.policy = policy;
        this.createdAtNs = createdAtNs;
    }

    /** Returns whether estimates limit it, as soon as there are some. */
    boolean followEstimates() {
        return policy.trustsEstimates();
    }

    /**
     * The budget at a time.
     *
     * @param hasRtx whether the receiver negotiated retransmissions
     * @param assumedBps what the receiver wants to be assumed; negative if nothing
     */
    public Budget of(EndpointStats stats, boolean hasRtx, long assumedBps, long nowNs) {
        BandwidthEstimate estimate = stats.bandwidth();
        Budget budget = Budget.of(
                policy.trustsEstimates(),
                hasRtx,
                nowNs - createdAtNs < policy.ignoredAtFirst().toNanos(),
                stats.limits().downlinkBps(),
                assumedBps,
                policy.assumedBandwidthLimitBps());
        boolean followsEstimate = estimate.isKnown() && budget.basis() == Basis.ESTIMATE;
        if (policy.guardsAgainstOverload() && !followsEstimate) {
            budget = budget.under(stats.limits().lossLimitBps());
        }
        boolean isEstimated = followsEstimate || (estimate.isKnown() && budget.basis() == Basis.OVERLOAD);
        return isEstimated ? budget.tolerating(toleranceBps(estimate)) : budget;
    }

    /**
     * Returns the bitrate by which what is sent may be above the estimate, so that a smaller change of the estimate
     * changes nothing. If a queue stays on its way, it may not.
     */
    private long toleranceBps(BandwidthEstimate estimate) {
        if (estimate.overusing()) {
            return 0;
        }
        double threshold = Math.min(policy.changeThreshold(), HIGHEST_THRESHOLD);
        return (long) (MEASURED * estimate.targetBps() * threshold / (1 - threshold));
    }
}
