package org.starbridge.bridge.http.route;

import java.io.IOException;

/**
 * One resource and one method of it.
 *
 * @param method in upper case; {@code GET} answers {@code HEAD} as well
 * @param template the path; a segment in braces is a named variable, see {@link HttpRequest#variable}
 * @param enabled whether it is served; a disabled route answers like an unknown path
 * @param contentType of the request bodies that it takes; other bodies are answered with 415. Of no meaning for safe
 *     methods
 * @param handler answers
 */
public record Route(String method, String template, boolean enabled, String contentType, Handler handler) {
    /** Bodies of any type: the handler looks at it. */
    public static final String ANY_TYPE = "*/*";

    /** Answers requests to one route. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Called on the thread of the request.
         *
         * @throws IOException if the body cannot be read
         */
        Answer answer(HttpRequest request) throws IOException;
    }

    /** A route that takes JSON, if it takes a body. */
    public static Route of(String method, String template, boolean enabled, Handler handler) {
        return new Route(method, template, enabled, Answer.JSON, handler);
    }

    /** A route for {@code GET} and {@code HEAD}. */
    public static Route get(String template, boolean enabled, Handler handler) {
        return of("GET", template, enabled, handler);
    }

    /** A route for {@code POST} with a body of JSON. */
    public static Route post(String template, boolean enabled, Handler handler) {
        return of("POST", template, enabled, handler);
    }

    /** Returns whether the method changes nothing (RFC 9110, 9.2.1). */
    boolean isSafe() {
        return method.equals("GET") || method.equals("OPTIONS");
    }
}
