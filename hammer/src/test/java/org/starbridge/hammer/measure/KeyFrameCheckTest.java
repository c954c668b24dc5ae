package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class KeyFrameCheckTest {
    private static final byte[] SPS = {0x67, 0x42};
    private static final byte[] PPS = {0x68, 1};
    private static final byte[] SLICE = {0x65, 1};
    private static final byte[] FRAGMENT = {0x7C, 0x05};
    private static final byte[][] KEY_FRAME = {SPS, PPS, {0x7C, (byte) 0x85}, FRAGMENT, SLICE};

    private final Slab slab = Slab.allocate(64);
    private final KeyFrameCheck check = new KeyFrameCheck();

    @AfterEach
    void close() {
        slab.close();
    }

    private void packet(long extSeq, int timestamp, byte[] payload, boolean marker) {
        Memory.copyIn(payload, 0, slab.address(), payload.length);
        check.onPacket(extSeq, timestamp, slab.address(), payload.length, marker);
    }

    private void packetOfKeyFrame(int first, int timestamp, int n) {
        packet(first + n, timestamp, KEY_FRAME[n], n == KEY_FRAME.length - 1);
    }

    private void keyFrame(int first, int timestamp, int without) {
        for (int n = 0; n < KEY_FRAME.length; n++) {
            if (n != without) {
                packetOfKeyFrame(first, timestamp, n);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void aKeyFrameIsCompleteWhenItsLastPacketHasCome(int late) {
        keyFrame(100, 9000, late);
        assertThat(check.complete()).isZero();
        packet(105, 12_000, new byte[] {0x61, 1}, true);
        packetOfKeyFrame(100, 9000, late);
        assertThat(check.complete()).isEqualTo(1);
        keyFrame(200, 99_000, -1);
        assertThat(check.complete()).isEqualTo(2);
    }

    @Test
    void parameterSetsBehindASliceAreNoKeyFrame() {
        packet(1, 9000, SLICE, false);
        packet(2, 9000, SPS, false);
        packet(3, 9000, PPS, true);
        packet(11, 18_000, PPS, false);
        packet(12, 18_000, SPS, false);
        packet(13, 18_000, SLICE, true);
        assertThat(check.complete()).isZero();
    }

    @Test
    void otherPacketsAndShortOnesCountForNothing() {
        packet(1, 9000, new byte[] {0x61, 1}, true);
        packet(2, 9000, new byte[] {0x7C}, true);
        packet(3, 9000, new byte[0], true);
        assertThat(check.complete()).isZero();
    }

    @Test
    void oneThatStaysIncompleteGivesWayToLaterOnes() {
        for (int i = 0; i < 20; i++) {
            keyFrame(100 * i, 9000 * i, 1);
        }
        packetOfKeyFrame(0, 0, 1);
        assertThat(check.complete()).as("too late").isZero();
        packetOfKeyFrame(1900, 9000 * 19, 1);
        assertThat(check.complete()).isEqualTo(1);
    }
}
