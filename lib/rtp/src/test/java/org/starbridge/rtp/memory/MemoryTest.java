package org.starbridge.rtp.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MemoryTest {
    @Test
    void readsBackWhatWasWrittenInNetworkOrder() {
        try (Slab slab = Slab.allocate(32)) {
            long a = slab.address();
            Memory.put8(a, 0x80);
            Memory.put24(a + 1, 0xABCDEF);
            Memory.put32(a + 4, 0xFFFF_FFFEL);
            Memory.put64(a + 8, 0x0102030405060708L);
            assertThat(Memory.u8(a)).isEqualTo(0x80);
            assertThat(Memory.u24(a + 1)).isEqualTo(0xABCDEF);
            assertThat(Memory.u32(a + 4)).isEqualTo(0xFFFF_FFFEL);
            assertThat(Memory.i64(a + 8)).isEqualTo(0x0102030405060708L);
            assertThat(Memory.u16(a + 8)).isEqualTo(0x0102);
            assertThat(Memory.copyOf(a, 5)).containsExactly(0x80, 0xAB, 0xCD, 0xEF, 0xFF);
        }
    }

    @Test
    void refusesAccessOutsideALiveSlab() {
        Slab slab = Slab.allocate(16);
        long a = slab.address();
        assertThatThrownBy(() -> Memory.u16(a + 15)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Memory.copy(a, a + 8, 9)).isInstanceOf(IndexOutOfBoundsException.class);
        slab.close();
        slab.close();
        assertThatThrownBy(() -> Memory.u8(a)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
