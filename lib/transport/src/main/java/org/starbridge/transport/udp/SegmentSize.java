package org.starbridge.transport.udp;

import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.platform.LibC;

/**
 * The control message that makes the kernel cut what it is given into datagrams of one length ({@code UDP_SEGMENT},
 * Linux 4.18). No state.
 *
 * <pre>
 *   struct cmsghdr { size_t len; int level; int type; }             16 bytes, then
 *   unsigned 16 bits, host order: the length of each datagram but the last, which has what remains
 * </pre>
 */
final class SegmentSize {
    private static final int HEADER_BYTES = 16;
    private static final int LENGTH_BYTES = HEADER_BYTES + 2;

    private SegmentSize() {}

    /** Writes it; returns its length without padding, as it is the last one. */
    static int write(long at, int segmentBytes) {
        Memory.putNativeLong(at, LENGTH_BYTES);
        Memory.putNativeInt(at + 8, LibC.SOL_UDP);
        Memory.putNativeInt(at + 12, LibC.UDP_SEGMENT);
        Memory.putNativeU16(at + HEADER_BYTES, segmentBytes);
        return LENGTH_BYTES;
    }
}
