package org.starbridge.bridge.http.route;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * One HTTP request as the routes see it.
 *
 * @param method in upper case as it came; {@code HEAD} is shown as {@code GET}
 * @param path as it was written, without {@code .} and {@code ..}
 * @param segments the path's parts between slashes, decoded
 * @param variables the values of the path's variables by name, decoded
 * @param query raw; an empty string when there is none
 * @param headers the values of a header by its name in any case, in the order of the request; empty when there is none
 * @param remoteAddress whose share of limits by address the request takes: an IPv4 address or an IPv6 /64, of the
 *     client or of the proxy before it, if that is not trusted
 * @param hasBody whether there is one; it may be empty if its length is not known before
 * @param body to be read once, at most
 */
public record HttpRequest(
        String method,
        String path,
        List<String> segments,
        Map<String, String> variables,
        String query,
        Function<String, List<String>> headers,
        String remoteAddress,
        boolean hasBody,
        Body body) {

    /** The request's body, not read yet. */
    @FunctionalInterface
    public interface Body {
        /** All of it, or BodyTooLargeException when it is longer than the limit. */
        byte[] read() throws IOException;
    }

    /** A body beyond the limit. */
    public static final class BodyTooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** @param limitBytes of a body */
        public BodyTooLargeException(int limitBytes) {
            super(
                    "the request body is longer than the limit of " + limitBytes
                            + " bytes (starbridge.http.max-body-size): send fewer endpoints in one request",
                    null,
                    false,
                    false);
        }
    }

    /** The same request with its path's variables. */
    HttpRequest with(Map<String, String> variables) {
        return new HttpRequest(method, path, segments, variables, query, headers, remoteAddress, hasBody, body);
    }

    /**
     * The value of a variable of the route's path.
     *
     * @throws IllegalArgumentException if the route's template has no such variable
     */
    public String variable(String name) {
        String value = variables.get(name);
        if (value == null) {
            throw new IllegalArgumentException("path variable \"" + name + "\": expected one of " + variables.keySet());
        }
        return value;
    }

    /** The first value of a header; an empty string when there is none. */
    public String header(String name) {
        List<String> values = headers.apply(name);
        return values.isEmpty() ? "" : values.getFirst();
    }

    /** All values of a header, joined by commas (RFC 9110, 5.3); an empty string when there is none. */
    public String headerList(String name) {
        return String.join(", ", headers.apply(name));
    }

    /** The first {@code Content-Type} header; an empty string when there is none. */
    public String contentType() {
        return header("Content-Type");
    }

    /**
     * Returns whether the body, if there is one, has this content type. Forms and scripts of foreign web pages can only
     * send a few other types without a preflight.
     */
    boolean isEmptyOr(String type) {
        if (type.equals(Route.ANY_TYPE)) {
            return true;
        }
        String given = contentType();
        return given.isEmpty() ? !hasBody : mediaType(given).equalsIgnoreCase(type);
    }

    /** The media type in lower case, without parameters; an empty string when there is none. */
    public String mediaType() {
        return mediaType(contentType()).toLowerCase(Locale.ROOT);
    }

    private static String mediaType(String contentType) {
        int semicolon = contentType.indexOf(';');
        return (semicolon < 0 ? contentType : contentType.substring(0, semicolon)).strip();
    }
}
