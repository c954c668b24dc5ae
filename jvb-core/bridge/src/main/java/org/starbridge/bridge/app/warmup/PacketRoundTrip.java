package org.starbridge.bridge.app.warmup;

import java.util.Objects;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.srtp.ReceiveStream;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;

/** Protects and unprotects one RTP packet in memory of its own. Used by one thread. */
final class PacketRoundTrip implements AutoCloseable {
    private static final int SSRC = 1;
    private static final int HEADER_BYTES = 12;
    private static final int PAYLOAD_BYTES = 100;
    private static final int PACKET_BYTES = HEADER_BYTES + PAYLOAD_BYTES + SrtpProfile.MAX_RTP_OVERHEAD_BYTES;

    private final SrtpCrypto crypto;
    private final Slab packet = Slab.allocate(PACKET_BYTES);
    private final Slab plain = Slab.allocate(PACKET_BYTES);

    PacketRoundTrip(SrtpCrypto crypto) {
        this.crypto = crypto;
    }

    /** Returns whether a packet that one peer protects is unprotected by the other. */
    boolean passes(SrtpKeys from, SrtpKeys to) {
        long packetAddress = packet.address();
        try (SrtpSender sender = new SrtpSender(crypto, from, 1);
                SrtpReceiver receiver = new SrtpReceiver(crypto, to, 1)) {
            SendStream sent = Objects.requireNonNull(sender.stream(SSRC));
            ReceiveStream received = Objects.requireNonNull(receiver.stream(SSRC));
            Memory.fill(packetAddress, HEADER_BYTES + PAYLOAD_BYTES, (byte) 0);
            Memory.put32(packetAddress, 0x80_00_00_00);
            Memory.put32(packetAddress + 8, SSRC);
            int lengthBytes = sender.protectRtp(sent, 0, packetAddress, HEADER_BYTES, PAYLOAD_BYTES, 0, 0);
            return lengthBytes > 0
                    && receiver.unprotectRtp(received, packetAddress, lengthBytes, HEADER_BYTES, plain.address())
                            == HEADER_BYTES + PAYLOAD_BYTES;
        }
    }

    @Override
    public void close() {
        packet.close();
        plain.close();
    }
}
