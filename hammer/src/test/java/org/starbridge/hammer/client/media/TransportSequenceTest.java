package org.starbridge.hammer.client.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.RtpHeaderWriter;

class TransportSequenceTest {
    private final Slab slab = Slab.allocate(128);
    private final RtpHeaderWriter header = new RtpHeaderWriter();

    @AfterEach
    void free() {
        slab.close();
    }

    @Test
    void readsTheNumberThroughEncryptedPadding() {
        header.fixed(slab.address(), 128, false, 100, 7, 0, 1);
        header.begin(ExtensionForm.ONE_BYTE);
        header.appendU8(1, 0x80);
        header.appendU16(5, 0xABCD);
        int length = header.end();
        Memory.put8(slab.address(), Memory.u8(slab.address()) | 0x20);
        Memory.put8(slab.address() + length, 255);
        assertThat(TransportSequence.read(slab.address(), length + 1, 5)).isEqualTo(0xABCD);
        assertThat(TransportSequence.read(slab.address(), length + 1, 1)).isEqualTo(-1);
        assertThat(TransportSequence.read(slab.address(), length + 1, 6)).isEqualTo(-1);
    }

    @Test
    void survivesAnyBytes() {
        long seed = 11;
        Random random = new Random(seed);
        byte[] bytes = new byte[40];
        for (int i = 0; i < 100_000; i++) {
            random.nextBytes(bytes);
            bytes[0] = (byte) (0x80 | (bytes[0] & 0x1F));
            if (random.nextBoolean()) {
                bytes[12] = (byte) 0xBE;
                bytes[13] = (byte) 0xDE;
                bytes[14] = 0;
                bytes[15] = (byte) random.nextInt(7);
                bytes[0] = (byte) 0x90;
            }
            Slab exact = Slab.allocate(bytes.length);
            Memory.copyIn(bytes, 0, exact.address(), bytes.length);
            assertThat(TransportSequence.read(exact.address(), bytes.length, 5))
                    .as("seed %d", seed)
                    .isBetween(-1, 0xFFFF);
            exact.close();
        }
    }
}
