package org.starbridge.hammer.client.media;

import java.util.HashMap;
import java.util.Map;
import org.starbridge.hammer.client.transport.Outbox;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * Media that a {@link ScriptedEndpoint} can send: packets of any content, protected as its session wants it, and any
 * other bytes from its authenticated address. Owned by the endpoint's thread.
 */
public final class ScriptedMedia implements AutoCloseable {
    private static final int MAX_STREAMS = 64;
    private static final int SRTCP_HEADER_BYTES = 8;

    private final SrtpSender sender;
    private final Outbox outbox;
    private final Map<Integer, Long> nextIndices = new HashMap<>();

    public ScriptedMedia(SrtpCrypto crypto, SrtpKeys keys, Outbox outbox) {
        sender = new SrtpSender(crypto, keys, MAX_STREAMS);
        this.outbox = outbox;
    }

    /**
     * Protects and sends an RTP packet whose fixed header, CSRCs and extension are where they should be; everything
     * else in it may be wrong. The sequence number is put in here: each SSRC's packets are numbered without gaps.
     */
    public void rtp(byte[] plain) {
        long slot = outbox.slot();
        if (slot == 0) {
            return;
        }
        Memory.copyIn(plain, 0, slot, plain.length);
        int headerBytes = RtpView.headerLengthBytes(slot, plain.length);
        int ssrc = RtpView.ssrc(slot);
        SendStream stream = sender.stream(ssrc);
        if (headerBytes < 0 || stream == null) {
            throw new IllegalArgumentException(
                    "a packet of " + plain.length + " bytes: expected an RTP header, and fewer than 64 SSRCs so far");
        }
        long index = nextIndices.merge(ssrc, 1L, Long::sum);
        Memory.put16(slot + 2, (int) index & 0xFFFF);
        int length = sender.protectRtp(stream, index, slot, headerBytes, plain.length - headerBytes, 0, 0);
        if (length > 0) {
            outbox.commit(length);
        }
    }

    /** Protects and sends what may be an RTCP packet, of 8 bytes or more. */
    public void rtcp(byte[] plain) {
        long slot = outbox.slot();
        if (slot == 0 || plain.length < SRTCP_HEADER_BYTES) {
            return;
        }
        Memory.copyIn(plain, 0, slot, plain.length);
        int length = sender.protectRtcp(slot, plain.length);
        if (length > 0) {
            outbox.commit(length);
        }
    }

    /** Sends a datagram as it is, from the endpoint's authenticated address. */
    public void raw(byte[] datagram) {
        outbox.send(datagram);
    }

    @Override
    public void close() {
        sender.close();
    }
}
