package org.starbridge.bridge.rest;

import java.io.IOException;
import java.util.List;

/**
 * One HTTP request as the routes see it.
 *
 * @param method in upper case as it came; {@code HEAD} is shown as {@code GET}
 * @param path as it was written, without {@code .} and {@code ..}
 * @param segments the path's parts between slashes, decoded
 * @param query raw; an empty string when there is none
 * @param contentType the header; an empty string when there is none
 * @param accept the header, several joined by commas; an empty string when there is none
 * @param hasBody whether there is one; it may be empty if its length is not known before
 * @param body to be read once, at most
 */
record RestRequest(
        String method,
        String path,
        List<String> segments,
        String query,
        String contentType,
        String accept,
        boolean hasBody,
        Body body) {

    /** The request's body, not read yet. */
    @FunctionalInterface
    interface Body {
        /** All of it, or BodyTooLargeException when it is longer than the limit. */
        byte[] read() throws IOException;
    }

    /** A body beyond the limit. */
    static final class BodyTooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1;

        BodyTooLargeException(int limitBytes) {
            super(
                    "the body is longer than the limit of " + limitBytes
                            + " bytes (starbridge.http.max-body-size): put fewer endpoints into one request",
                    null,
                    false,
                    false);
        }
    }

    /** Whether what it says, if it says anything, is JSON: forms and scripts of foreign web pages can only send other types. */
    boolean isJsonOrEmpty() {
        return contentType.isEmpty() ? !hasBody : isJson();
    }

    private boolean isJson() {
        int semicolon = contentType.indexOf(';');
        String type = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
        return type.strip().equalsIgnoreCase(Answer.JSON);
    }
}
