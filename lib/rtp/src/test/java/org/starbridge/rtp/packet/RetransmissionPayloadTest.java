package org.starbridge.rtp.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class RetransmissionPayloadTest {
    private final Slab memory = Slab.allocate(4096);
    private final long at = memory.address();
    private final RtpView view = new RtpView();

    @AfterEach
    void free() {
        memory.close();
    }

    @Test
    void aRetransmissionHasTheOriginalNumberInFrontOfThePayload() {
        RtpHeaderWriter writer = new RtpHeaderWriter();
        writer.fixed(at, 100, true, 100, 0xABCD, 0x01020304, 0x11111111);
        int header = writer.end();
        Memory.copyIn(new byte[] {9, 8, 7}, 0, at + header + 2, 3);
        int payload = RetransmissionPayload.write(at, header, 3, 101, 0x22222222, 0x1_0005);
        assertThat(Memory.copyOf(at, header + payload)).isEqualTo(new byte[] {
            (byte) 0x80,
            (byte) (0x80 | 101),
            0,
            5,
            1,
            2,
            3,
            4,
            0x22,
            0x22,
            0x22,
            0x22,
            (byte) 0xAB,
            (byte) 0xCD,
            9,
            8,
            7
        });
    }

    /** RFC 4588 section 4: the original's padding is not repeated. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsWrittenIsRestoredWithoutItsPadding(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            RtpHeaderWriter writer = new RtpHeaderWriter();
            writer.fixed(at, 100, random.nextBoolean(), 100, random.nextInt(1 << 16), random.nextInt(), 77);
            Memory.fill(at + 3000, 100, random.nextInt());
            writer.csrcs(at + 3000, random.nextInt(4));
            if (random.nextBoolean()) {
                writer.begin(ExtensionForm.ONE_BYTE);
                writer.append(3, at + 3000, 1 + random.nextInt(16));
            }
            int header = writer.end();
            byte[] payload = new byte[random.nextInt(100)];
            random.nextBytes(payload);
            int padding = random.nextBoolean() ? 0 : 1 + random.nextInt(40);
            byte[] original = Memory.copyOf(at, header);
            if (padding > 0) {
                Memory.put8(at, Memory.u8(at) | 0x20);
            }
            Memory.copyIn(payload, 0, at + header + 2, payload.length);
            Memory.fill(at + header + 2 + payload.length, padding, 0);
            if (padding > 0) {
                Memory.put8(at + header + 2 + payload.length + padding - 1, padding);
            }
            int number = RtpView.sequenceNumber(at);
            int rtxPayload = RetransmissionPayload.write(at, header, payload.length + padding, 101, 78, round);
            assertThat(rtxPayload).as("seed %d, round %d", seed, round).isEqualTo(2 + payload.length);
            assertThat(view.wrap(at, header + rtxPayload)).isNull();
            assertThat(view.ssrc()).isEqualTo(78);
            assertThat(view.payloadType()).isEqualTo(101);
            assertThat(view.sequenceNumber()).isEqualTo(round);
            assertThat(RetransmissionPayload.originalSequenceNumber(view)).isEqualTo(number);

            int length = RetransmissionPayload.restore(view, 100, 77);
            assertThat(length).isEqualTo(header + payload.length);
            assertThat(Memory.copyOf(at, header))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(original);
            assertThat(Memory.copyOf(at + header, payload.length)).isEqualTo(payload);
        }
    }

    @Test
    void theRetransmissionsOwnPaddingIsTakenOff() {
        RtpHeaderWriter writer = new RtpHeaderWriter();
        writer.fixed(at, 100, false, 101, 5, 1, 78);
        int header = writer.end();
        Memory.put8(at, Memory.u8(at) | 0x20);
        Memory.copyIn(new byte[] {0, 42, 1, 2, 3, 0, 0, 3}, 0, at + header, 8);
        assertThat(view.wrap(at, header + 8)).isNull();
        int length = RetransmissionPayload.restore(view, 100, 77);
        assertThat(length).isEqualTo(header + 3);
        assertThat(view.wrap(at, length)).isNull();
        assertThat(view.sequenceNumber()).isEqualTo(42);
        assertThat(view.paddingLengthBytes()).isZero();
    }
}
