package org.starbridge.rtp.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is remembered of slabs never outlives them, whatever their size and however near they lie. */
class LiveSlabsTest {
    /** Far from anything that the C heap gives out: these slabs are never read. */
    private static final long NOWHERE = 1L << 60;

    private static final int LINE = 64;

    @Test
    void aRangeLiesWithinOneSlab() {
        try (Slab slab = Slab.allocate(10_000)) {
            long a = slab.address();
            assertThatCode(() -> Memory.checkRange(a, 10_000)).doesNotThrowAnyException();
            assertThatCode(() -> Memory.checkRange(a + 10_000, 0)).doesNotThrowAnyException();
            assertThatThrownBy(() -> Memory.checkRange(a, 10_001)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> Memory.checkRange(a - 1, 2)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> Memory.checkRange(a + 100, -1)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> Memory.checkRange(a + 100, Long.MIN_VALUE))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> Memory.checkRange(Long.MAX_VALUE, 8))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> Memory.checkRange(0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void everyAnswerIsThatOfAPlainTable() {
        long seed = new SecureRandom().nextLong();
        Random random = new Random(seed);
        TreeMap<Long, Long> live = new TreeMap<>();
        for (int step = 0; step < 20_000; step++) {
            long address = NOWHERE + LINE * (long) random.nextInt(4_000);
            Map.Entry<Long, Long> below = live.floorEntry(address);
            if (random.nextInt(4) == 0) {
                long size = random.nextBoolean() ? random.nextInt(1, 100) : random.nextInt(4_096, 20_000);
                Long above = live.ceilingKey(address);
                boolean isFree = (below == null || lineAbove(below) <= address)
                        && (above == null || lineAbove(Map.entry(address, size)) <= above);
                if (isFree) {
                    live.put(address, size);
                    LiveSlabs.add(address, size);
                } else if (below != null) {
                    live.remove(below.getKey());
                    LiveSlabs.remove(below.getKey());
                }
            } else {
                long at = address + random.nextInt(LINE);
                long length = random.nextInt(200);
                Map.Entry<Long, Long> slab = live.floorEntry(at);
                boolean isInside = slab != null && at + length <= slab.getKey() + slab.getValue();
                assertThat(isInside(at, length))
                        .as("seed %d step %d", seed, step)
                        .isEqualTo(isInside);
            }
        }
        live.keySet().forEach(LiveSlabs::remove);
        assertThat(isInside(NOWHERE, 0)).isFalse();
    }

    private static long lineAbove(Map.Entry<Long, Long> slab) {
        return (slab.getKey() + slab.getValue() + LINE - 1) & -LINE;
    }

    private static boolean isInside(long address, long lengthBytes) {
        try {
            LiveSlabs.check(address, lengthBytes);
            return true;
        } catch (IndexOutOfBoundsException _) {
            return false;
        }
    }
}
