package org.starbridge.media.forward;

import org.starbridge.media.ring.RingRecord;
import org.starbridge.rtp.codec.RedPayload;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.Padding;
import org.starbridge.rtp.packet.RtpView;

/**
 * A decrypted packet as it came from its sender, read once for all its receivers: the elements of its header, where its
 * payload is, and how much padding is added to it. Owned by one worker, used for one packet after the other.
 */
final class ReceivedPacket {
    private static final int MAX_ELEMENTS = 16;
    private static final int PADDING_BIT = 0x20;

    private final RtpView packet = new RtpView();
    private final HeaderExtensions elements = new HeaderExtensions();
    private final int[] elementIds = new int[MAX_ELEMENTS];
    private final long[] elementAddresses = new long[MAX_ELEMENTS];
    private final int[] elementLengths = new int[MAX_ELEMENTS];
    private int elementCount;
    private boolean isPadded;
    private int payloadType;
    private int skippedBytes;
    private int addedPaddingBytes;

    /**
     * Reads the packet of a {@link RingRecord#MEDIA} record, which its owner has parsed before.
     *
     * @return false if the record was overwritten
     */
    boolean read(long recordAddress) {
        elementCount = 0;
        long bodyAddress = RingRecord.body(recordAddress);
        if (packet.wrap(bodyAddress, RingRecord.bodyBytes(recordAddress)) != null) {
            return false;
        }
        payloadType = packet.payloadType();
        skippedBytes = 0;
        addedPaddingBytes = 0;
        isPadded = (Memory.u8(bodyAddress) & PADDING_BIT) != 0;
        elements.wrap(packet);
        while (elementCount < MAX_ELEMENTS && elements.next()) {
            elementIds[elementCount] = elements.id();
            elementAddresses[elementCount] = elements.elementAddress();
            elementLengths[elementCount] = elements.elementLengthBytes();
            elementCount++;
        }
        return true;
    }

    /** From now on the payload is the primary part of redundant audio (RFC 2198) alone. */
    void onlyPrimary(RedPayload redundant) {
        skippedBytes = (int) (redundant.primaryAddress() - payloadAddress());
        payloadType = redundant.primaryPayloadType();
    }

    /** Elements of header extensions in the packet, at most 16. */
    int elementCount() {
        return elementCount;
    }

    /** The id of the {@code i}th element, as the sender numbers it. */
    int elementId(int i) {
        return elementIds[i];
    }

    long elementAddress(int i) {
        return elementAddresses[i];
    }

    int elementLengthBytes(int i) {
        return elementLengths[i];
    }

    /** The place of the element with the sender's {@code id}, or -1. */
    int findElement(int id) {
        for (int i = 0; i < elementCount; i++) {
            if (elementIds[i] == id) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the address of the CSRCs. */
    long csrcsAddress() {
        return packet.address() + RtpView.FIXED_HEADER_BYTES;
    }

    int csrcCount() {
        return packet.csrcCount();
    }

    /** Returns whether the packet came with padding. */
    boolean isPadded() {
        return isPadded;
    }

    /** Adds 0 to {@link Padding#MAX_BYTES} bytes of padding for every receiver; {@link #read} sets it to 0. */
    void addPadding(int bytes) {
        addedPaddingBytes = bytes;
    }

    /** The added padding. */
    int addedPaddingBytes() {
        return addedPaddingBytes;
    }

    /** The payload type, as the sender numbers it. */
    int payloadType() {
        return payloadType;
    }

    int timestamp() {
        return packet.timestamp();
    }

    boolean marker() {
        return packet.marker();
    }

    long payloadAddress() {
        return packet.address() + payloadOffset();
    }

    /** Returns the offset of the payload in the record's body. */
    int payloadOffset() {
        return packet.headerLengthBytes() + skippedBytes;
    }

    /** The length of the payload without padding. */
    int dataBytes() {
        return packet.payloadLengthBytes() - skippedBytes;
    }

    /** The length of the payload with the padding that it came with. */
    int payloadBytes() {
        return packet.lengthBytes() - payloadOffset();
    }
}
