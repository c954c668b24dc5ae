package org.starbridge.transport.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.srtp.SrtpStatus;

/** Protects an RTP packet and unprotects it at the other end; a replay is refused. */
class SrtpExampleTest {
    private static final int SSRC = 0xCAFE;

    @Test
    void protectsAndUnprotectsAPacket() {
        SrtpProfile profile = SrtpProfile.AEAD_AES_128_GCM;
        // Real keys come from the DTLS handshake.
        SrtpKeys keys = new SrtpKeys(profile, new byte[16], new byte[12], new byte[16], new byte[12]);
        try (SrtpSender sender = new SrtpSender(SrtpCrypto.jce(), keys, 8);
                SrtpReceiver receiver = new SrtpReceiver(SrtpCrypto.jce(), keys.swapped(), 8);
                Slab slot = Slab.allocate(1500);
                Slab payload = Slab.allocate(4);
                Slab plain = Slab.allocate(1500)) {
            new RtpHeaderWriter().fixed(slot.address(), 1500, true, 111, 7, 48_000, SSRC);
            Memory.put32(payload.address(), 0x01020304);

            // The header lies in the slot; the payload is shared by all receivers and only read.
            int sealed = sender.protectRtp(
                    Objects.requireNonNull(sender.stream(SSRC)), 7, slot.address(), 12, 0, payload.address(), 4);
            assertThat(sealed).isEqualTo(12 + 4 + profile.rtpTagLengthBytes());

            var stream = Objects.requireNonNull(receiver.stream(SSRC));
            int opened = receiver.unprotectRtp(stream, slot.address(), sealed, 12, plain.address());
            assertThat(opened).isEqualTo(12 + 4);
            assertThat(Memory.i32(plain.address() + 12)).isEqualTo(0x01020304);

            int again = receiver.unprotectRtp(stream, slot.address(), sealed, 12, plain.address());
            assertThat(SrtpStatus.of(again)).isEqualTo(SrtpStatus.REPLAYED);
        }
    }
}
