package org.starbridge.hammer.client.media;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.transport.Outbox;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.RetransmissionPayload;
import org.starbridge.rtp.packet.SequenceNumbers;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * Keeps an endpoint's last video packets in the clear and sends them again when the bridge asks: bit for bit, or, where
 * retransmission streams are declared, as RTX (RFC 4588). Owned by the driver.
 */
final class Retransmitter implements AutoCloseable {
    private static final int PACKETS = 512;
    private static final int MAX_BYTES = 1500;
    private static final int SLOT_BYTES = 1536;
    private static final int MAX_SEQUENCE = 0xFFFF;

    private final SrtpSender srtp;
    private final SendStream video;
    private final @Nullable SendStream rtx;
    private final Slab slab = Slab.allocate((long) PACKETS * SLOT_BYTES);
    private final int rtxPt;
    private final long[] numbers = new long[PACKETS];
    private final int[] headerBytes = new int[PACKETS];
    private final int[] payloadBytes = new int[PACKETS];
    private long newest = -1;

    /**
     * For the video stream {@code ssrc}; retransmits as RTX with {@code rtxSsrc} and {@code rtxPt}, or unchanged if
     * {@code rtxSsrc} is 0.
     */
    Retransmitter(SrtpSender srtp, int ssrc, int rtxSsrc, int rtxPt) {
        this.rtxPt = rtxPt;
        this.srtp = srtp;
        video = stream(srtp, ssrc);
        rtx = rtxSsrc == 0 ? null : stream(srtp, rtxSsrc);
        Arrays.fill(numbers, -1);
    }

    private static SendStream stream(SrtpSender srtp, int ssrc) {
        SendStream stream = srtp.stream(ssrc);
        if (stream == null) {
            throw new IllegalStateException("no free SRTP stream");
        }
        return stream;
    }

    /** A packet is about to be protected for the first time. */
    void onSent(long extSeq, long packet, int headerLengthBytes, int payloadLengthBytes) {
        if (headerLengthBytes + payloadLengthBytes > MAX_BYTES) {
            return;
        }
        int i = (int) extSeq & PACKETS - 1;
        Memory.copy(packet, slab.address() + (long) i * SLOT_BYTES, headerLengthBytes + payloadLengthBytes);
        numbers[i] = extSeq;
        headerBytes[i] = headerLengthBytes;
        payloadBytes[i] = payloadLengthBytes;
        newest = extSeq;
    }

    /** The bridge asks for a packet, by the 16 bits on the wire. */
    void retransmit(int sequence, Outbox outbox) {
        long extSeq = SequenceNumbers.extend(newest, sequence & MAX_SEQUENCE);
        int i = (int) extSeq & PACKETS - 1;
        long slot = extSeq < 0 || numbers[i] != extSeq ? 0 : outbox.slot();
        if (slot == 0) {
            return;
        }
        long copy = slab.address() + (long) i * SLOT_BYTES;
        int header = headerBytes[i];
        int payload = payloadBytes[i];
        Memory.copy(copy, slot, header);
        SendStream stream = rtx == null ? video : rtx;
        long index = extSeq;
        if (rtx != null) {
            index = rtx.highestIndex() + 1;
            Memory.copy(copy + header, slot + header + RetransmissionPayload.OSN_BYTES, payload);
            payload = RetransmissionPayload.write(slot, header, payload, rtxPt, rtx.ssrc(), index);
        } else {
            Memory.copy(copy + header, slot + header, payload);
        }
        int length = srtp.protectRtp(stream, index, slot, header, payload, 0, 0);
        if (length > 0) {
            outbox.commit(length);
        }
    }

    @Override
    public void close() {
        slab.close();
    }
}
