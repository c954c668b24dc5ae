package org.starbridge.lastn;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Picks the video sources that a receiver gets: those on stage first, then the selected ones, then the others in the
 * order they came in (most recent speaker first, say). Sources with a height limit of 0 are passed over; last-N cuts
 * the rest.
 */
public final class SourceSelection {
    private SourceSelection() {}

    /**
     * The sources to forward, most important first: a subset of {@code sources} without duplicates.
     *
     * @param sources names of the other participants' video sources, in order of importance by themselves
     * @param constraints what the receiver asked for
     */
    public static List<String> forwarded(List<String> sources, ReceiverConstraints constraints) {
        int limit = constraints.lastN() == ReceiverConstraints.UNLIMITED ? Integer.MAX_VALUE : constraints.lastN();
        if (limit == 0) {
            return List.of();
        }
        List<String> forwarded = new ArrayList<>();
        for (String name : byImportance(sources, constraints)) {
            if (forwarded.size() == limit) {
                break;
            }
            if (constraints.maxHeightPx(name) != 0) {
                forwarded.add(name);
            }
        }
        return List.copyOf(forwarded);
    }

    private static Set<String> byImportance(List<String> sources, ReceiverConstraints constraints) {
        Set<String> known = new HashSet<>(sources);
        Set<String> ordered = new LinkedHashSet<>();
        addKnown(constraints.onStageSources(), known, ordered);
        addKnown(constraints.selectedSources(), known, ordered);
        ordered.addAll(sources);
        return ordered;
    }

    private static void addKnown(List<String> names, Set<String> known, Set<String> ordered) {
        for (String name : names) {
            if (known.contains(name)) {
                ordered.add(name);
            }
        }
    }
}
