package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Results of a bridge that was killed in the midst of the window. Null is what had no sample.
 *
 * @param joinNs how long each of its endpoints took to join another bridge, from its first request to its keys, in
 *     nanoseconds
 * @param wholeAfterNs from the kill until all received all again, in nanoseconds
 * @param before delays of packets between endpoints until the kill
 * @param after the same of those that stayed, from then on: a gap in their streams would show in the maximum
 */
public record BridgeLoss(
        List<Long> joinNs,
        long wholeAfterNs,
        @Nullable Delays before,
        @Nullable Delays after) implements JsonFigure {
    public BridgeLoss {
        joinNs = joinNs.stream().sorted().toList();
    }

    /** For people. */
    String line() {
        return String.format(
                Locale.ROOT,
                "%d endpoints joined other bridges, the last in %.0f ms; all received all after %.2f s; delay of the "
                        + "others: max %.1f ms before, %.1f ms after",
                joinNs.size(),
                joinNs.isEmpty() ? 0 : joinNs.getLast() / 1e6,
                wholeAfterNs / 1e9,
                before == null ? 0 : before.maxNs() / 1e6,
                after == null ? 0 : after.maxNs() / 1e6);
    }

    @Override
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("invitedAgain", joinNs.size());
        json.put("slowestJoinNanos", joinNs.isEmpty() ? null : joinNs.getLast());
        json.put("wholeAfterNanos", wholeAfterNs);
        json.set("delayBeforeNanos", Delays.toJson(before));
        json.set("delayAfterNanos", Delays.toJson(after));
        return json;
    }
}
