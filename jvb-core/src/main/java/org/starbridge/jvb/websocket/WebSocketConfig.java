package org.starbridge.jvb.websocket;

import java.time.Duration;
import org.starbridge.colibri.channel.BridgeChannelJson;

/**
 * How the bridge channel's sockets are kept.
 *
 * @param serverId the path element that a front proxy routes on ({@code videobridge.websockets.server-id})
 * @param compressionEnabled offer permessage-deflate, RFC 7692 ({@code videobridge.websockets.enable-compression})
 * @param pingInterval a socket that was silent both ways for this long is pinged, so that proxies keep it ({@code
 *     videobridge.websockets.keepalive-ping-interval})
 * @param idleTimeout a socket from which nothing came for this long, not even the answer to a ping, is closed ({@code
 *     videobridge.websockets.idle-timeout})
 * @param maxMessageBytes a longer message closes its socket with 1009 ({@code starbridge.channel.max-message-size})
 * @param messagesPerSecond of one client, over time; five times as many may come at once. The next one waits, and with it the
 *     client's TCP connection: nothing is lost ({@code starbridge.channel.messages-per-second})
 * @param maxPendingMessages that wait for a client that reads slowly; further ones are dropped, as the protocol allows ({@code
 *     starbridge.channel.max-pending-messages})
 * @param maxPendingChars the same, in characters ({@code starbridge.channel.max-pending-size})
 */
public record WebSocketConfig(
        String serverId,
        boolean compressionEnabled,
        Duration pingInterval,
        Duration idleTimeout,
        int maxMessageBytes,
        int messagesPerSecond,
        int maxPendingMessages,
        int maxPendingChars) {
    /** Room for a message about 1000 sources at 60 characters each. */
    public static final int DEFAULT_MAX_MESSAGE_BYTES = BridgeChannelJson.DEFAULT_MAX_MESSAGE_CHARS;

    /** @throws IllegalArgumentException unless all times and sizes are positive */
    public WebSocketConfig {
        if (pingInterval.toMillis() < 1 || idleTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("pingInterval is " + pingInterval + ", idleTimeout is " + idleTimeout
                    + ": expected at least a millisecond");
        }
        if (maxMessageBytes < 1 || messagesPerSecond < 1 || maxPendingMessages < 1 || maxPendingChars < 1) {
            throw new IllegalArgumentException("maxMessageBytes is " + maxMessageBytes + ", messagesPerSecond is "
                    + messagesPerSecond + ", maxPendingMessages is " + maxPendingMessages + ", maxPendingChars is "
                    + maxPendingChars + ": expected 1 or more");
        }
    }

    /** The documented defaults. */
    public static WebSocketConfig standard(String serverId) {
        return new WebSocketConfig(
                serverId,
                false,
                Duration.ofSeconds(15),
                Duration.ofSeconds(60),
                DEFAULT_MAX_MESSAGE_BYTES,
                20,
                256,
                1 << 20);
    }
}
