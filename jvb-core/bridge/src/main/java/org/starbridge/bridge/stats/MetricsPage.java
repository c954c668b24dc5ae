package org.starbridge.bridge.stats;

/**
 * One answer to {@code GET /metrics}.
 *
 * @param contentType for the header of that name
 * @param body in UTF-8
 */
public record MetricsPage(String contentType, String body) {}
