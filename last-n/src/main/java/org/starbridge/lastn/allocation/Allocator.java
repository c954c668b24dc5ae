package org.starbridge.lastn.allocation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.AllocationPolicy.StageOrder;
import org.starbridge.lastn.allocation.SourceAllocation.Priority;
import org.starbridge.lastn.allocation.VideoSource.State;

/**
 * Divides what a receiver can take among the sources it wants.
 *
 * <p>Sources come in the order on stage, selected, the others as given (by speech), the muted last. The first N of
 * those that the receiver wants at all take part; each has a list of {@link Candidates candidate layers}. Then they
 * climb in turns: one on stage jumps to its preferred quality, every other one takes a step if the next layer fits into
 * what is left. As long as a source on stage is below its preferred quality, no source behind it climbs. It ends when
 * no source can climb. What is left then is {@link Loan lent} to the sources that had to wait; it is taken back when
 * the one on stage can take a step and has some room to spare ({@link AllocationPolicy.StageOrder}). Only a shared
 * screen on stage may exceed the budget, by a fixed amount; and all that is sent already, by the budget's tolerance, if
 * nothing of it has to be taken away.
 *
 * <p>The same input gives the same result, and a result given back as {@code previous} is its own: see
 * {@link AllocationPolicy.Hesitation} for what keeps layers from going up and down. Costs some microseconds for twenty
 * sources. Immutable; any thread.
 */
public final class Allocator {
    private final AllocationPolicy policy;

    /** One for all receivers. */
    public Allocator(AllocationPolicy policy) {
        this.policy = policy;
    }

    /**
     * Decides what a receiver gets.
     *
     * @param sources video sources of all others, in the order of their owners' last speech and an owner's in its own
     *     order
     * @param wishes what the receiver asked for
     * @param limits the bridge's limits on how many sources it may get
     * @param budget what it can take
     * @param previous what was decided for it before; {@link Allocation#NOTHING} the first time
     * @param nowNs the time, on any monotonic clock
     */
    public Allocation allocate(
            List<VideoSource> sources,
            ReceiverConstraints wishes,
            LastN.Limits limits,
            Budget budget,
            Allocation previous,
            long nowNs) {
        LastN lastN = LastN.of(wishes.lastN(), limits);
        List<Contender> contenders = contenders(sources, wishes, lastN, budget, previous, nowNs);
        Climb climb = climb(contenders, budget.bps(), budget.toleranceBps());
        if (climb.remainingBps < 0
                && contenders.stream().anyMatch(Contender::isLower)) { // it does not keep what is sent
            contenders = contenders(sources, wishes, lastN, budget, previous, nowNs);
            climb = climb(contenders, budget.bps(), 0);
        }
        List<SourceAllocation> results = new ArrayList<>(contenders.size());
        for (int i = 0; i < contenders.size(); i++) {
            long leftBps = climb.remainingBps + (i == climb.waitingFrom - 1 ? climb.lentBps : 0);
            results.add(contenders.get(i).result(leftBps, budget.isLimited(), i >= climb.waitingFrom));
        }
        return new Allocation(budget, lastN, results);
    }

    /**
     * Result of a climb.
     *
     * @param remainingBps what no source has taken at the end
     * @param lentBps of what was lent to those that wait, what the one on stage can take back
     * @param waitingFrom the contender from which on all have to wait for one on stage
     */
    private record Climb(long remainingBps, long lentBps, int waitingFrom) {}

    private Climb climb(List<Contender> contenders, long budgetBps, long toleranceBps) {
        boolean isLending = policy.stageOrder() == StageOrder.LEND;
        long remainingBps = budgetBps;
        int waitingFrom;
        boolean isChanged;
        do {
            isChanged = false;
            waitingFrom = contenders.size();
            boolean isFirst = true;
            Ceiling ceiling = Ceiling.NONE;
            for (int i = 0; i < contenders.size(); i++) {
                Contender contender = contenders.get(i);
                if (contender.isExcluded()) {
                    continue;
                }
                long beforeBps = contender.targetBps();
                isChanged |= contender.improve(remainingBps, toleranceBps, isFirst, ceiling);
                remainingBps -= contender.targetBps() - beforeBps;
                isFirst = false;
                if (contender.holdsOthersBack(remainingBps)) {
                    waitingFrom = i + 1;
                    break;
                }
                ceiling = isLending ? contender.lower(ceiling) : ceiling;
            }
        } while (isChanged);
        if (!isLending || waitingFrom == contenders.size()) {
            return new Climb(remainingBps, 0, waitingFrom);
        }
        Loan loan = new Loan(contenders, waitingFrom, toleranceBps);
        long leftBps = loan.grant(remainingBps, budgetBps);
        return new Climb(leftBps, loan.revocableBps(), waitingFrom);
    }

    private List<Contender> contenders(
            List<VideoSource> sources,
            ReceiverConstraints wishes,
            LastN lastN,
            Budget budget,
            Allocation previous,
            long nowNs) {
        boolean isFirstLimit = budget.isLimited() && previous.budget().isBeforeEstimates();
        boolean hasLent = policy.stageOrder() == StageOrder.LEND && previous.isSentBehindStage();
        Contender.Round round = new Contender.Round(policy, wishes.maxTemporalLayer(), isFirstLimit, hasLent, nowNs);
        Previous before = new Previous(previous);
        List<Contender> contenders = new ArrayList<>(sources.size());
        int taken = 0;
        for (Ranked ranked : byPriority(sources, wishes)) {
            VideoSource source = ranked.source;
            int wishPx = wishes.maxHeightPx(source.name());
            Reason exclusion = exclusion(source, wishPx, lastN.admits(taken));
            if (exclusion == Reason.IDEAL) {
                taken++;
            }
            contenders.add(new Contender(
                    source,
                    ranked.priority,
                    exclusion == Reason.IDEAL ? wishPx : 0,
                    exclusion,
                    before.of(source.name(), contenders.size()),
                    round));
        }
        return contenders;
    }

    private static Reason exclusion(VideoSource source, int wishPx, boolean isAdmitted) {
        return switch (source.state()) {
            case DISABLED -> Reason.DISABLED;
            case FORCE_MUTED -> Reason.FORCE_MUTED;
            case ENABLED -> wishPx == 0 ? Reason.NOT_WANTED : isAdmitted ? Reason.IDEAL : Reason.BEYOND_LAST_N;
        };
    }

    private static List<Ranked> byPriority(List<VideoSource> sources, ReceiverConstraints wishes) {
        List<Ranked> order = new ArrayList<>(sources.size());
        Set<String> named = Set.of();
        if (!wishes.onStageSources().isEmpty() || !wishes.selectedSources().isEmpty()) {
            Map<String, VideoSource> byName = new HashMap<>();
            for (VideoSource source : sources) {
                byName.put(source.name(), source);
            }
            named = new HashSet<>();
            addNamed(wishes.onStageSources(), Priority.ON_STAGE, byName, named, order);
            addNamed(wishes.selectedSources(), Priority.SELECTED, byName, named, order);
        }
        for (VideoSource source : sources) {
            if (source.state() == State.ENABLED && !named.contains(source.name())) {
                order.add(new Ranked(source, Priority.BY_SPEECH));
            }
        }
        for (VideoSource source : sources) {
            if (source.state() != State.ENABLED) {
                order.add(new Ranked(source, Priority.BY_SPEECH));
            }
        }
        return order;
    }

    private static void addNamed(
            List<String> names,
            Priority priority,
            Map<String, VideoSource> byName,
            Set<String> named,
            List<Ranked> order) {
        for (String name : names) {
            VideoSource source = byName.get(name);
            if (source != null && source.state() == State.ENABLED && named.add(name)) {
                order.add(new Ranked(source, priority));
            }
        }
    }

    private record Ranked(VideoSource source, Priority priority) {}

    /** The run before, by source; its order is mostly that of this one. */
    private static final class Previous {
        private final List<SourceAllocation> sources;
        private @Nullable Map<String, SourceAllocation> byName;

        Previous(Allocation allocation) {
            sources = allocation.sources();
        }

        @Nullable
        SourceAllocation of(String name, int likelyAt) {
            if (likelyAt < sources.size() && sources.get(likelyAt).name().equals(name)) {
                return sources.get(likelyAt);
            }
            Map<String, SourceAllocation> map = byName;
            if (map == null) {
                map = new HashMap<>();
                for (SourceAllocation source : sources) {
                    map.put(source.name(), source);
                }
                byName = map;
            }
            return map.get(name);
        }
    }
}
