package org.starbridge.bridge.config;

import java.time.Duration;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.control.channel.MessageLimits;

/**
 * Limits on what the bridge channel takes from its clients, and keeps for them.
 *
 * @param messages of one client
 * @param maxTotalPendingBytes that wait for all clients, and of them, beyond 16 KiB of each; 64 MiB: an eighth of the
 *     start script's heap
 * @param publishInterval what clients wish goes to the media workers at most this often; 50 ms
 */
public record ChannelConfig(MessageLimits messages, long maxTotalPendingBytes, Duration publishInterval) {
    /** As documented. */
    static final ChannelConfig DEFAULT = new ChannelConfig(MessageLimits.DEFAULT, 64 << 20, Duration.ofMillis(50));

    public ChannelConfig {
        if (publishInterval.isNegative()) {
            throw new ConfigException(
                    "starbridge.channel.publish-interval", publishInterval, "a duration, not negative");
        }
    }

    static ChannelConfig read(ConfigReader in) {
        String at = "starbridge.channel.";
        int longest = MessageLimits.DEFAULT.maxMessageBytes();
        MessageLimits messages = new MessageLimits(
                in.sizeBytes(at + "max-message-size", 1024, longest),
                in.sizeBytes(at + "max-endpoint-message-size", 1024, longest),
                in.integer(at + "messages-per-second", 1, 1_000_000),
                in.sizeBytes(at + "bytes-per-second", longest / 4, 1 << 28),
                in.integer(at + "max-pending-messages", 1, 1_000_000),
                in.sizeBytes(at + "max-pending-size", 1024, Integer.MAX_VALUE),
                stallTimeout(in, at + "stall-timeout"));
        return new ChannelConfig(
                messages, in.sizeBytes(at + "max-total-pending-size"), in.duration(at + "publish-interval"));
    }

    private static Duration stallTimeout(ConfigReader in, String key) {
        Duration timeout = in.duration(key);
        if (timeout.toMillis() < 1) {
            throw new ConfigException(key, timeout, "a duration of at least a millisecond");
        }
        return timeout;
    }
}
