package org.starbridge.jvb.forward;

import org.starbridge.jvb.ring.RingRecord;
import org.starbridge.jvb.source.Negotiation;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.AbsoluteSendTime;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.HeaderExtensions;
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
    private final int[] ids = new int[MAX_ELEMENTS];
    private final long[] addresses = new long[MAX_ELEMENTS];
    private final int[] lengths = new int[MAX_ELEMENTS];
    private int count;
    private boolean padded;

    /** Looks at the packet of a {@link RingRecord#MEDIA} record, which its owner has parsed before. */
    public boolean prepare(long record) {
        count = 0;
        long body = RingRecord.body(record);
        if (packet.wrap(body, RingRecord.bodyBytes(record)) != null) {
            return false; // only if the record was overwritten meanwhile
        }
        padded = (Memory.u8(body) & PADDING_BIT) != 0;
        elements.wrap(packet);
        while (count < MAX_ELEMENTS && elements.next()) {
            ids[count] = elements.id();
            addresses[count] = elements.elementAddress();
            lengths[count] = elements.elementLengthBytes();
            count++;
        }
        return true;
    }

    /** The prepared packet's payload, padding included. */
    long payloadAddress() {
        return packet.address() + packet.headerLengthBytes();
    }

    /** Where it begins in the record's body. */
    int payloadOffset() {
        return packet.headerLengthBytes();
    }

    /** Its length without padding. */
    int dataBytes() {
        return packet.payloadLengthBytes();
    }

    /** Its timestamp, as it came. */
    int timestamp() {
        return packet.timestamp();
    }

    /** Its length, padding included. */
    int payloadBytes() {
        return packet.lengthBytes() - packet.headerLengthBytes();
    }

    /**
     * Writes the prepared packet's header for one receiver.
     *
     * @param capacityBytes room at {@code slot}
     * @return the header's length
     */
    int write(
            long slot,
            int capacityBytes,
            int ssrc,
            long index,
            int timestamp,
            ExtensionMap extensions,
            Receiver receiver,
            long nowNs) {
        writer.fixed(slot, capacityBytes, packet.marker(), packet.payloadType(), index, timestamp, ssrc);
        writer.csrcs(packet.address() + RtpView.FIXED_HEADER_BYTES, packet.csrcCount());
        writer.begin(form(extensions, receiver.negotiation()));
        for (int i = 0; i < count; i++) {
            int id = extensions.to(ids[i]);
            if (id != 0) {
                writer.append(id, addresses[i], lengths[i]);
            }
        }
        int transportSequenceId = receiver.negotiation().transportSequenceId();
        if (transportSequenceId != 0) {
            writer.appendU16(transportSequenceId, receiver.transportSequence());
        }
        int absoluteSendTimeId = receiver.negotiation().absoluteSendTimeId();
        if (absoluteSendTimeId != 0) {
            writer.appendU24(absoluteSendTimeId, AbsoluteSendTime.value(nowNs));
        }
        int lengthBytes = writer.end();
        if (padded) {
            Memory.put8(slot, Memory.u8(slot) | PADDING_BIT);
        }
        return lengthBytes;
    }

    /** The shorter form unless an element or an id needs the other one and the receiver takes it. */
    private ExtensionForm form(ExtensionMap extensions, Negotiation receiver) {
        if (!receiver.acceptsTwoByteExtensions()) {
            return ExtensionForm.ONE_BYTE;
        }
        int highestId = Math.max(receiver.transportSequenceId(), receiver.absoluteSendTimeId());
        boolean needed = false;
        for (int i = 0; i < count; i++) {
            int id = extensions.to(ids[i]);
            highestId = Math.max(highestId, id);
            needed |= id != 0 && (lengths[i] == 0 || lengths[i] > 16);
        }
        return needed || highestId > 14 ? ExtensionForm.TWO_BYTE : ExtensionForm.ONE_BYTE;
    }
}
