package org.starbridge.lastn.allocation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.LayerId;

/**
 * What a receiver gets of one source, and why.
 *
 * @param name the source
 * @param priority why it comes where it comes in the list
 * @param maxHeightPx the height limit that holds: the receiver's own, or 0 if the source is muted or beyond last-N;
 *     {@link org.starbridge.lastn.ReceiverConstraints#UNLIMITED} for none
 * @param layers the source's layers as they were found
 * @param verdicts for each of these whether it was considered
 * @param candidates layers that were considered, lowest preference first
 * @param preferred the candidate up to which a source on stage comes before all others; null if there are none
 * @param target what is sent; null for nothing
 * @param ideal what would be sent if there were bandwidth enough; null if nothing
 * @param reason why it is the target
 * @param neededBps what had to be available for the next better candidate, room to spare included; 0 if there is none
 * @param availableBps what was available to it; {@link Budget#UNLIMITED_BPS} if that was not limited
 * @param history for the next run
 */
public record SourceAllocation(
        String name,
        Priority priority,
        int maxHeightPx,
        List<Layer> layers,
        List<LayerVerdict> verdicts,
        List<Layer> candidates,
        @Nullable Layer preferred,
        @Nullable Layer target,
        @Nullable Layer ideal,
        Reason reason,
        long neededBps,
        long availableBps,
        History history) {

    /** Whether it has something to send and bandwidth lets nothing through. */
    public boolean isSuspended() {
        return target == null && ideal != null;
    }

    long targetBps() {
        Layer layer = target;
        return layer == null ? 0 : layer.bitrateBps();
    }

    long idealBps() {
        Layer layer = ideal;
        return layer == null ? 0 : layer.bitrateBps();
    }

    /** The id of the target, {@link LayerId#NONE} without one. */
    int targetId() {
        Layer layer = target;
        return layer == null ? LayerId.NONE : layer.id();
    }

    /** Where in the receiver's attention a source is. */
    public enum Priority {
        /** What it looks at. */
        ON_STAGE,
        /** What else it picked. */
        SELECTED,
        /** Others, by their last speech. */
        BY_SPEECH
    }

    /**
     * What the next run has to know.
     *
     * @param gainedAtNs when the target last became a better one
     * @param holdNs how long a lost layer is held back
     * @param heldUntilNs until when it is
     */
    public record History(long gainedAtNs, long holdNs, long heldUntilNs) {
        static History begin(long nowNs) {
            return new History(nowNs, 0, nowNs);
        }

        boolean isHeld(long nowNs) {
            return heldUntilNs - nowNs > 0;
        }
    }
}
