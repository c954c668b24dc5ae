package org.starbridge.transport.sctp;

import java.time.Duration;

/**
 * Limits and timers of associations; {@link #defaults()} gives each the value explained here.
 *
 * @param localPort 5000, as Jitsi has it on both sides; nothing but a name, the DTLS session is the connection
 * @param remotePort 5000
 * @param maxPacketBytes longest packet: 1160. With 37 bytes of DTLS it makes a datagram of at most 1200 bytes, the path MTU
 *     that is assumed (RFC 8261 section 5); a multiple of 4
 * @param maxMessageBytes longest message in either direction: 256 KiB, what browsers announce in their SDP
 * @param sendBufferBytes messages that wait or are not acknowledged, with {@value #MESSAGE_OVERHEAD_BYTES} for each: 512 KiB
 * @param receiveBufferBytes fragments and early messages that are kept, with {@value #MESSAGE_OVERHEAD_BYTES} for each: 512
 *     KiB, also the window that the peer is told; at least the longest message
 * @param guaranteedBytes of the receive memory, what an association has for itself when the memory of all is used up: 16
 *     KiB, more than nearly every bridge channel message has
 * @param totalReceiveBytes receive memory of all associations of a host beyond what is guaranteed: 64 MiB
 * @param streams most streams in each direction: 1024, so that ids are free whatever was closed before
 * @param rtoInitial first retransmission timeout: 500 ms, half of RFC 9260's, since a call waits for it
 * @param rtoMin 400 ms, above a delayed acknowledgement (200 ms) and a usual round trip
 * @param rtoMax also the most that back-off waits: 3 s, so that a path that opens late is noticed soon
 * @param sackDelay 200 ms (RFC 9260 section 6.2)
 * @param heartbeatInterval 30 s (the same, section 16)
 * @param cookieLifetime 60 s (the same, section 16)
 * @param maxRetransmissions timeouts in a row that end an association: 0 for never, since ICE consent (RFC 7675) tells
 *     whether the peer is there, and ends the session below
 */
public record SctpConfig(
        int localPort,
        int remotePort,
        int maxPacketBytes,
        int maxMessageBytes,
        int sendBufferBytes,
        int receiveBufferBytes,
        int guaranteedBytes,
        long totalReceiveBytes,
        int streams,
        Duration rtoInitial,
        Duration rtoMin,
        Duration rtoMax,
        Duration sackDelay,
        Duration heartbeatInterval,
        Duration cookieLifetime,
        int maxRetransmissions) {
    /** What a message or fragment costs besides its bytes. */
    static final int MESSAGE_OVERHEAD_BYTES = 64;

    private static final int MIN_PACKET_BYTES = 512;

    public SctpConfig {
        inRange("localPort", localPort, 1, 65535);
        inRange("remotePort", remotePort, 1, 65535);
        inRange("maxPacketBytes", maxPacketBytes, MIN_PACKET_BYTES, 65532);
        if (maxPacketBytes % 4 != 0) {
            throw new IllegalArgumentException("maxPacketBytes " + maxPacketBytes + ": expected a multiple of 4");
        }
        inRange("maxMessageBytes", maxMessageBytes, 1, 1 << 28);
        inRange("sendBufferBytes", sendBufferBytes, maxMessageBytes + MESSAGE_OVERHEAD_BYTES, Integer.MAX_VALUE);
        inRange("receiveBufferBytes", receiveBufferBytes, maxMessageBytes, 1 << 29);
        inRange("guaranteedBytes", guaranteedBytes, 2 * maxPacketBytes, Integer.MAX_VALUE);
        inRange("streams", streams, 1, 65535);
        inRange("maxRetransmissions", maxRetransmissions, 0, 1000);
        if (totalReceiveBytes < 0) {
            throw new IllegalArgumentException("totalReceiveBytes " + totalReceiveBytes + ": expected 0 or more");
        }
        positive("rtoInitial", rtoInitial);
        positive("rtoMin", rtoMin);
        positive("rtoMax", rtoMax);
        positive("sackDelay", sackDelay);
        positive("heartbeatInterval", heartbeatInterval);
        positive("cookieLifetime", cookieLifetime);
    }

    /** The values that the parameters explain. */
    public static SctpConfig defaults() {
        return new SctpConfig(
                5000,
                5000,
                1160,
                256 << 10,
                512 << 10,
                512 << 10,
                16 << 10,
                64L << 20,
                1024,
                Duration.ofMillis(500),
                Duration.ofMillis(400),
                Duration.ofSeconds(3),
                Duration.ofMillis(200),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                0);
    }

    /** The same with other limits for messages and buffers. */
    public SctpConfig withBuffers(int maxMessageBytes, int sendBufferBytes, int receiveBufferBytes) {
        return new SctpConfig(
                localPort,
                remotePort,
                maxPacketBytes,
                maxMessageBytes,
                sendBufferBytes,
                receiveBufferBytes,
                guaranteedBytes,
                totalReceiveBytes,
                streams,
                rtoInitial,
                rtoMin,
                rtoMax,
                sackDelay,
                heartbeatInterval,
                cookieLifetime,
                maxRetransmissions);
    }

    /** The same with another limit for the receive memory of all. */
    public SctpConfig withTotalReceiveBytes(long totalReceiveBytes) {
        return new SctpConfig(
                localPort,
                remotePort,
                maxPacketBytes,
                maxMessageBytes,
                sendBufferBytes,
                receiveBufferBytes,
                guaranteedBytes,
                totalReceiveBytes,
                streams,
                rtoInitial,
                rtoMin,
                rtoMax,
                sackDelay,
                heartbeatInterval,
                cookieLifetime,
                maxRetransmissions);
    }

    /** The same that gives up after so many timeouts in a row; 0 for never. */
    public SctpConfig withMaxRetransmissions(int maxRetransmissions) {
        return new SctpConfig(
                localPort,
                remotePort,
                maxPacketBytes,
                maxMessageBytes,
                sendBufferBytes,
                receiveBufferBytes,
                guaranteedBytes,
                totalReceiveBytes,
                streams,
                rtoInitial,
                rtoMin,
                rtoMax,
                sackDelay,
                heartbeatInterval,
                cookieLifetime,
                maxRetransmissions);
    }

    private static void inRange(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " " + value + ": expected " + least + " to " + most);
        }
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " " + value + ": expected more than 0");
        }
    }
}
