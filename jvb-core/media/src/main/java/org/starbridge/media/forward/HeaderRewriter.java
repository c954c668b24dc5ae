package org.starbridge.media.forward;

import org.starbridge.media.mapping.ExtensionMap;
import org.starbridge.media.projection.DependencyRewriter;
import org.starbridge.media.projection.OutgoingNumbers;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.AbsoluteSendTime;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.RtpHeaderWriter;

/** Writes the header under which a packet goes to each of its receivers. Owned by one worker. */
public final class HeaderRewriter {
    private static final int PADDING_BIT = 0x20;

    private final RtpHeaderWriter writer = new RtpHeaderWriter();
    private final DependencyRewriter descriptor = new DependencyRewriter();

    /** Another packet comes. */
    void clear() {
        descriptor.clear();
    }

    /**
     * Writes a packet's header for one receiver.
     *
     * @param slotAddress where to
     * @param capacityBytes room there
     * @param packet the same one since the last {@link #clear}
     * @param stream what all headers of the stream have in common
     * @param numbers under which numbers the packet goes
     * @return the header's length
     */
    int write(
            long slotAddress,
            int capacityBytes,
            ReceivedPacket packet,
            StreamHeader stream,
            OutgoingNumbers numbers,
            long nowNs) {
        Receiver receiver = stream.receiver();
        Negotiation negotiation = receiver.negotiation();
        ExtensionMap extensions = numbers.keepsFrameNumbers()
                ? stream.extensions()
                : stream.extensions().withoutFrameNumbers();
        int described = numbers.isDescribed() ? stream.extensions().descriptorId() : 0;
        int descriptorId = stream.extensions().to(described);
        int descriptorBytes = descriptorId == 0 ? 0 : prepareDescriptor(packet, described, numbers);
        writer.fixed(
                slotAddress,
                capacityBytes,
                numbers.marker(),
                packet.payloadType(),
                numbers.index(),
                numbers.timestamp(),
                stream.ssrc());
        writer.csrcs(packet.csrcsAddress(), packet.csrcCount());
        int midId = stream.mid().length == 0 ? 0 : negotiation.midId();
        int transportSequenceId = stream.transportSequenceId();
        int highestOwnId = Math.max(Math.max(midId, descriptorId), transportSequenceId);
        writer.begin(form(packet, extensions, highestOwnId, descriptorBytes, negotiation));
        for (int i = 0; i < packet.elementCount(); i++) {
            int id = extensions.to(packet.elementId(i));
            if (id != 0) {
                writer.append(id, packet.elementAddress(i), packet.elementLengthBytes(i));
            }
        }
        if (descriptorBytes > 0) {
            long elementAddress = writer.reserve(descriptorId, descriptorBytes);
            if (elementAddress != 0) {
                descriptor.write(elementAddress, numbers);
            }
        }
        if (midId != 0) {
            appendMid(midId, stream.mid());
        }
        if (transportSequenceId != 0) {
            writer.appendU16(transportSequenceId, receiver.transportSequence());
        }
        int absoluteSendTimeId = negotiation.absoluteSendTimeId();
        if (absoluteSendTimeId != 0) {
            writer.appendU24(absoluteSendTimeId, AbsoluteSendTime.value(nowNs));
        }
        int lengthBytes = writer.end();
        if (packet.isPadded()) {
            Memory.put8(slotAddress, Memory.u8(slotAddress) | PADDING_BIT);
        }
        return lengthBytes;
    }

    /** Returns the length of the packet's dependency descriptor as it goes to a receiver; 0 if it has none. */
    private int prepareDescriptor(ReceivedPacket packet, int sendersId, OutgoingNumbers numbers) {
        int i = packet.findElement(sendersId);
        return i < 0 ? 0 : descriptor.prepare(packet.elementAddress(i), packet.elementLengthBytes(i), numbers);
    }

    /** Changes the payload type of a written header to what it is to its receiver. */
    static void changePayloadType(long headerAddress, int payloadType) {
        Memory.put8(headerAddress + 1, (Memory.u8(headerAddress + 1) & 0x80) | payloadType);
    }

    private void appendMid(int id, byte[] mid) {
        long elementAddress = writer.reserve(id, mid.length);
        for (int i = 0; elementAddress != 0 && i < mid.length; i++) {
            Memory.put8(elementAddress + i, mid[i]);
        }
    }

    /** The shorter form unless an element or an id needs the other one and the receiver takes it. */
    private static ExtensionForm form(
            ReceivedPacket packet,
            ExtensionMap extensions,
            int highestOwnId,
            int descriptorBytes,
            Negotiation receiver) {
        if (!receiver.acceptsTwoByteExtensions()) {
            return ExtensionForm.ONE_BYTE;
        }
        int highestId = Math.max(highestOwnId, receiver.absoluteSendTimeId());
        boolean needed = descriptorBytes > 16;
        for (int i = 0; i < packet.elementCount(); i++) {
            int id = extensions.to(packet.elementId(i));
            int lengthBytes = packet.elementLengthBytes(i);
            highestId = Math.max(highestId, id);
            needed |= id != 0 && (lengthBytes == 0 || lengthBytes > 16);
        }
        return needed || highestId > 14 ? ExtensionForm.TWO_BYTE : ExtensionForm.ONE_BYTE;
    }
}
