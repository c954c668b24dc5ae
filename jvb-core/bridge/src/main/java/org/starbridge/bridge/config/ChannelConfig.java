package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import java.time.Duration;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * What the bridge channel takes from its clients, and keeps for them.
 *
 * @param maxMessageBytes a longer message closes the channel; 128 KiB: wishes about 1000 sources
 * @param maxEndpointMessageBytes a longer EndpointMessage or EndpointStats is dropped; 16 KiB: they go to everybody, so one costs
 *     each participant as much; the longest of lib-jitsi-meet, keys and statistics, have 2 KiB
 * @param messagesPerSecond of one endpoint, over time; 20, and 100 at once: a client that scrolls quickly sends 10
 * @param bytesPerSecond the same, in bytes; 64 KiB, and 320 KiB at once: two of the longest messages
 * @param maxPendingMessages that wait for a client that reads slowly; 256
 * @param maxPendingBytes the same, in bytes; 1 MiB
 * @param maxTotalPendingBytes that wait for all clients, and of them, beyond 16 KiB of each; 64 MiB: an eighth of the start script's
 *     heap
 * @param stallTimeout a client that takes nothing of what waits for it for this long loses its channel; 30 s: that of ICE
 *     consent (RFC 7675)
 * @param publishInterval what clients wish goes to the media workers at most this often; 50 ms
 */
public record ChannelConfig(
        int maxMessageBytes,
        int maxEndpointMessageBytes,
        int messagesPerSecond,
        int bytesPerSecond,
        int maxPendingMessages,
        int maxPendingBytes,
        long maxTotalPendingBytes,
        Duration stallTimeout,
        Duration publishInterval) {
    private static final int LONGEST_MESSAGE = 128 << 10;

    /** As documented. */
    static final ChannelConfig DEFAULT = new ChannelConfig(
            LONGEST_MESSAGE,
            16 << 10,
            20,
            64 << 10,
            256,
            1 << 20,
            64 << 20,
            Duration.ofSeconds(30),
            Duration.ofMillis(50));

    public ChannelConfig {
        String at = "starbridge.channel.";
        requireRange(at + "max-message-size", maxMessageBytes, 1024, LONGEST_MESSAGE);
        requireRange(at + "max-endpoint-message-size", maxEndpointMessageBytes, 1024, LONGEST_MESSAGE);
        requireRange(at + "messages-per-second", messagesPerSecond, 1, 1_000_000);
        requireRange(at + "bytes-per-second", bytesPerSecond, LONGEST_MESSAGE / 4, 1 << 28);
        requireRange(at + "max-pending-messages", maxPendingMessages, 1, 1_000_000);
        requireRange(at + "max-pending-size", maxPendingBytes, 1024, Integer.MAX_VALUE);
        requireRange(at + "max-total-pending-size", maxTotalPendingBytes, 0, Integer.MAX_VALUE);
        if (stallTimeout.toMillis() < 1) {
            throw new ConfigException(at + "stall-timeout", stallTimeout, "a duration of at least a millisecond");
        }
        if (publishInterval.isNegative()) {
            throw new ConfigException(at + "publish-interval", publishInterval, "a duration, not negative");
        }
    }

    static ChannelConfig read(ConfigReader in) {
        String at = "starbridge.channel.";
        return new ChannelConfig(
                in.sizeBytes(at + "max-message-size"),
                in.sizeBytes(at + "max-endpoint-message-size"),
                in.integer(at + "messages-per-second"),
                in.sizeBytes(at + "bytes-per-second"),
                in.integer(at + "max-pending-messages"),
                in.sizeBytes(at + "max-pending-size"),
                in.sizeBytes(at + "max-total-pending-size"),
                in.duration(at + "stall-timeout"),
                in.duration(at + "publish-interval"));
    }
}
