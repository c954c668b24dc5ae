package org.starbridge.bridge.http;

import java.util.List;

/**
 * Further names of a server, and origins of pages that may use it. The keys are those below {@code starbridge.http}.
 *
 * @param hosts names in lower case, each exact, or {@code *.} and a name for all below it, or {@code *} for any
 * @param origins of web pages, each exact: {@code https://ops.example.org}, or {@code *} for any
 */
public record AllowedCallers(List<String> hosts, List<String> origins) {
    /** No further names, no web pages. */
    public static final AllowedCallers NONE = new AllowedCallers(List.of(), List.of());

    public AllowedCallers {
        hosts = List.copyOf(hosts);
        origins = List.copyOf(origins);
    }
}
