package org.starbridge.bridge.http;

import java.util.List;

/**
 * Permissions of web pages of an allowed origin (the Fetch standard, CORS).
 *
 * @param methods that they may use
 * @param requestHeaders that they may send in addition to the safelisted ones
 * @param exposedHeaders of answers that they may read in addition to the safelisted ones
 */
public record CorsHeaders(List<String> methods, List<String> requestHeaders, List<String> exposedHeaders) {
    public CorsHeaders {
        methods = List.copyOf(methods);
        requestHeaders = List.copyOf(requestHeaders);
        exposedHeaders = List.copyOf(exposedHeaders);
    }
}
