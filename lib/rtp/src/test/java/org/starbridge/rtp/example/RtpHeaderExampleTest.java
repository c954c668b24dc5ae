package org.starbridge.rtp.example;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.AudioLevel;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;

/** Writes an RTP header with an audio level into native memory, and reads it again without a copy. */
class RtpHeaderExampleTest {
    private static final int AUDIO_LEVEL_ID = 1; // as negotiated by a=extmap

    @Test
    void writesAndReadsAHeaderWithAnExtension() {
        try (Slab slab = Slab.allocate(1500)) {
            RtpHeaderWriter writer = new RtpHeaderWriter();
            writer.fixed(slab.address(), 1500, true, 111, 65_535, 48_000, 0xCAFE);
            writer.begin(ExtensionForm.ONE_BYTE);
            writer.appendU8(AUDIO_LEVEL_ID, AudioLevel.value(true, 30));
            int lengthBytes = writer.end();

            RtpView packet = new RtpView(); // one view serves any number of packets
            assertThat(packet.wrap(slab.address(), lengthBytes)).as("fault").isNull();
            assertThat(packet.payloadType()).isEqualTo(111);
            assertThat(packet.sequenceNumber()).isEqualTo(65_535);
            assertThat(packet.ssrc()).isEqualTo(0xCAFE);

            long element = new HeaderExtensions().find(packet, AUDIO_LEVEL_ID); // 0 when it is absent
            assertThat(AudioLevel.level(element)).isEqualTo(30);
        }
    }
}
