package org.starbridge.control.relay;

import org.starbridge.control.participant.AllocationReport;
import org.starbridge.control.participant.ReceiverBudgets;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.MediaEndpoint;

/**
 * Capacity of the link to another bridge, and what selection made of it. Links between bridges are wide as a rule, so
 * only one that is evidently overloaded is limited: by the estimate if the other bridge reports what arrives, else by
 * its losses. Guarded by the conference's lock.
 */
final class RelayDownlink {
    private final MediaEndpoint media;
    private final ReceiverBudgets budgets;
    private final AllocationReport report = new AllocationReport();
    private Allocation allocation = Allocation.NOTHING;

    RelayDownlink(MediaEndpoint media, ReceiverBudgets budgets) {
        this.media = media;
        this.budgets = budgets;
    }

    /**
     * Returns how much video it carries, as far as that is known.
     *
     * @param hasRtx whether retransmissions were negotiated
     */
    Budget budget(boolean hasRtx, long nowNs) {
        return budgets.of(media.stats(), hasRtx, Budget.NO_ESTIMATE, nowNs);
    }

    /** Returns whether the cost of layers matters: the link does not carry all that is wanted. */
    boolean weighsCosts(boolean hasRtx, long nowNs) {
        return budget(hasRtx, nowNs).isLimited();
    }

    /** Selection decided: the media side probes for what is lacking. */
    void onAllocation(Allocation decided) {
        allocation = decided;
        BandwidthEstimate estimate = media.stats().bandwidth();
        if (estimate.isKnown()) {
            report.update(decided, estimate.audioBps(), media);
        }
    }

    /** Returns what goes over the link, and why. */
    Allocation allocation() {
        return allocation;
    }
}
