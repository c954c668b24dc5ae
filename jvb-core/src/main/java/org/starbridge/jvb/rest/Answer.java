package org.starbridge.jvb.rest;

import java.util.List;
import java.util.Map;

/**
 * One HTTP answer.
 *
 * @param status the HTTP status
 * @param contentType empty for an answer without a body
 * @param body sent as UTF-8
 * @param allow the methods of the {@code Allow} header; empty for none
 */
record Answer(int status, String contentType, String body, List<String> allow) {
    static final String JSON = "application/json";
    static final String TEXT = "text/plain;charset=utf-8";

    Answer {
        allow = List.copyOf(allow);
    }

    static Answer empty(int status) {
        return new Answer(status, "", "", List.of());
    }

    static Answer json(int status, String body) {
        return new Answer(status, JSON, body, List.of());
    }

    static Answer text(int status, String body) {
        return new Answer(status, TEXT, body, List.of());
    }

    /** A refusal that Colibri2 has no words for, in the form of its refusals. */
    static Answer error(int status, String condition, String sentence) {
        return json(status, Json.write(Map.of("error", Map.of("condition", condition, "text", sentence))));
    }

    static Answer notFound(String path) {
        return error(404, "item-not-found", "nothing here: " + abbreviated(path));
    }

    static Answer methodNotAllowed(String method, List<String> allowed) {
        Answer error = error(405, "not-allowed", "method " + abbreviated(method) + ": expected one of " + allowed);
        return new Answer(error.status, error.contentType, error.body, allowed);
    }

    private static String abbreviated(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }
}
