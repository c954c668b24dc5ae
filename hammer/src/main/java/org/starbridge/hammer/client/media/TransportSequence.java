package org.starbridge.hammer.client.media;

import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpView;

/**
 * Reads the transport-wide sequence number of a packet that is still encrypted: header extensions are in the clear (RFC
 * 3711 section 3.1), but the padding, which a full view checks, is not. One-byte elements only (RFC 8285 section 4.2),
 * as nothing else is offered. Stateless.
 */
final class TransportSequence {
    private static final int EXTENSION_BIT = 0x10;
    private static final int CSRC_COUNT_MASK = 0x0F;
    private static final int ONE_BYTE_PROFILE = 0xBEDE;

    private TransportSequence() {}

    /** The number, 0 to 65535, or -1 if the packet has none under this id. */
    static int read(long address, int lengthBytes, int id) {
        int headerBytes = RtpView.headerLengthBytes(address, lengthBytes);
        if (headerBytes < 0 || (Memory.u8(address) & EXTENSION_BIT) == 0) {
            return -1;
        }
        long extension = address + RtpView.FIXED_HEADER_BYTES + 4L * (Memory.u8(address) & CSRC_COUNT_MASK);
        if (Memory.u16(extension) != ONE_BYTE_PROFILE) {
            return -1;
        }
        long at = extension + RtpView.EXTENSION_HEADER_BYTES;
        long end = address + headerBytes;
        while (at < end) {
            int first = Memory.u8(at);
            if (first == 0) {
                at++;
                continue;
            }
            int bytes = (first & 0x0F) + 1;
            if (first >>> 4 == id) {
                return bytes == 2 && at + 3 <= end ? Memory.u16(at + 1) : -1;
            }
            at += 1 + bytes;
        }
        return -1;
    }
}
