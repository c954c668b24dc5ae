package org.starbridge.control.channel;

import java.time.Duration;

/**
 * Settings of the messages that clients get about each other.
 *
 * @param firstTransferTimeout an endpoint from which nothing came for this long since its creation is inactive
 *     ({@code videobridge.ep-connection-status.first-transfer-timeout})
 * @param maxInactivity an endpoint that is silent for this long is inactive
 *     ({@code videobridge.ep-connection-status.max-inactivity-limit})
 * @param statsFilterThreshold in conferences of more endpoints, clients' statistics go only to clients that see or hear
 *     the sender ({@code videobridge.stats-filter-threshold})
 * @param messages how much one client may send, and how much may wait for it
 */
public record ChannelPolicy(
        Duration firstTransferTimeout, Duration maxInactivity, int statsFilterThreshold, MessageLimits messages) {
    /** As documented. */
    public static final ChannelPolicy DEFAULT =
            new ChannelPolicy(Duration.ofSeconds(15), Duration.ofSeconds(8), 20, MessageLimits.DEFAULT);

    /** @throws IllegalArgumentException unless the times are positive and the threshold is not negative */
    public ChannelPolicy {
        if (firstTransferTimeout.toMillis() < 1 || maxInactivity.toMillis() < 1 || statsFilterThreshold < 0) {
            throw new IllegalArgumentException("firstTransferTimeout is " + firstTransferTimeout
                    + ", maxInactivity is " + maxInactivity + ", statsFilterThreshold is " + statsFilterThreshold
                    + ": expected at least a millisecond, and 0 or more");
        }
    }
}
