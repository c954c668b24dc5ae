package org.starbridge.lastn.allocation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Allocation to a receiver, decided in one run.
 *
 * @param budget what there was to divide
 * @param lastN how many sources it may get
 * @param sources every source, most important first
 */
public record Allocation(Budget budget, LastN lastN, List<SourceAllocation> sources) {
    /** Before the first run. */
    public static final Allocation NOTHING = new Allocation(
            Budget.unlimited(Budget.Basis.NO_ESTIMATE), new LastN(LastN.UNLIMITED, LastN.Limit.NONE), List.of());

    /** Copies the list. */
    public Allocation {
        sources = List.copyOf(sources);
    }

    /** Names of the sources of which something is sent, most important first. */
    public List<String> forwardedSources() {
        return named(false);
    }

    /** Names of the sources that bandwidth lets nothing through of. */
    public List<String> suspendedSources() {
        return named(true);
    }

    private List<String> named(boolean suspended) {
        List<String> names = new ArrayList<>(sources.size());
        for (SourceAllocation source : sources) {
            if (suspended ? source.isSuspended() : source.target() != null) {
                names.add(source.name());
            }
        }
        return names;
    }

    /**
     * The height limit that holds for each source, 0 for what the receiver does not get: see {@link SenderConstraints}.
     */
    public Map<String, Integer> effectiveMaxHeightsPx() {
        Map<String, Integer> heightsPx = new LinkedHashMap<>();
        for (SourceAllocation source : sources) {
            heightsPx.put(source.name(), source.maxHeightPx());
        }
        return heightsPx;
    }

    /** Bit/s of all that is sent. */
    public long targetBps() {
        long sum = 0;
        for (SourceAllocation source : sources) {
            sum += source.targetBps();
        }
        return sum;
    }

    /** Bit/s of all that would be sent if there were bandwidth enough: the difference is worth probing for. */
    public long idealBps() {
        long sum = 0;
        for (SourceAllocation source : sources) {
            sum += source.idealBps();
        }
        return sum;
    }

    /**
     * Returns whether some source would get a better layer of another budget now; to be decided again then.
     *
     * @param otherBps bit/s
     * @param nowNs the time, on the clock that it was decided by
     */
    public boolean mayImprove(long otherBps, long nowNs) {
        if (!budget.isLimited()) {
            return false;
        }
        for (SourceAllocation source : sources) {
            if (source.mayImprove(otherBps - budget.bps(), nowNs)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether something is sent of a source that waits for one on stage to reach its preferred quality. */
    boolean isSentBehindStage() {
        boolean isWaiting = false;
        for (SourceAllocation source : sources) {
            if (isWaiting && source.target() != null) {
                return true;
            }
            isWaiting |= source.isBelowPreferredOnStage();
        }
        return false;
    }

    /** Returns whether more is sent than there is bandwidth for. */
    public boolean isOversending() {
        return budget.isLimited() && targetBps() - budget.bps() > budget.toleranceBps();
    }

    /** Returns what is decided about a source; null if it is not there. */
    public @Nullable SourceAllocation find(String name) {
        for (SourceAllocation source : sources) {
            if (source.name().equals(name)) {
                return source;
            }
        }
        return null;
    }
}
