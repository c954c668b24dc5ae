package org.starbridge.transport.sctp;

import java.time.Duration;

/**
 * Limits and timers of associations; {@link #defaults()} gives each the value explained here.
 *
 * @param localPort 5000, as Jitsi has it on both sides; nothing but a name, the DTLS session is the connection
 * @param remotePort 5000
 * @param maxPacketBytes longest packet: 1160. With 37 bytes of DTLS it makes a datagram of at most 1200 bytes, the path
 *     MTU that is assumed (RFC 8261 section 5); a multiple of 4
 * @param streams most streams in each direction: 1024, so that ids are free whatever was closed before
 * @param maxRetransmissions timeouts in a row that end an association: 0 for never, since ICE consent (RFC 7675) tells
 *     whether the peer is there, and ends the session below
 * @param buffers how much is kept
 * @param timers how long it waits
 */
public record SctpConfig(
        int localPort,
        int remotePort,
        int maxPacketBytes,
        int streams,
        int maxRetransmissions,
        Buffers buffers,
        Timers timers) {
    /**
     * Cost of a message or fragment that is kept in addition to its bytes: the array's header, the records of where it
     * belongs, and its place in a tree.
     */
    public static final int MESSAGE_OVERHEAD_BYTES = 192;

    private static final int MIN_PACKET_BYTES = 512;
    private static final SctpConfig DEFAULTS = new SctpConfig(
            5000,
            5000,
            1160,
            1024,
            0,
            new Buffers(256 << 10, 512 << 10, 512 << 10, 16 << 10, 64L << 20),
            new Timers(
                    Duration.ofMillis(500),
                    Duration.ofMillis(400),
                    Duration.ofSeconds(3),
                    Duration.ofMillis(150),
                    Duration.ofMillis(150),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(60)));

    /**
     * Memory. Each message or fragment counts with {@value #MESSAGE_OVERHEAD_BYTES} bytes in addition to its own.
     *
     * @param maxMessageBytes longest message in either direction: 256 KiB, what browsers announce in their SDP
     * @param sendBytes messages that wait or are not acknowledged: 512 KiB
     * @param receiveBytes fragments and early messages that are kept: 512 KiB, also the window that the peer gets; at
     *     least the longest message
     * @param guaranteedReceiveBytes of those, what an association has for itself when the memory of all is used up: 16
     *     KiB, more than nearly every bridge channel message has
     * @param totalReceiveBytes of all associations of a host, beyond what is guaranteed: 64 MiB
     */
    public record Buffers(
            int maxMessageBytes, int sendBytes, int receiveBytes, int guaranteedReceiveBytes, long totalReceiveBytes) {
        public Buffers {
            inRange("maxMessageBytes", maxMessageBytes, 1, 1 << 28);
            inRange("sendBytes", sendBytes, maxMessageBytes + MESSAGE_OVERHEAD_BYTES, Integer.MAX_VALUE);
            inRange("receiveBytes", receiveBytes, maxMessageBytes, 1 << 29);
            inRange("guaranteedReceiveBytes", guaranteedReceiveBytes, 0, receiveBytes);
            if (totalReceiveBytes < 0) {
                throw new IllegalArgumentException("totalReceiveBytes " + totalReceiveBytes + ": expected 0 or more");
            }
        }
    }

    /**
     * Time.
     *
     * @param rtoInitial first retransmission timeout: 500 ms, half of RFC 9260's, since a call waits for it
     * @param rtoMin 400 ms, above a delayed acknowledgement (200 ms) and a usual round trip
     * @param rtoMax also the most that back-off waits: 3 s, so that a path that opens late is noticed soon
     * @param sackDelay at most 200 ms (RFC 9260 section 6.2), less what the host's timer may be late
     * @param sackSilence data that come after so long without any are acknowledged without delay: 150 ms, as much as
     *     sackDelay. A delay saves a packet when more data come before it is over; of a peer that has said nothing for
     *     longer than that, none are to be expected. And a peer that had to send again (its timeout is 400 ms or more)
     *     may send one packet only, and waits for the acknowledgement
     * @param heartbeatInterval 30 s (the same, section 16)
     * @param cookieLifetime 60 s (the same, section 16)
     */
    public record Timers(
            Duration rtoInitial,
            Duration rtoMin,
            Duration rtoMax,
            Duration sackDelay,
            Duration sackSilence,
            Duration heartbeatInterval,
            Duration cookieLifetime) {
        public Timers {
            positive("rtoInitial", rtoInitial);
            positive("rtoMin", rtoMin);
            positive("rtoMax", rtoMax);
            positive("sackDelay", sackDelay);
            positive("sackSilence", sackSilence);
            positive("heartbeatInterval", heartbeatInterval);
            positive("cookieLifetime", cookieLifetime);
        }

        private Timers withSackSilence(Duration silence) {
            return new Timers(rtoInitial, rtoMin, rtoMax, sackDelay, silence, heartbeatInterval, cookieLifetime);
        }
    }

    public SctpConfig {
        inRange("localPort", localPort, 1, 65535);
        inRange("remotePort", remotePort, 1, 65535);
        inRange("maxPacketBytes", maxPacketBytes, MIN_PACKET_BYTES, 65532);
        if (maxPacketBytes % 4 != 0) {
            throw new IllegalArgumentException("maxPacketBytes " + maxPacketBytes + ": expected a multiple of 4");
        }
        inRange("streams", streams, 1, 65535);
        inRange("maxRetransmissions", maxRetransmissions, 0, 1000);
        inRange(
                "guaranteedReceiveBytes",
                buffers.guaranteedReceiveBytes(),
                2 * (maxPacketBytes + MESSAGE_OVERHEAD_BYTES),
                Integer.MAX_VALUE);
    }

    /** The values that the parameters explain. */
    public static SctpConfig defaults() {
        return DEFAULTS;
    }

    /** The same with other limits for messages and buffers. */
    public SctpConfig withBuffers(int maxMessageBytes, int sendBytes, int receiveBytes) {
        return with(
                maxRetransmissions,
                new Buffers(
                        maxMessageBytes,
                        sendBytes,
                        receiveBytes,
                        buffers.guaranteedReceiveBytes,
                        buffers.totalReceiveBytes));
    }

    /** The same with another limit for the receive memory of all. */
    public SctpConfig withTotalReceiveBytes(long totalReceiveBytes) {
        return with(
                maxRetransmissions,
                new Buffers(
                        buffers.maxMessageBytes,
                        buffers.sendBytes,
                        buffers.receiveBytes,
                        buffers.guaranteedReceiveBytes,
                        totalReceiveBytes));
    }

    /** The same that gives up after so many timeouts in a row; 0 for never. */
    public SctpConfig withMaxRetransmissions(int maxRetransmissions) {
        return with(maxRetransmissions, buffers);
    }

    /**
     * The same that delays the acknowledgement of data after silence too, as browsers do: for what stands for a browser
     * where the other end is measured.
     */
    public SctpConfig withSacksDelayedAfterSilence() {
        return new SctpConfig(
                localPort,
                remotePort,
                maxPacketBytes,
                streams,
                maxRetransmissions,
                buffers,
                timers.withSackSilence(Duration.ofDays(365)));
    }

    public boolean isTooOften(int timeouts) {
        return maxRetransmissions > 0 && timeouts > maxRetransmissions;
    }

    private SctpConfig with(int maxRetransmissions, Buffers buffers) {
        return new SctpConfig(localPort, remotePort, maxPacketBytes, streams, maxRetransmissions, buffers, timers);
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
