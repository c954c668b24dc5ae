package org.starbridge.jvb.config;

import static org.starbridge.jvb.config.ConfigException.requireRange;

import java.time.Duration;

/**
 * What the bridge channel takes from its clients.
 *
 * @param maxMessageBytes a longer message closes the channel; 128 KiB: wishes about 1000 sources
 * @param messagesPerSecond of one client, over time; 20, and 100 at once: a client that scrolls quickly sends 10
 * @param maxPendingMessages that wait for a client that reads slowly; 256
 * @param maxPendingBytes the same, in characters; 1 MiB
 * @param publishInterval what clients wish goes to the media workers at most this often; 50 ms
 */
public record ChannelConfig(
        int maxMessageBytes,
        int messagesPerSecond,
        int maxPendingMessages,
        int maxPendingBytes,
        Duration publishInterval) {
    /** As documented. */
    static final ChannelConfig DEFAULT = new ChannelConfig(128 << 10, 20, 256, 1 << 20, Duration.ofMillis(50));

    public ChannelConfig {
        String at = "starbridge.channel.";
        requireRange(at + "max-message-size", maxMessageBytes, 1024, 128 << 10);
        requireRange(at + "messages-per-second", messagesPerSecond, 1, 1_000_000);
        requireRange(at + "max-pending-messages", maxPendingMessages, 1, 1_000_000);
        requireRange(at + "max-pending-size", maxPendingBytes, 1024, Integer.MAX_VALUE);
        if (publishInterval.isNegative()) {
            throw new ConfigException(at + "publish-interval", publishInterval, "a duration, not negative");
        }
    }

    static ChannelConfig read(ConfigReader in) {
        String at = "starbridge.channel.";
        return new ChannelConfig(
                in.sizeBytes(at + "max-message-size"),
                in.integer(at + "messages-per-second"),
                in.integer(at + "max-pending-messages"),
                in.sizeBytes(at + "max-pending-size"),
                in.duration(at + "publish-interval"));
    }
}
