package org.starbridge.rtp.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class KeyPictureStartTest {
    private static final String SETS = "18 0004 6742c01f 0004 68ce3c80";
    private static final String SPS = "67 42c01f";
    private static final String PPS = "68 ce3c80";
    private static final String IDR = "7c85 888203";
    private static final String IDR_REST = "7c45 ff0840";
    private static final String IDR_SECOND_SLICE = "65 004b22";
    private static final String DELTA = "41 9a2688";

    private final KeyPictureStart start = new KeyPictureStart();
    private final H264Payload payload = new H264Payload();

    private boolean onPacket(long sequenceNumber, int rtpTimestamp, String hex) {
        try (Slab slab = TestBytes.hex(hex)) {
            assertThat(payload.wrap(slab.address(), hex.replace(" ", "").length() / 2))
                    .isNull();
            return start.onPacket(sequenceNumber, rtpTimestamp, payload);
        }
    }

    @Test
    void isThePacketWithTheParameterSets() {
        assertThat(onPacket(1819, 10, DELTA)).isFalse();
        assertThat(onPacket(1820, 20, SETS)).isTrue();
        assertThat(start.hasParameterSets()).isTrue();
        assertThat(start.hasFirstSlice()).isFalse();
        assertThat(onPacket(1821, 20, IDR)).isFalse();
        assertThat(start.hasFirstSlice()).isTrue();
        assertThat(onPacket(1822, 20, IDR_REST)).isFalse();
        assertThat(onPacket(1823, 20, IDR_SECOND_SLICE)).isFalse();
        assertThat(onPacket(1824, 30, DELTA)).isFalse();
    }

    @Test
    void isThePacketWithTheFirstOfSeveralParameterSets() {
        assertThat(onPacket(65535, -1, SPS)).isTrue();
        assertThat(start.hasParameterSets()).isFalse();
        assertThat(onPacket(65536, -1, PPS)).isFalse();
        assertThat(start.hasParameterSets()).isTrue();
        assertThat(onPacket(65537, -1, IDR)).isFalse();
        // the next one, the timestamp went through 0
        assertThat(onPacket(65538, 0, SPS)).isTrue();
        assertThat(start.hasParameterSets()).isFalse();
    }

    @Test
    void isTheFirstSliceIfThereAreNoParameterSets() {
        assertThat(onPacket(1, 10, PPS)).isFalse();
        assertThat(onPacket(2, 20, IDR)).isTrue();
        assertThat(start.hasParameterSets()).isFalse();
        assertThat(start.hasFirstSlice()).isTrue();
        assertThat(onPacket(3, 20, IDR_SECOND_SLICE)).isFalse();
        assertThat(onPacket(4, 30, IDR_SECOND_SLICE)).isFalse();
        assertThat(onPacket(5, 40, IDR)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        // order of arrival of: 1 parameter sets, 2 first slice, 3 its rest; at which of them a start was seen
        "123, 1",
        "132, 1",
        "213, 21",
        "231, 21",
        "312, 1",
        "321, 21",
        "1123, 1",
    })
    void movesToAnEarlierPacketThatComesLate(String order, String starts) {
        String[] packets = {SETS, IDR, IDR_REST};
        StringBuilder seen = new StringBuilder();
        for (int i = 0; i < order.length(); i++) {
            char each = order.charAt(i);
            if (onPacket(100 + each - '0', 77, packets[each - '1'])) {
                seen.append(each);
            }
        }
        assertThat(seen).hasToString(starts);
    }

    @Test
    void isNotAnOlderKeyPicture() {
        assertThat(onPacket(200, 20, SETS)).isTrue();
        assertThat(onPacket(100, 10, SETS)).isFalse();
        assertThat(onPacket(201, 20, IDR)).isFalse();
        assertThat(start.hasFirstSlice()).isTrue();
    }

    @Test
    void isFoundInH265Alike() {
        H265Payload h265 = new H265Payload();
        String[] packets = {"4001 0c", "4201 01", "4401 c1", "6201 93 af", "6201 53 af", "0201 d0"};
        StringBuilder starts = new StringBuilder();
        for (int i = 0; i < packets.length; i++) {
            try (Slab slab = TestBytes.hex(packets[i])) {
                assertThat(h265.wrap(slab.address(), packets[i].replace(" ", "").length() / 2))
                        .isNull();
                starts.append(start.onPacket(i, i == 5 ? 2 : 1, h265) ? 'x' : '.');
            }
        }
        assertThat(starts).hasToString("x.....");
        assertThat(start.hasParameterSets()).isTrue();
        assertThat(start.hasFirstSlice()).isTrue();
    }
}
