package org.starbridge.bridge.http.route;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP answer.
 *
 * @param status the HTTP status
 * @param contentType empty for an answer without a body
 * @param body sent as UTF-8
 * @param headers further ones, by name
 * @param sentence of an error; null for another answer
 */
public record Answer(
        int status,
        String contentType,
        String body,
        Map<String, String> headers,
        @Nullable String sentence) {
    /** The content type of JSON. */
    public static final String JSON = "application/json";

    static final String TEXT = "text/plain;charset=utf-8";

    public Answer {
        headers = Map.copyOf(headers);
    }

    /** An answer that is no error. */
    public Answer(int status, String contentType, String body, Map<String, String> headers) {
        this(status, contentType, body, headers, null);
    }

    /** 200 with a body. */
    public static Answer of(String contentType, String body) {
        return new Answer(200, contentType, body, Map.of());
    }

    /** A status without a body. */
    public static Answer empty(int status) {
        return new Answer(status, "", "", Map.of());
    }

    /** A body of JSON. */
    public static Answer json(int status, String body) {
        return new Answer(status, JSON, body, Map.of());
    }

    /** A body of plain text. */
    public static Answer text(int status, String body) {
        return new Answer(status, TEXT, body, Map.of());
    }

    /** Problem details (RFC 9457) with a sentence for people. */
    public static Answer error(int status, String sentence) {
        return new Answer(status, ErrorBody.PROBLEM, ErrorBody.problem(status, sentence, ""), Map.of(), sentence);
    }

    /** 404 for a path. */
    public static Answer notFound(String path) {
        return error(404, "no such path: " + abbreviated(path));
    }

    /** 405 with {@code Allow}. */
    public static Answer methodNotAllowed(String method, List<String> allowed) {
        return error(405, "method " + abbreviated(method) + ": expected one of " + allowed)
                .with("Allow", String.join(", ", allowed));
    }

    /** The same, to be tried again after so many seconds. */
    public Answer retryAfter(int seconds) {
        return with("Retry-After", Integer.toString(seconds));
    }

    /** The same with one header more. */
    public Answer with(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new Answer(status, contentType, body, more, sentence);
    }

    /**
     * The same as the answer to a request: an error names the path, or has the form of Colibri2 if the path is one of
     * Colibri2.
     *
     * @param path still encoded; null for a request without one ({@code OPTIONS *})
     */
    public Answer to(@Nullable String path) {
        if (sentence == null || path == null) {
            return this;
        }
        return ErrorBody.isColibri2(path)
                ? new Answer(status, JSON, ErrorBody.colibri2(status, sentence), headers, sentence)
                : new Answer(status, contentType, ErrorBody.problem(status, sentence, path), headers, sentence);
    }

    /** At most the first 200 characters, for sentences. */
    public static String abbreviated(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }
}
