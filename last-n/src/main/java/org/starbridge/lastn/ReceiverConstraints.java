package org.starbridge.lastn;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Constraints that a receiver asked for, in the words of the bridge channel's {@code ReceiverVideoConstraints}, except
 * for the temporal layer.
 *
 * @param lastN the most video sources it wants: 0 for none, {@link #UNLIMITED} for no limit
 * @param onStageSources source names it looks at most closely, most important first; unknown names have no effect
 * @param selectedSources source names that come next, most important first; unknown names have no effect
 * @param defaultMaxHeightPx height limit of sources that {@code maxHeightPx} does not name: 0 switches them off,
 *     {@link #UNLIMITED} for no limit
 * @param maxHeightPx height limit by source name, same range
 * @param maxTemporalLayer the highest temporal layer that it wants of any source, 0 for the base layer;
 *     {@link #UNLIMITED} for no limit. Of a source whose temporal layers are not known it has no effect
 */
public record ReceiverConstraints(
        int lastN,
        List<String> onStageSources,
        List<String> selectedSources,
        int defaultMaxHeightPx,
        Map<String, Integer> maxHeightPx,
        int maxTemporalLayer) {
    /** No limit, for a count or a height. */
    public static final int UNLIMITED = -1;

    /** @throws IllegalArgumentException if a count, a height or a layer is below {@link #UNLIMITED} */
    public ReceiverConstraints {
        requireLimit("lastN", lastN);
        requireLimit("defaultMaxHeightPx", defaultMaxHeightPx);
        requireLimit("maxTemporalLayer", maxTemporalLayer);
        maxHeightPx = Map.copyOf(maxHeightPx);
        maxHeightPx.forEach((name, heightPx) -> requireLimit("maxHeightPx of " + name, heightPx));
        onStageSources = List.copyOf(onStageSources);
        selectedSources = List.copyOf(selectedSources);
    }

    /** The same of a receiver that wants all temporal layers. */
    public ReceiverConstraints(
            int lastN,
            List<String> onStageSources,
            List<String> selectedSources,
            int defaultMaxHeightPx,
            Map<String, Integer> maxHeightPx) {
        this(lastN, onStageSources, selectedSources, defaultMaxHeightPx, maxHeightPx, UNLIMITED);
    }

    /** Everything, without preference. */
    public static ReceiverConstraints everything() {
        return new ReceiverConstraints(UNLIMITED, List.of(), List.of(), UNLIMITED, Map.of());
    }

    /** The height limit of one source: 0 switches it off, {@link #UNLIMITED} for no limit. */
    public int maxHeightPx(String sourceName) {
        return maxHeightPx.getOrDefault(sourceName, defaultMaxHeightPx);
    }

    /** The same with another {@code lastN}. */
    public ReceiverConstraints withLastN(int newLastN) {
        return new ReceiverConstraints(
                newLastN, onStageSources, selectedSources, defaultMaxHeightPx, maxHeightPx, maxTemporalLayer);
    }

    /** The same with another limit of the temporal layer. */
    public ReceiverConstraints withMaxTemporalLayer(int newMaxTemporalLayer) {
        return new ReceiverConstraints(
                lastN, onStageSources, selectedSources, defaultMaxHeightPx, maxHeightPx, newMaxTemporalLayer);
    }

    /** The same with these sources switched off. */
    public ReceiverConstraints without(Collection<String> sourceNames) {
        if (sourceNames.isEmpty()) {
            return this;
        }
        Map<String, Integer> heightsPx = new HashMap<>(maxHeightPx);
        for (String name : sourceNames) {
            heightsPx.put(name, 0);
        }
        return new ReceiverConstraints(
                lastN, onStageSources, selectedSources, defaultMaxHeightPx, heightsPx, maxTemporalLayer);
    }

    private static void requireLimit(String what, int limit) {
        if (limit < UNLIMITED) {
            throw new IllegalArgumentException(what + " is " + limit + ": expected " + UNLIMITED + " or more");
        }
    }
}
