package org.starbridge.hammer.client.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Counts of one encoding of its video that an endpoint sent. Immutable.
 *
 * @param heightPx of its picture; -1 if unknown
 * @param packets sent in the window
 * @param isSentAtEnd whether it was being sent when the window ended, and not stopped because no receiver wanted it
 * @param restarts how often it was stopped and then wanted again, since the start
 */
public record SentEncoding(
        @JsonProperty("height") int heightPx,
        @JsonProperty long packets,
        @JsonProperty("sentAtEnd") boolean isSentAtEnd,
        @JsonProperty long restarts) {}
