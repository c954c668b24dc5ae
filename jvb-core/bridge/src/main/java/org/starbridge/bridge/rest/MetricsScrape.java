package org.starbridge.bridge.rest;

/** Renders the metrics in one of the formats that a scraper accepts. */
@FunctionalInterface
public interface MetricsScrape {
    /**
     * Renders them.
     *
     * @param accept the request's {@code Accept} header; an empty string when it has none
     */
    Rendered render(String accept);

    /**
     * The metrics as text.
     *
     * @param contentType for the {@code Content-Type} header, charset included
     * @param body sent as UTF-8
     */
    record Rendered(String contentType, String body) {}
}
