package org.starbridge.control.channel;

import java.time.Duration;

/**
 * Limits on what one endpoint's client may send over its bridge channel, and on what may wait for it. The limits hold
 * for all channels of a client together.
 *
 * @param maxMessageBytes of one message of a client; a longer one closes a WebSocket and is dropped from a data
 *     channel; 128 KiB: constraints of 1000 sources
 * @param maxForwardedBytes of one message that goes to other clients (EndpointMessage, EndpointStats); a longer one is
 *     dropped, and its sender gets a MessageRefused; 64 KiB: as much as Jitsi Videobridge takes over a WebSocket
 * @param messagesPerSecond over time; {@value MessagePace#BURST_SECONDS} seconds' worth may come at once; 20: a client
 *     that scrolls quickly sends 10
 * @param bytesPerSecond the same, in bytes; 64 KiB
 * @param maxPendingMessages that wait until the client reads; further ones are dropped; 256
 * @param maxPendingBytes the same, in bytes; 1 MiB
 * @param stallTimeout a client that takes nothing of what waits for it for this long loses its channel; 30 s: that of
 *     ICE consent (RFC 7675)
 */
public record MessageLimits(
        int maxMessageBytes,
        int maxForwardedBytes,
        int messagesPerSecond,
        int bytesPerSecond,
        int maxPendingMessages,
        int maxPendingBytes,
        Duration stallTimeout) {
    /** As documented. */
    public static final MessageLimits DEFAULT =
            new MessageLimits(128 << 10, 64 << 10, 20, 64 << 10, 256, 1 << 20, Duration.ofSeconds(30));

    /** @throws IllegalArgumentException unless all limits are positive, and the longest message is within the pace */
    public MessageLimits {
        requirePositive("maxMessageBytes", maxMessageBytes);
        requirePositive("maxForwardedBytes", maxForwardedBytes);
        requirePositive("messagesPerSecond", messagesPerSecond);
        requirePositive("maxPendingMessages", maxPendingMessages);
        requirePositive("maxPendingBytes", maxPendingBytes);
        requirePositive("stallTimeout in ms", stallTimeout.toMillis());
        if ((long) bytesPerSecond * MessagePace.BURST_SECONDS < maxMessageBytes) {
            throw new IllegalArgumentException("bytesPerSecond is " + bytesPerSecond + ": expected at least a "
                    + MessagePace.BURST_SECONDS + "th of the longest message, " + maxMessageBytes);
        }
    }

    private static void requirePositive(String what, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " is " + value + ": expected 1 or more");
        }
    }
}
