package org.starbridge.lastn.allocation;

import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.allocation.AllocationPolicy.StageOrder;
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

    /** True if what it had was given before anything was known of the receiver's bandwidth. */
    private final boolean isFirstLimit;

    private final long nowNs;

    /** Up to this candidate there is no hesitation: bandwidth did not deny it before. */
    private final int undenied;

    /** Up to this candidate it is sent already. */
    private final int sent;

    /** True if a step of it takes back bandwidth that others were lent. */
    private final boolean isLender;

    private int target = -1;
    /** The target before it gave up frame rate. */
    private int fastest = -1;

    private Ceiling ceiling = Ceiling.NONE;
    private boolean isOversent;
    /** A better layer would fit and is not tried yet: until then others get what is left. */
    private boolean isYielding;

    /**
     * Values that are the same for all contenders of one allocation.
     *
     * @param maxTemporalLayer the highest temporal layer that the receiver asked for
     * @param isFirstLimit whether the budget is limited for the first time
     * @param hasLent whether something is sent of sources that wait for one on stage
     */
    record Round(AllocationPolicy policy, int maxTemporalLayer, boolean isFirstLimit, boolean hasLent, long nowNs) {}

    /** @param exclusion why it gets nothing whatever the bandwidth; {@link Reason#IDEAL} if it takes part */
    Contender(
            VideoSource source,
            Priority priority,
            int maxHeightPx,
            Reason exclusion,
            @Nullable SourceAllocation previous,
            Round round) {
        this.source = source;
        this.priority = priority;
        this.maxHeightPx = maxHeightPx;
        this.exclusion = exclusion;
        this.previous = previous;
        policy = round.policy();
        isFirstLimit = round.isFirstLimit();
        nowNs = round.nowNs();
        isLender = round.hasLent() && priority == Priority.ON_STAGE;
        candidates = exclusion == Reason.IDEAL
                ? Candidates.of(
                        source,
                        new Candidates.Limit(maxHeightPx, round.maxTemporalLayer()),
                        priority == Priority.ON_STAGE,
                        policy)
                : Candidates.none(source.layers().size());
        sent = previous == null ? -1 : lastUpTo(previous.targetId());
        undenied = previous != null && previous.reason().isDenial()
                ? sent
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

    /** Returns whether it got less than is sent now. */
    boolean isLower() {
        return target < sent;
    }

    /**
     * Returns whether others have to wait: it is on stage, and bandwidth keeps it from what is preferred there.
     *
     * @param remainingBps what no source has taken yet
     */
    boolean holdsOthersBack(long remainingBps) {
        if (priority != Priority.ON_STAGE || target >= candidates.preferred()) {
            return false;
        }
        isYielding |= isHeld(target + 1) && bitrateBps(target + 1) < remainingBps + targetBps();
        return !isYielding;
    }

    long targetBps() {
        return bitrateBps(target);
    }

    /**
     * Takes a better layer if one fits.
     *
     * @param remainingBps what no source has taken yet; negative if more than the budget is taken
     * @param toleranceBps by how much what is sent already may exceed the budget
     * @param mayOversend whether it is the one that may exceed the budget
     * @param under it gets no better layer than this admits
     * @return whether it took one
     */
    boolean improve(long remainingBps, long toleranceBps, boolean mayOversend, Ceiling under) {
        int before = target;
        ceiling = priority == Priority.ON_STAGE ? Ceiling.NONE : under;
        long availableBps = remainingBps + targetBps();
        if (isJumping()) {
            target = highestUpTo(candidates.preferred(), availableBps, toleranceBps);
        } else if (target + 1 < candidates.layers().size()
                && isAdmitted(target + 1)
                && !isHeld(target + 1)
                && neededBps(target + 1) < availableBps + (target < sent ? toleranceBps : 0)) {
            target++;
        }
        if (target >= 0) {
            skipToNoDearer();
        }
        if (mayOversend && target < candidates.oversend()) {
            int oversent = highestUpTo(candidates.oversend(), availableBps + policy.maxOversendBps(), 0);
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

    private int highestUpTo(int last, long availableBps, long toleranceBps) {
        for (int i = last; i >= 0; i--) {
            if (isAdmitted(i) && !isHeld(i) && neededBps(i) <= availableBps + (i <= sent ? toleranceBps : 0)) {
                return i;
            }
        }
        return -1;
    }

    private void skipToNoDearer() {
        for (int i = candidates.layers().size() - 1; i > target; i--) {
            if (bitrateBps(i) <= bitrateBps(target) && isAdmitted(i)) {
                target = i;
            }
        }
    }

    private long bitrateBps(int candidate) {
        return candidate < 0 ? 0 : candidates.layers().get(candidate).bitrateBps();
    }

    /**
     * Gives up frame rate, but not the size of its picture.
     *
     * @param missingBps how much is needed
     * @return how much it gave up; less if there is no more to give
     */
    long slowDown(long missingBps) {
        fastest = target;
        if (target < 0 || isOversent || missingBps <= 0) {
            return 0;
        }
        Layer fast = candidates.layers().get(target);
        while (target > 0
                && candidates.layers().get(target - 1).isOfSamePictureAs(fast)
                && fast.bitrateBps() - targetBps() < missingBps) {
            target--;
        }
        return fast.bitrateBps() - targetBps();
    }

    /**
     * Takes back frame rate that it gave up, as far as it fits.
     *
     * @return how much that takes
     */
    long speedUp(long remainingBps, long toleranceBps) {
        long slowBps = targetBps();
        long availableBps = remainingBps + slowBps;
        while (isSlowed() && bitrateBps(target + 1) <= availableBps + (target < sent ? toleranceBps : 0)) {
            target++;
        }
        return targetBps() - slowBps;
    }

    /** Returns whether it gave up frame rate. */
    boolean isSlowed() {
        return target < fastest;
    }

    /** Bit/s of its lowest candidate; 0 if it has none. */
    long lowestBps() {
        return candidates.layers().isEmpty()
                ? 0
                : candidates.layers().getFirst().bitrateBps();
    }

    private boolean isPictureSent(int candidate) {
        return sent >= 0
                && candidates
                        .layers()
                        .get(candidate)
                        .isOfSamePictureAs(candidates.layers().get(sent));
    }

    /** Returns whether something of it is sent now. */
    boolean isSent() {
        return sent >= 0;
    }

    private boolean isAdmitted(int candidate) {
        return ceiling.admits(candidates.layers().get(candidate));
    }

    /** Returns the quality that those behind it may not exceed: its own, if it is on stage and denied something. */
    Ceiling lower(Ceiling before) {
        boolean isDenied = priority == Priority.ON_STAGE
                && target + 1 < candidates.layers().size();
        return isDenied ? before.and(Ceiling.of(layer(target))) : before;
    }

    /** A candidate's bitrate, with room to spare if it failed before or others would lose what they were lent. */
    private long neededBps(int candidate) {
        long bitrateBps = bitrateBps(candidate);
        SourceAllocation before = previous;
        boolean isSpare = before != null
                && candidate > undenied
                && ((isLender && candidate <= candidates.preferred() && !isPictureSent(candidate))
                        || before.history()
                                .needsHeadroom(
                                        candidates.layers().get(candidate).id(), policy.steps(), nowNs));
        return isSpare ? bitrateBps + bitrateBps / 100 * policy.steps().headroomPercent() : bitrateBps;
    }

    /**
     * Returns whether it is too soon to try a candidate. Any picture is better than none: the lowest one waits briefly.
     */
    private boolean isHeld(int candidate) {
        SourceAllocation before = previous;
        return before != null
                && candidate > undenied
                && before.history().isHeld(candidates.layers().get(candidate).id(), candidate == 0, nowNs);
    }

    /**
     * Returns what it got.
     *
     * @param remainingBps what no source has taken at the end
     * @param isWaiting whether it had to wait for one on stage
     */
    SourceAllocation result(long remainingBps, boolean isLimited, boolean isWaiting) {
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
                history(reason));
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
        boolean isStrict = policy.stageOrder() == StageOrder.STRICT;
        if (isStrict ? isWaiting : !isAdmitted(target + 1)) {
            return Reason.BEHIND_ON_STAGE;
        }
        if (bitrateBps(target + 1) >= availableBps) {
            return Reason.BANDWIDTH;
        }
        return isHeld(target + 1) ? Reason.HELD_BACK : Reason.HEADROOM;
    }

    /** A layer that was lost although it is still wanted is not tried again at once. */
    private History history(Reason reason) {
        SourceAllocation before = previous;
        if (before == null || isFirstLimit || !(before.reason().isDenial() || before.reason() == Reason.IDEAL)) {
            return History.begin(targetBps(), nowNs);
        }
        History history = before.history();
        Layer layer = layer(target);
        int layerId = layer == null ? LayerId.NONE : layer.id();
        if (layerId > before.targetId()) {
            return history.afterGain(targetBps(), nowNs);
        }
        Layer lost = candidateOf(before.targetId());
        if (layerId == before.targetId() || !reason.isDenial() || lost == null) {
            return history;
        }
        return history.afterLoss(lost, policy.steps(), nowNs);
    }

    private @Nullable Layer candidateOf(int layerId) {
        for (Layer layer : candidates.layers()) {
            if (layer.id() == layerId) {
                return layer;
            }
        }
        return null;
    }
}
