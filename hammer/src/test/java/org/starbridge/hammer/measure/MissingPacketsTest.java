package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MissingPacketsTest {
    private static final long MS = 1_000_000;

    private final MissingPackets missing = new MissingPackets();

    private Set<Long> ask(long nowMs) {
        Set<Long> asked = new TreeSet<>();
        for (long number = missing.poll(nowMs * MS); number >= 0; number = missing.poll(nowMs * MS)) {
            assertThat(asked.add(number)).isTrue();
        }
        return asked;
    }

    @Test
    void aGapIsAskedForUntilItIsFilledOrTenTimes() {
        missing.onPacket(0xFFFE, 0);
        missing.onPacket(0x1_0001, 0);
        assertThat(missing.nextDeadlineNs()).isEqualTo(10 * MS);
        assertThat(ask(9)).isEmpty();
        assertThat(ask(10)).containsExactly(0xFFFFL, 0x1_0000L);
        assertThat(missing.onPacket(0xFFFF, 20 * MS)).isTrue();
        for (int i = 1; i < 10; i++) {
            assertThat(ask(10 + 50 * i)).containsExactly(0x1_0000L);
        }
        assertThat(ask(600)).isEmpty();
        assertThat(missing.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatIsReorderedHasNotBeenAskedForAndAJumpIsNoLoss() {
        missing.onPacket(5, 0);
        missing.onPacket(7, 0);
        assertThat(missing.onPacket(6, 0)).isFalse();
        missing.onPacket(8 + MissingPackets.CAPACITY, 0);
        assertThat(missing.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }
}
