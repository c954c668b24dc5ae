package org.starbridge.bridge.websocket;

import java.time.Duration;
import org.starbridge.control.channel.MessageLimits;

/**
 * Settings of the bridge channel's sockets.
 *
 * @param serverId the path element that a front proxy routes on ({@code videobridge.websockets.server-id})
 * @param compressionEnabled offer permessage-deflate, RFC 7692 ({@code videobridge.websockets.enable-compression})
 * @param pingInterval a socket that was silent both ways for this long is pinged, so that proxies keep it
 *     ({@code videobridge.websockets.keepalive-ping-interval})
 * @param idleTimeout a socket from which nothing came for this long, not even the answer to a ping, is closed
 *     ({@code videobridge.websockets.idle-timeout})
 * @param messages how much one client may say, and how much may wait for it: a message beyond its pace waits, and with
 *     it the client's TCP connection, so nothing is lost ({@code starbridge.channel})
 */
public record WebSocketConfig(
        String serverId,
        boolean compressionEnabled,
        Duration pingInterval,
        Duration idleTimeout,
        MessageLimits messages) {
    /** @throws IllegalArgumentException unless all times are positive */
    public WebSocketConfig {
        if (pingInterval.toMillis() < 1 || idleTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("pingInterval is " + pingInterval + ", idleTimeout is " + idleTimeout
                    + ": expected at least a millisecond");
        }
    }
}
