package org.starbridge.media.demux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class DatagramKindTest {
    private static DatagramKind kind(int first, int second, int lengthBytes) {
        try (Slab slab = Slab.allocate(Math.max(1, lengthBytes))) {
            if (lengthBytes > 0) {
                Memory.put8(slab.address(), first);
            }
            if (lengthBytes > 1) {
                Memory.put8(slab.address() + 1, second);
            }
            return DatagramKind.of(slab.address(), lengthBytes);
        }
    }

    /** RFC 7983 section 7, figure 3; the ranges of ZRTP, TURN and what has no range are not for the bridge. */
    private static DatagramKind byRfc7983(int first) {
        if (first <= 3) {
            return DatagramKind.STUN;
        }
        if (first >= 20 && first <= 63) {
            return DatagramKind.DTLS;
        }
        return first >= 128 && first <= 191 ? DatagramKind.RTP : DatagramKind.UNKNOWN;
    }

    @Test
    void everyFirstByteIsAsRfc7983Says() {
        for (int first = 0; first <= 255; first++) {
            assertThat(kind(first, 96, 100)).as("first byte %d", first).isEqualTo(byRfc7983(first));
        }
    }

    @Test
    void rtpAndRtcpAreToldApartByTheSecondByte() {
        for (int first : new int[] {128, 129, 160, 191}) {
            for (int second = 0; second <= 255; second++) {
                assertThat(kind(first, second, 100))
                        .as("first byte %d, second byte %d", first, second)
                        .isEqualTo(second >= 192 && second <= 223 ? DatagramKind.RTCP : DatagramKind.RTP);
            }
        }
    }

    @Test
    void theSecondByteSaysNothingElsewhere() {
        assertThat(kind(0, 200, 100)).isEqualTo(DatagramKind.STUN);
        assertThat(kind(22, 200, 100)).isEqualTo(DatagramKind.DTLS);
        assertThat(kind(192, 200, 100)).isEqualTo(DatagramKind.UNKNOWN);
    }

    @Test
    void whatIsTooShortIsUnknown() {
        for (int lengthBytes = 0; lengthBytes < 8; lengthBytes++) {
            for (int first = 0; first <= 255; first++) {
                assertThat(kind(first, 200, lengthBytes))
                        .as("first byte %d of %d", first, lengthBytes)
                        .isEqualTo(DatagramKind.UNKNOWN);
            }
        }
        assertThat(kind(128, 200, 8)).isEqualTo(DatagramKind.RTCP);
        assertThat(kind(128, 96, 11)).isEqualTo(DatagramKind.UNKNOWN);
        assertThat(kind(128, 96, 12)).isEqualTo(DatagramKind.RTP);
    }
}
