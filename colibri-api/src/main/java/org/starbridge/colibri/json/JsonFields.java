package org.starbridge.colibri.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes fields of JSON objects and leaves out those that have their default; the counterpart of {@link JsonCursor}.
 */
final class JsonFields {
    private JsonFields() {}

    static void putIfTrue(ObjectNode out, String key, boolean value) {
        if (value) {
            out.put(key, true);
        }
    }

    static void putIfPresent(ObjectNode out, String key, @Nullable String value) {
        if (value != null) {
            out.put(key, value);
        }
    }

    /** Numbers that are XML attributes are strings here, as the library writes what came from XML. */
    static void putAttribute(ObjectNode out, String key, @Nullable Number value) {
        if (value != null) {
            out.put(key, value.toString());
        }
    }

    /** A constant in lower case. */
    static void putWord(ObjectNode out, String key, @Nullable Enum<?> value) {
        if (value != null) {
            out.put(key, value.name().toLowerCase(Locale.ROOT));
        }
    }

    static <T> void putIfNotEmpty(
            ObjectNode out, String key, List<T> list, Function<? super T, ? extends JsonNode> writer) {
        if (!list.isEmpty()) {
            putIfPresent(out, key, list, writer);
        }
    }

    /** An empty list is written, null is not. */
    static <T> void putIfPresent(
            ObjectNode out, String key, @Nullable List<T> list, Function<? super T, ? extends JsonNode> writer) {
        if (list != null) {
            ArrayNode array = out.putArray(key);
            for (T entry : list) {
                array.add(writer.apply(entry));
            }
        }
    }
}
