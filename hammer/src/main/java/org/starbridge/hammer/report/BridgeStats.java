package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The bridge's {@code /colibri/stats} just before and just after the window. A bridge may have any keys, or none.
 *
 * @param before an object
 * @param after an object
 */
public record BridgeStats(JsonNode before, JsonNode after) implements JsonFigure {
    /** Returns how much a figure has grown; null if either document lacks it. */
    public @Nullable Long grown(String key) {
        JsonNode from = before.path(key);
        JsonNode to = after.path(key);
        return from.isNumber() && to.isNumber() ? (Long) (to.asLong() - from.asLong()) : null;
    }

    /** A figure after the window; null if it isn't there. */
    public @Nullable Double last(String key) {
        JsonNode to = after.path(key);
        return to.isNumber() ? (Double) to.asDouble() : null;
    }

    /** All figures that have changed, as their differences, in objects like those they stand in. */
    public ObjectNode difference() {
        return difference(before, after);
    }

    /** For programs. */
    @Override
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("difference", difference());
        json.set("before", before);
        json.set("after", after);
        return json;
    }

    private static ObjectNode difference(JsonNode from, JsonNode to) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        to.properties().forEach(entry -> {
            String key = entry.getKey();
            JsonNode now = entry.getValue();
            JsonNode then = from.path(key);
            if (now.isObject()) {
                ObjectNode inner = difference(then, now);
                if (!inner.isEmpty()) {
                    json.set(key, inner);
                }
            } else if (now.isIntegralNumber() && (then.isIntegralNumber() || then.isMissingNode())) {
                long grown = now.asLong() - then.asLong(0);
                if (grown != 0) {
                    json.put(key, grown);
                }
            } else if (now.isNumber() && then.isNumber() && now.asDouble() != then.asDouble()) {
                json.put(key, now.asDouble() - then.asDouble());
            }
        });
        return json;
    }
}
