package org.starbridge.rtp.packet;

import org.starbridge.rtp.memory.Memory;

/**
 * Padding that may stand behind the payload of an RTP packet whose P bit is set (RFC 3550 section 5.1): zeros, and as
 * its last byte how many bytes it is.
 */
public final class Padding {
    /** Greatest length that its last byte can say. */
    public static final int MAX_BYTES = 255;

    private Padding() {}

    /** Writes padding of {@code lengthBytes}, 1 to {@link #MAX_BYTES}, and says so in the header at {@code packet}. */
    public static void write(long packet, long address, int lengthBytes) {
        Memory.put8(packet, Memory.u8(packet) | RtpView.PADDING_BIT);
        for (long at = address; at < address + lengthBytes - 1; at++) {
            Memory.put8(at, 0);
        }
        Memory.put8(address + lengthBytes - 1, lengthBytes);
    }
}
