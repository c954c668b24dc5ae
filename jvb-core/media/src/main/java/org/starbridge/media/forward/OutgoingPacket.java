package org.starbridge.media.forward;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.capture.PacketWatch;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * A packet as it goes to one receiver: header and rewritten descriptor in the slot, in the clear, and where the rest of
 * the payload is. Owned by one worker; filled again for each receiver.
 */
final class OutgoingPacket {
    /** The SRTP index. */
    long index;
    /** Address of the header. */
    long headerAddress;
    /** Its length. */
    int headerBytes;
    /** The part of the payload that was written for the receiver: the first bytes in memory of this value. */
    long descriptor;
    /**
     * Number of bytes of the descriptor, 0 to 8; in the slot they follow the header. If it {@link #isProtected}, that
     * of the redundancy in their place.
     */
    int descriptorBytes;
    /** True if redundancy was added (RFC 2198): such a packet is not sent again. */
    boolean isProtected;
    /** Address of the rest of the payload, as it came. */
    long restAddress;
    /** Offset of the rest in the record's body. */
    int restOffset;
    /** The length of the rest, with the padding that it came with. */
    int restBytes;
    /** Length of the padding that is added behind the rest, 0 to 255. */
    int paddingBytes;
    /** Position of the record in the ring. */
    long position;

    /** Payload bytes without added padding. */
    int payloadBytes() {
        return descriptorBytes + restBytes;
    }

    /** Shows it to an observer; before it is encrypted. */
    void showTo(PacketWatch watch, long nowNs) {
        watch.onSentRtp(headerAddress, headerBytes, descriptorBytes, restAddress, restBytes, nowNs);
    }

    /** Encrypts it in its slot; returns its length, or less than 0 if that failed. */
    int protect(SrtpSender srtp, @Nullable SendStream stream) {
        return stream == null
                ? -1
                : srtp.protectRtp(
                        stream,
                        index,
                        headerAddress,
                        headerBytes,
                        descriptorBytes,
                        restAddress,
                        restBytes,
                        paddingBytes);
    }
}
