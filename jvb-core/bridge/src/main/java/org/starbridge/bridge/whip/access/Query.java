package org.starbridge.bridge.whip.access;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The parameters of a URL's query. */
public final class Query {
    private Query() {}

    /**
     * By name, decoded; of several with one name the first.
     *
     * @throws RefusalException 400 if an escape is malformed
     */
    public static Map<String, String> read(String query) throws RefusalException {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String part : query.split("&", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                parameters.putIfAbsent(decoded(part.substring(0, equals)), decoded(part.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String decoded(String text) throws RefusalException {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw new RefusalException(400, "the query has a malformed escape");
        }
    }
}
