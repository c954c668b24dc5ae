package org.starbridge.control.selection;

import java.time.Duration;
import org.starbridge.lastn.allocation.AllocationPolicy;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;

/**
 * Policy by which the bridge chooses for its receivers; the same for all conferences.
 *
 * @param allocation how a receiver's bandwidth is divided
 * @param bridgeLastN the most video sources that a receiver gets ({@code cc.jvb-last-n}); {@link LastN#UNLIMITED} for
 *     no limit
 * @param lastNBySize the same by the size of the conference ({@code load-management.conference-last-n-limits})
 * @param usesTargetBitrates a layer costs what its sender says that it is to cost, instead of what is measured
 *     ({@code cc.use-vla-target-bitrate}); false: senders that have little to show stay far below
 * @param trustsEstimates whether a receiver's bandwidth is taken into account ({@code cc.trust-bwe})
 * @param assumedBandwidthLimitBps up to what a receiver may say itself what it can take
 *     ({@code cc.assumed-bandwidth-limit}); {@link Budget#NO_ESTIMATE} if it may not
 * @param ignoredAtFirst for how long after an endpoint came estimates are not reliable
 *     ({@code cc.initial-ignore-bwe-period})
 * @param changeThreshold smaller changes of an estimate are ignored, and what is sent may exceed it by this fraction
 *     ({@code cc.bwe-change-threshold}); 0.15: what the estimator falls by when a queue grows
 * @param guardsAgainstOverload whether a receiver whose link is evidently overloaded is sent less video, whether
 *     estimates are trusted or not ({@code starbridge.selection.overload-guard}); true: without, a link that is too
 *     small loses its audio
 * @param maxInterval layers are chosen again at least this often ({@code cc.max-time-between-calculations}); 5 s,
 *     because measured bitrates change
 */
public record SelectionPolicy(
        AllocationPolicy allocation,
        int bridgeLastN,
        LastN.BySize lastNBySize,
        boolean usesTargetBitrates,
        boolean trustsEstimates,
        long assumedBandwidthLimitBps,
        Duration ignoredAtFirst,
        double changeThreshold,
        boolean guardsAgainstOverload,
        Duration maxInterval) {
    /** @throws IllegalArgumentException if a value is out of its range */
    public SelectionPolicy {
        if (bridgeLastN < LastN.UNLIMITED
                || assumedBandwidthLimitBps < Budget.NO_ESTIMATE
                || ignoredAtFirst.isNegative()
                || changeThreshold < 0
                || maxInterval.toMillis() < 1) {
            throw new IllegalArgumentException("bridgeLastN " + bridgeLastN + ", assumedBandwidthLimitBps "
                    + assumedBandwidthLimitBps + ", ignoredAtFirst " + ignoredAtFirst + ", changeThreshold "
                    + changeThreshold + ", maxInterval " + maxInterval
                    + ": expected -1 or more for the first two, 0 or more for the others, and at least a millisecond");
        }
    }

    /** As documented, but for what is measured on the way to receivers: estimates are trusted or not. */
    public static SelectionPolicy defaults(boolean trustsEstimates) {
        return new SelectionPolicy(
                AllocationPolicy.defaults(),
                LastN.UNLIMITED,
                new LastN.BySize(java.util.Map.of()),
                false,
                trustsEstimates,
                Budget.NO_ESTIMATE,
                Duration.ZERO,
                0.15,
                true,
                Duration.ofSeconds(5));
    }

    /** The same, but a receiver is limited only if its link is evidently overloaded. */
    public SelectionPolicy withoutTrust() {
        return new SelectionPolicy(
                allocation,
                bridgeLastN,
                lastNBySize,
                usesTargetBitrates,
                false,
                assumedBandwidthLimitBps,
                ignoredAtFirst,
                changeThreshold,
                guardsAgainstOverload,
                maxInterval);
    }

    /** The same with limits by the size of the conference. */
    public SelectionPolicy withLastNBySize(LastN.BySize limits) {
        return new SelectionPolicy(
                allocation,
                bridgeLastN,
                limits,
                usesTargetBitrates,
                trustsEstimates,
                assumedBandwidthLimitBps,
                ignoredAtFirst,
                changeThreshold,
                guardsAgainstOverload,
                maxInterval);
    }
}
