package org.starbridge.media.forward;

import org.starbridge.media.projection.DependencyRewriter;
import org.starbridge.media.projection.OutgoingNumbers;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.codec.RedPayload;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.AbsoluteSendTime;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.Padding;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;

/**
 * Writes the header under which one packet goes to each of its receivers: {@link #prepare} looks at the packet once,
 * {@link #write} runs for each receiver. Owned by one worker.
 */
public final class HeaderRewriter {
    private static final int MAX_ELEMENTS = 16;
    private static final int PADDING_BIT = 0x20;

    private final RtpView packet = new RtpView();
    private final HeaderExtensions elements = new HeaderExtensions();
    private final RtpHeaderWriter writer = new RtpHeaderWriter();
    private final DependencyRewriter descriptor = new DependencyRewriter();
    private final int[] ids = new int[MAX_ELEMENTS];
    private final long[] addresses = new long[MAX_ELEMENTS];
    private final int[] lengths = new int[MAX_ELEMENTS];
    private int count;
    private boolean padded;
    private int payloadType;
    private int skippedBytes;
    private int paddingBytes;

    /** Looks at the packet of a {@link RingRecord#MEDIA} record, which its owner has parsed before. */
    public boolean prepare(long recordAddress) {
        count = 0;
        descriptor.clear();
        long bodyAddress = RingRecord.body(recordAddress);
        if (packet.wrap(bodyAddress, RingRecord.bodyBytes(recordAddress)) != null) {
            return false; // only if the record was overwritten meanwhile
        }
        payloadType = packet.payloadType();
        skippedBytes = 0;
        paddingBytes = 0;
        padded = (Memory.u8(bodyAddress) & PADDING_BIT) != 0;
        elements.wrap(packet);
        while (count < MAX_ELEMENTS && elements.next()) {
            ids[count] = elements.id();
            addresses[count] = elements.elementAddress();
            lengths[count] = elements.elementLengthBytes();
            count++;
        }
        return true;
    }

    /** The prepared packet goes on as its own audio alone, without what else its payload holds. */
    void onlyPrimary(RedPayload redundant) {
        skippedBytes = (int) (redundant.primaryAddress() - payloadAddress());
        payloadType = redundant.primaryPayloadType();
    }

    /** Whether the packet came with padding. */
    boolean hasPadding() {
        return padded;
    }

    /**
     * By how many bytes of padding, 0 to {@link Padding#MAX_BYTES}, it is made longer; {@link #prepare} sets it to 0.
     */
    void padding(int bytes) {
        paddingBytes = bytes;
    }

    /** By how many bytes of padding it is made longer than it came. */
    int paddingBytes() {
        return paddingBytes;
    }

    /** Its payload type, as its sender numbers them. */
    int payloadType() {
        return payloadType;
    }

    /** The prepared packet's payload, with the padding that it came with. */
    long payloadAddress() {
        return packet.address() + payloadOffset();
    }

    /** Where it begins in the record's body. */
    int payloadOffset() {
        return packet.headerLengthBytes() + skippedBytes;
    }

    /** Its length without padding. */
    int dataBytes() {
        return packet.payloadLengthBytes() - skippedBytes;
    }

    /** Its timestamp, as it came. */
    int timestamp() {
        return packet.timestamp();
    }

    /** Its marker bit, as it came. */
    boolean marker() {
        return packet.marker();
    }

    /** Its length, with the padding that it came with. */
    int payloadBytes() {
        return packet.lengthBytes() - payloadOffset();
    }

    /**
     * Writes the prepared packet's header for one receiver.
     *
     * @param slotAddress where to
     * @param capacityBytes room there
     * @param stream what all headers of the stream have in common
     * @param numbers under which numbers the packet goes
     * @return the header's length
     */
    int write(long slotAddress, int capacityBytes, StreamHeader stream, OutgoingNumbers numbers, long nowNs) {
        Receiver receiver = stream.receiver();
        Negotiation negotiation = receiver.negotiation();
        ExtensionMap extensions = numbers.keepsFrameNumbers()
                ? stream.extensions()
                : stream.extensions().withoutFrameNumbers();
        int described = numbers.isDescribed() ? stream.extensions().descriptorId() : 0;
        int descriptorId = stream.extensions().to(described);
        int descriptorBytes = descriptorId == 0 ? 0 : prepareDescriptor(described, numbers);
        writer.fixed(
                slotAddress,
                capacityBytes,
                numbers.marker(),
                payloadType,
                numbers.index(),
                numbers.timestamp(),
                stream.ssrc());
        writer.csrcs(packet.address() + RtpView.FIXED_HEADER_BYTES, packet.csrcCount());
        int midId = stream.mid().length == 0 ? 0 : negotiation.midId();
        int transportSequenceId = stream.transportSequenceId();
        int highestOwnId = Math.max(Math.max(midId, descriptorId), transportSequenceId);
        writer.begin(form(extensions, highestOwnId, descriptorBytes, negotiation));
        for (int i = 0; i < count; i++) {
            int id = extensions.to(ids[i]);
            if (id != 0) {
                writer.append(id, addresses[i], lengths[i]);
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
        if (padded) {
            Memory.put8(slotAddress, Memory.u8(slotAddress) | PADDING_BIT);
        }
        return lengthBytes;
    }

    /** How long the packet's dependency descriptor is as it goes to a receiver; 0 if it has none. */
    private int prepareDescriptor(int sendersId, OutgoingNumbers numbers) {
        for (int i = 0; i < count; i++) {
            if (ids[i] == sendersId) {
                return descriptor.prepare(addresses[i], lengths[i], numbers);
            }
        }
        return 0;
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
    private ExtensionForm form(ExtensionMap extensions, int highestOwnId, int descriptorBytes, Negotiation receiver) {
        if (!receiver.acceptsTwoByteExtensions()) {
            return ExtensionForm.ONE_BYTE;
        }
        int highestId = Math.max(highestOwnId, receiver.absoluteSendTimeId());
        boolean needed = descriptorBytes > 16;
        for (int i = 0; i < count; i++) {
            int id = extensions.to(ids[i]);
            highestId = Math.max(highestId, id);
            needed |= id != 0 && (lengths[i] == 0 || lengths[i] > 16);
        }
        return needed || highestId > 14 ? ExtensionForm.TWO_BYTE : ExtensionForm.ONE_BYTE;
    }
}
