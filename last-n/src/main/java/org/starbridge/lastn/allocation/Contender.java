package org.starbridge.lastn.allocation;

import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.allocation.SourceAllocation.History;
import org.starbridge.lastn.allocation.SourceAllocation.Priority;

/** A source during one run: climbs its candidates as bandwidth lets it, and can say what stopped it. Used once. */
final class Contender {
    private final VideoSource source;
    private final Priority priority;
    private final int maxHeightPx;
    private final Reason exclusion;
    private final Candidates candidates;
    private final AllocationPolicy policy;
    private final @Nullable SourceAllocation previous;

    /** Up to this candidate no room to spare is asked for: bandwidth did not deny it before. */
    private final int undenied;

    private final int headroomPercent;
    private final boolean isHeld;
    private int target = -1;
    private boolean isOversent;

    /** @param exclusion why it gets nothing whatever the bandwidth; {@link Reason#IDEAL} if it takes part */
    Contender(
            VideoSource source,
            Priority priority,
            int maxHeightPx,
            Reason exclusion,
            AllocationPolicy policy,
            @Nullable SourceAllocation previous,
            long nowNs) {
        this.source = source;
        this.priority = priority;
        this.maxHeightPx = maxHeightPx;
        this.exclusion = exclusion;
        this.policy = policy;
        this.previous = previous;
        candidates = exclusion == Reason.IDEAL
                ? Candidates.of(source, maxHeightPx, priority == Priority.ON_STAGE, policy)
                : Candidates.none(source.layers().size());
        isHeld = previous != null && previous.history().isHeld(nowNs);
        headroomPercent =
                isHeld ? policy.steps().heldHeadroomPercent() : policy.steps().headroomPercent();
        undenied = previous != null && previous.reason().isDenial()
                ? lastUpTo(previous.targetId())
                : candidates.layers().size() - 1;
    }

    private int lastUpTo(int layerId) {
        int last = -1;
        for (int i = 0; i < candidates.layers().size(); i++) {
            if (candidates.layers().get(i).id() <= layerId) {
                last = i;
            }
        }
        return last;
    }

    boolean isExcluded() {
        return exclusion != Reason.IDEAL;
    }

    /** Whether others have to wait: it is on stage and not yet as good as is preferred there. */
    boolean holdsOthersBack() {
        return priority == Priority.ON_STAGE && target < candidates.preferred();
    }

    long targetBps() {
        return bitrateBps(target);
    }

    /**
     * Takes a better layer if one fits.
     *
     * @param remainingBps what no source has taken yet; negative if more than the budget is taken
     * @param mayOversend whether it is the one that may exceed the budget
     * @return whether it took one
     */
    boolean improve(long remainingBps, boolean mayOversend) {
        int before = target;
        long availableBps = remainingBps + targetBps();
        if (isJumping()) {
            target = highestUpTo(candidates.preferred(), availableBps);
        } else if (target + 1 < candidates.layers().size() && neededBps(target + 1) < availableBps) {
            target++;
        }
        if (target >= 0) {
            skipToNoDearer();
        }
        if (mayOversend && target < candidates.oversend()) {
            int oversent = highestUpTo(candidates.oversend(), availableBps + policy.maxOversendBps());
            if (oversent > target) {
                target = oversent;
                isOversent = bitrateBps(oversent) > availableBps;
            }
        }
        return target != before;
    }

    private boolean isJumping() {
        return target < 0 && priority == Priority.ON_STAGE && candidates.preferred() >= 0;
    }

    private int highestUpTo(int last, long availableBps) {
        for (int i = last; i >= 0; i--) {
            if (neededBps(i) <= availableBps) {
                return i;
            }
        }
        return -1;
    }

    private void skipToNoDearer() {
        for (int i = candidates.layers().size() - 1; i > target; i--) {
            if (bitrateBps(i) <= bitrateBps(target)) {
                target = i;
            }
        }
    }

    private long bitrateBps(int candidate) {
        return candidate < 0 ? 0 : candidates.layers().get(candidate).bitrateBps();
    }

    /** A candidate's bitrate, with room to spare if it was denied before. */
    private long neededBps(int candidate) {
        long bitrateBps = bitrateBps(candidate);
        return candidate <= undenied ? bitrateBps : bitrateBps + bitrateBps / 100 * headroomPercent;
    }

    /**
     * What came of it.
     *
     * @param remainingBps what no source has taken at the end
     * @param isWaiting whether it had to wait for one on stage
     */
    SourceAllocation result(long remainingBps, boolean isLimited, boolean isWaiting, long nowNs) {
        int next = target + 1;
        boolean hasNext = next < candidates.layers().size();
        long availableBps = remainingBps + targetBps();
        Reason reason = isExcluded() ? exclusion : reason(hasNext, availableBps, isWaiting);
        return new SourceAllocation(
                source.name(),
                priority,
                maxHeightPx,
                source.layers(),
                candidates.verdicts(),
                candidates.layers(),
                layer(candidates.preferred()),
                layer(target),
                layer(candidates.layers().size() - 1),
                reason,
                hasNext ? neededBps(next) : 0,
                isLimited ? Math.max(0, availableBps) : Budget.UNLIMITED_BPS,
                history(reason, nowNs));
    }

    private @Nullable Layer layer(int candidate) {
        return candidate < 0 ? null : candidates.layers().get(candidate);
    }

    private Reason reason(boolean hasNext, long availableBps, boolean isWaiting) {
        if (candidates.layers().isEmpty()) {
            return Reason.NO_LAYERS;
        }
        if (isOversent) {
            return Reason.OVERSENT;
        }
        if (!hasNext) {
            return Reason.IDEAL;
        }
        if (isWaiting) {
            return Reason.BEHIND_ON_STAGE;
        }
        if (bitrateBps(target + 1) >= availableBps) {
            return Reason.BANDWIDTH;
        }
        return isHeld ? Reason.HELD_BACK : Reason.HEADROOM;
    }

    /** A layer that was lost although it is still wanted is held back; longer, if it was gained not long ago. */
    private History history(Reason reason, long nowNs) {
        SourceAllocation before = previous;
        if (before == null || !(before.reason().isDenial() || before.reason() == Reason.IDEAL)) {
            return History.begin(nowNs);
        }
        History history = before.history();
        Layer layer = layer(target);
        int layerId = layer == null ? LayerId.NONE : layer.id();
        if (layerId > before.targetId()) {
            return new History(nowNs, history.holdNs(), history.heldUntilNs());
        }
        boolean isLost = layerId < before.targetId() && reason.isDenial() && isCandidate(before.targetId());
        if (!isLost) {
            return history;
        }
        AllocationPolicy.Hesitation steps = policy.steps();
        boolean isSoon = nowNs - history.gainedAtNs() < steps.soonNs();
        long holdNs = isSoon
                ? Math.clamp(history.holdNs() * 2, steps.holdNs(), Math.max(steps.holdNs(), steps.maxHoldNs()))
                : steps.holdNs();
        return new History(history.gainedAtNs(), holdNs, nowNs + holdNs);
    }

    private boolean isCandidate(int layerId) {
        for (Layer layer : candidates.layers()) {
            if (layer.id() == layerId) {
                return true;
            }
        }
        return false;
    }
}
