package org.starbridge.benchmarks.floor;

import org.jspecify.annotations.Nullable;
import org.starbridge.transport.srtp.ReceiveStream;

/** One SSRC that a client sends. Owned by the floor's thread. */
final class FloorSource {
    private static final int HALF = 0x8000;

    private final FloorEndpoint owner;
    private final int ssrc;
    private final int number;
    private final @Nullable ReceiveStream received;
    private long highest = -1;
    private long packets;

    /**
     * @param number among the sources of its conference, from 0
     * @param received for the packets whose payload is decrypted
     */
    FloorSource(FloorEndpoint owner, int ssrc, int number, @Nullable ReceiveStream received) {
        this.owner = owner;
        this.ssrc = ssrc;
        this.number = number;
        this.received = received;
    }

    FloorEndpoint owner() {
        return owner;
    }

    int ssrc() {
        return ssrc;
    }

    int number() {
        return number;
    }

    @Nullable
    ReceiveStream received() {
        return received;
    }

    /**
     * The next packet's index: the sequence number, and in front of it how often it has wrapped (RFC 3711 section
     * 3.3.1).
     */
    long index(int sequence) {
        packets++;
        if (highest < 0) {
            highest = sequence;
            return sequence;
        }
        long index = (highest & ~0xFFFFL) | sequence;
        if (index - highest > HALF && index > 0xFFFF) {
            index -= 0x1_0000;
        } else if (highest - index > HALF) {
            index += 0x1_0000;
        }
        highest = Math.max(highest, index);
        return index;
    }

    /** Packets so far, the one of the last {@link #index} included. */
    long packets() {
        return packets;
    }
}
