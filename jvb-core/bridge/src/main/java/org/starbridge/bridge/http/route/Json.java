package org.starbridge.bridge.http.route;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;

/** Writes plain maps, lists and scalars as JSON. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    public static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the answer cannot be written as JSON", e);
        }
    }

    /** Of a text of a client; empty if it is not JSON. */
    public static Optional<JsonNode> read(String json) {
        try {
            return Optional.of(MAPPER.readTree(json));
        } catch (JsonProcessingException _) {
            return Optional.empty();
        }
    }

    /** Of a text that we wrote ourselves. */
    public static JsonNode tree(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the bridge's own JSON cannot be read", e);
        }
    }
}
