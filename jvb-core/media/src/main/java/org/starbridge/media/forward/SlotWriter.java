package org.starbridge.media.forward;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.projection.DescriptorRewriter;
import org.starbridge.media.projection.OutgoingNumbers;
import org.starbridge.media.ring.RingLookback;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.Padding;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.udp.SendBatch;

/**
 * Writes what a receiver gets of a packet in another form than others into an egress slot: header, payload descriptor
 * and padding. The rest of the payload stays where it came. Owned by one worker, used for one packet after the other.
 */
final class SlotWriter {
    /** Room that the authentication tag needs behind the payload. */
    private static final int MAX_TAG_BYTES = 16;
    /** Padding that goes in place of a payload. */
    private static final int EMPTY_PADDING_BYTES = 1;

    private final HeaderRewriter header = new HeaderRewriter();
    private final DescriptorRewriter descriptor = new DescriptorRewriter();
    private final OutgoingPacket outgoing = new OutgoingPacket();
    private VideoCodec codec = VideoCodec.OTHER;
    private @Nullable RingLookback ring;

    /** Another packet comes; {@code position} is where its record is in the ring. */
    void begin(VideoCodec codec, RingLookback ring, long position) {
        this.codec = codec;
        this.ring = ring;
        header.clear();
        descriptor.clear();
        outgoing.position = position;
    }

    /**
     * Writes the packet for one receiver.
     *
     * @param slotAddress room for {@value SendBatch#SLOT_BYTES} bytes
     * @param packet the packet of the last {@link #begin}, or the part of it that the receiver takes
     * @param payloadType as the receiver numbers it
     * @param redundancy what may come in front of the payload; null for nothing
     * @return what is to be encrypted; the same object for each receiver. Null if there is no room
     */
    @Nullable
    OutgoingPacket write(
            long slotAddress,
            ReceivedPacket packet,
            int payloadType,
            StreamHeader stream,
            OutgoingNumbers numbers,
            @Nullable AddedRedundancy redundancy,
            long nowNs) {
        int payloadBytes = numbers.isEmpty() ? 0 : packet.payloadBytes();
        int paddingBytes = numbers.isEmpty() ? EMPTY_PADDING_BYTES : packet.addedPaddingBytes();
        int room = SendBatch.SLOT_BYTES - payloadBytes - paddingBytes - MAX_TAG_BYTES;
        int headerBytes =
                room < RtpView.FIXED_HEADER_BYTES ? 0 : header.write(slotAddress, room, packet, stream, numbers, nowNs);
        if (headerBytes < RtpView.FIXED_HEADER_BYTES) {
            return null;
        }
        if (payloadType != packet.payloadType()) {
            HeaderRewriter.changePayloadType(slotAddress, payloadType);
        }
        long payloadAddress = packet.payloadAddress();
        int descriptorBytes = 0;
        outgoing.isProtected = false;
        if (redundancy != null && ring != null && !numbers.isEmpty()) {
            descriptorBytes =
                    redundancy.write(slotAddress + headerBytes, room - headerBytes, ring, packet, payloadType, numbers);
            if (descriptorBytes > 0) {
                outgoing.isProtected = true;
                HeaderRewriter.changePayloadType(
                        slotAddress, stream.receiver().negotiation().redundancyType());
            }
        }
        int rewrittenBytes = 0;
        if (numbers.isRewritten() && !numbers.isDescribed()) {
            long copyAddress = slotAddress + headerBytes;
            rewrittenBytes =
                    descriptor.write(codec, payloadAddress, packet.dataBytes(), copyAddress, numbers.codecWord());
            descriptorBytes = rewrittenBytes;
            outgoing.descriptor = Memory.nativeLong(copyAddress); // before it is encrypted there
        }
        if (paddingBytes > 0) {
            long paddingAddress = slotAddress + headerBytes + descriptorBytes + payloadBytes - rewrittenBytes;
            Padding.write(slotAddress, paddingAddress, paddingBytes);
        }
        outgoing.index = numbers.index();
        outgoing.headerAddress = slotAddress;
        outgoing.headerBytes = headerBytes;
        outgoing.descriptorBytes = descriptorBytes;
        outgoing.restAddress = payloadAddress + rewrittenBytes;
        outgoing.restOffset = packet.payloadOffset() + rewrittenBytes;
        outgoing.restBytes = payloadBytes - rewrittenBytes;
        outgoing.paddingBytes = paddingBytes;
        return outgoing;
    }
}
