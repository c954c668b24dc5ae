package org.starbridge.bridge.rest;

import java.util.List;
import java.util.Map;

/**
 * One HTTP answer.
 *
 * @param status the HTTP status
 * @param contentType empty for an answer without a body
 * @param body sent as UTF-8
 * @param headers further ones, by name
 */
record Answer(int status, String contentType, String body, Map<String, String> headers) {
    static final String JSON = "application/json";
    static final String TEXT = "text/plain;charset=utf-8";

    Answer {
        headers = Map.copyOf(headers);
    }

    static Answer of(String contentType, String body) {
        return new Answer(200, contentType, body, Map.of());
    }

    static Answer empty(int status) {
        return new Answer(status, "", "", Map.of());
    }

    static Answer json(int status, String body) {
        return new Answer(status, JSON, body, Map.of());
    }

    static Answer text(int status, String body) {
        return new Answer(status, TEXT, body, Map.of());
    }

    /** A refusal that Colibri2 has no words for, in the form of its refusals. */
    static Answer error(int status, String condition, String sentence) {
        return json(status, Json.write(Map.of("error", Map.of("condition", condition, "text", sentence))));
    }

    static Answer notFound(String path) {
        return error(404, "item-not-found", "nothing here: " + abbreviated(path));
    }

    static Answer methodNotAllowed(String method, List<String> allowed) {
        return error(405, "not-allowed", "method " + abbreviated(method) + ": expected one of " + allowed)
                .with("Allow", String.join(", ", allowed));
    }

    /** The same, to be tried again after so many seconds. */
    Answer retryAfter(int seconds) {
        return with("Retry-After", Integer.toString(seconds));
    }

    private Answer with(String name, String value) {
        return new Answer(status, contentType, body, Map.of(name, value));
    }

    static String abbreviated(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }
}
