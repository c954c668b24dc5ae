package org.starbridge.rtp.packet;

import org.starbridge.rtp.memory.Memory;

/**
 * The retransmission payload format, RFC 4588 section 4: the header of the original packet under another SSRC, payload
 * type and sequence number, then the original sequence number (OSN), then the original payload without its padding.
 *
 * <pre>
 *   |                 RTP header, extensions included               |
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   |            OSN                |   original payload            |
 * </pre>
 *
 * <p>Both directions work where the packet lies.
 */
public final class RetransmissionPayload {
    /** The original sequence number's length. */
    public static final int OSN_BYTES = 2;

    private RetransmissionPayload() {}

    /** The original sequence number of a retransmission whose payload has at least 2 bytes, 0 to 65535. */
    public static int originalSequenceNumber(RtpView packet) {
        return Memory.u16(packet.payloadAddress());
    }

    /**
     * Makes a retransmission of a packet whose header lies at {@code address} and whose payload {@link #OSN_BYTES}
     * behind it.
     *
     * @param payloadBytes the original payload's length, padding included
     * @param sequenceNumber of the retransmission; its low 16 bits are written
     * @return the length of the new payload, without padding
     */
    public static int write(
            long address, int headerBytes, int payloadBytes, int payloadType, int ssrc, long sequenceNumber) {
        int first = Memory.u8(address);
        int padding = 0;
        if ((first & RtpView.PADDING_BIT) != 0 && payloadBytes > 0) {
            padding = Math.min(payloadBytes, Memory.u8(address + headerBytes + OSN_BYTES + payloadBytes - 1));
        }
        Memory.put16(address + headerBytes, RtpView.sequenceNumber(address));
        Memory.put8(address, first & ~RtpView.PADDING_BIT);
        Memory.put8(address + 1, (Memory.u8(address + 1) & RtpView.MARKER_BIT) | payloadType);
        Memory.put16(address + 2, (int) sequenceNumber);
        Memory.put32(address + 8, ssrc);
        return OSN_BYTES + payloadBytes - padding;
    }

    /**
     * Restores the original of a retransmission whose payload has at least 2 bytes. The retransmission's own padding,
     * if any, is taken off.
     *
     * @param payloadType the original payload type
     * @param ssrc the original SSRC
     * @return the original packet's length; it begins where the retransmission did
     */
    public static int restore(RtpView packet, int payloadType, int ssrc) {
        long address = packet.address();
        long payload = packet.payloadAddress();
        int payloadBytes = packet.payloadLengthBytes() - OSN_BYTES;
        Memory.put16(address + 2, Memory.u16(payload));
        Memory.copy(payload + OSN_BYTES, payload, payloadBytes);
        Memory.put8(address, Memory.u8(address) & ~RtpView.PADDING_BIT);
        Memory.put8(address + 1, (Memory.u8(address + 1) & RtpView.MARKER_BIT) | payloadType);
        Memory.put32(address + 8, ssrc);
        return packet.headerLengthBytes() + payloadBytes;
    }
}
