package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Effects of endpoints that joined in the midst of the window on those who were there. Null is what had no sample.
 *
 * @param joinNs how long each took, in nanoseconds, from its first request to its keys
 * @param seconds from the first one's first request until all were in
 * @param before the others' delays up to then
 * @param during in these seconds, and at least one second
 * @param after from then on
 */
public record JoinBurst(
        List<Long> joinNs,
        double seconds,
        @Nullable Delays before,
        @Nullable Delays during,
        @Nullable Delays after) implements JsonFigure {
    public JoinBurst {
        joinNs = joinNs.stream().sorted().toList();
    }

    /** The share {@code quantile}, 0 to 1, of the newcomers took at most so long. */
    public long joinNs(double quantile) {
        return joinNs.get((int) Math.min(joinNs.size() - 1, Math.floor(quantile * joinNs.size())));
    }

    /** For programs. */
    @Override
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("joined", joinNs.size());
        json.put("seconds", seconds);
        json.put("joinMillisP50", joinNs(0.5) / 1e6);
        json.put("joinMillisP99", joinNs(0.99) / 1e6);
        json.set("delayBeforeNanos", Delays.toJson(before));
        json.set("delayDuringNanos", Delays.toJson(during));
        json.set("delayAfterNanos", Delays.toJson(after));
        return json;
    }
}
