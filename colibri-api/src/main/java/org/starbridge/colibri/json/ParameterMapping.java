package org.starbridge.colibri.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.starbridge.colibri.PayloadType;

/** The {@code parameters} of payload types and sources; the key of a parameter without a name is {@code null}. */
final class ParameterMapping {
    private static final String NAMELESS_KEY = "null";

    private ParameterMapping() {}

    /** The parameters of the object at the cursor, empty if it has none. */
    static Map<String, String> read(JsonCursor at) {
        Map<String, String> parameters = new LinkedHashMap<>();
        at.map("parameters", JsonCursor::attribute)
                .forEach((name, value) ->
                        parameters.put(name.equals(NAMELESS_KEY) ? PayloadType.NAMELESS : name, value));
        return parameters;
    }

    /** Adds them to the object that has them. */
    static void write(ObjectNode out, Map<String, String> parameters) {
        if (!parameters.isEmpty()) {
            ObjectNode object = out.putObject("parameters");
            parameters.forEach(
                    (name, value) -> object.put(name.equals(PayloadType.NAMELESS) ? NAMELESS_KEY : name, value));
        }
    }
}
