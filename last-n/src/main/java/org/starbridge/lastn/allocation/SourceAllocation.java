package org.starbridge.lastn.allocation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.LayerId;

/**
 * Allocation of one source to a receiver, and why.
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

    /**
     * Returns whether it would get a better layer.
     *
     * @param moreBps how much more bandwidth there is than when this was decided
     */
    boolean mayImprove(long moreBps, long nowNs) {
        Layer better = next();
        return switch (reason) {
            case BANDWIDTH, HEADROOM, HELD_BACK, OVERSENT ->
                better != null
                        && availableBps + moreBps > neededBps
                        && !history.isHeld(better.id(), target == null, nowNs);
            case BEHIND_ON_STAGE, IDEAL, NO_LAYERS, NOT_WANTED, BEYOND_LAST_N, DISABLED, FORCE_MUTED -> false;
        };
    }

    private @Nullable Layer next() {
        int at = target == null ? 0 : candidates.indexOf(target) + 1;
        return at < candidates.size() ? candidates.get(at) : null;
    }

    /** Returns whether it has something to send and bandwidth lets nothing through. */
    public boolean isSuspended() {
        return target == null && ideal != null;
    }

    /** Returns whether it is on stage and has not reached what is preferred there. */
    boolean isBelowPreferredOnStage() {
        Layer wanted = preferred;
        return priority == Priority.ON_STAGE && wanted != null && targetId() < wanted.id();
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

    /** Place of a source in the receiver's attention. */
    public enum Priority {
        /** Sources that it looks at. */
        ON_STAGE,
        /** Other sources that it picked. */
        SELECTED,
        /** Others, by their last speech. */
        BY_SPEECH
    }

    /**
     * State that the next run has to know; see {@link AllocationPolicy.Hesitation}.
     *
     * @param gainedAtNs when the target was last exchanged for a better one
     * @param gainedBps what that cost then; {@link #LEFT_OVER} if a better one was lost since
     * @param pausedUntilNs until when no better layer is tried, because one was lost
     * @param failures how often a better layer was lost soon after it was gained
     * @param failedId the lowest layer that failed, a {@link LayerId}; meaningless without failures
     * @param heldUntilNs until when it and the layers above it are not tried again
     */
    public record History(
            long gainedAtNs, long gainedBps, long pausedUntilNs, int failures, int failedId, long heldUntilNs) {
        /** Of a layer that is sent because a better one was lost. */
        static final long LEFT_OVER = -1;

        private static final int HEADROOM_TIMES = 6;

        static History begin(long targetBps, long nowNs) {
            return new History(nowNs, targetBps, nowNs, 0, LayerId.NONE, nowNs);
        }

        History afterGain(long targetBps, long nowNs) {
            return new History(nowNs, targetBps, pausedUntilNs, failures, failedId, heldUntilNs);
        }

        /** The target is lost, at a cost of now. */
        History afterLoss(Layer lost, AllocationPolicy.Hesitation steps, long nowNs) {
            long pausedToNs = nowNs + steps.pauseNs();
            // A layer that has just begun costs little at first, as it is measured over a second: that is no failure.
            boolean isDearer = lost.bitrateBps() > gainedBps + gainedBps / 2;
            boolean isSoon = nowNs - gainedAtNs < steps.soonNs();
            if (gainedBps == LEFT_OVER || (isSoon && isDearer)) {
                return new History(gainedAtNs, LEFT_OVER, pausedToNs, failures, failedId, heldUntilNs);
            }
            if (!isSoon) {
                return new History(gainedAtNs, LEFT_OVER, pausedToNs, 0, LayerId.NONE, nowNs);
            }
            int lowestId = failures == 0 ? lost.id() : Math.min(lost.id(), failedId);
            long heldToNs = nowNs + steps.backOffNs(failures + 1);
            return new History(gainedAtNs, LEFT_OVER, pausedToNs, failures + 1, lowestId, heldToNs);
        }

        /** Returns whether a layer is, or is above, one that failed. */
        boolean hasFailed(int layerId) {
            return failures > 0 && layerId >= failedId;
        }

        /**
         * Returns whether a layer that failed needs room to spare: for some times as long as it was not tried again.
         */
        boolean needsHeadroom(int layerId, AllocationPolicy.Hesitation steps, long nowNs) {
            long sinceNs = nowNs - heldUntilNs;
            return hasFailed(layerId) && sinceNs < HEADROOM_TIMES * steps.backOffNs(failures);
        }

        /** Returns whether a better layer than the one that is sent is not to be tried yet. */
        boolean isHeld(int layerId, boolean isLowest, long nowNs) {
            return pausedUntilNs - nowNs > 0 || (!isLowest && hasFailed(layerId) && heldUntilNs - nowNs > 0);
        }
    }
}
