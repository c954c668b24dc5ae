package org.starbridge.transport.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class NativeHeapTest {
    private static final long BYTES = 8L << 20;
    /** More than the C library takes from its heap, at whatever threshold: the pages are new. */
    private static final long MAPPED_BYTES = 40L << 20;

    private static final int BLOCK_BYTES = 64 << 10;
    private static final int VALUE = 0x1234_5678;

    @Test
    @EnabledOnOs(OS.LINUX)
    void bringsMemoryInAndDoesNotChangeIt() throws IOException {
        try (Slab slab = Slab.allocate(MAPPED_BYTES)) {
            long middle = slab.address() + MAPPED_BYTES / 2;
            Memory.put32(middle, VALUE);
            long before = residentBytes();
            assumeTrue(NativeHeap.makeResident(slab.address(), MAPPED_BYTES), "this kernel does not populate");
            assertThat(residentBytes() - before).isGreaterThan(MAPPED_BYTES * 3 / 4);
            assertThat(Memory.i32(middle)).isEqualTo(VALUE);
        }
    }

    @Test
    void whatIsNoMemoryIsRefused() {
        assertThat(NativeHeap.makeResident(4096, 4096)).isFalse();
    }

    /** Every second block is freed: what lies between blocks in use stays with the C library until it is given back. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void givesFreedMemoryBackAndKeepsWhatIsInUse() throws IOException {
        List<Slab> freed = new ArrayList<>();
        List<Slab> used = new ArrayList<>();
        for (long size = 0; size < BYTES; size += BLOCK_BYTES) {
            freed.add(touched());
            used.add(touched());
        }
        freed.forEach(Slab::close);
        long before = residentBytes();
        boolean isPossible = NativeHeap.giveBack();
        long givenBack = before - residentBytes();
        List<Integer> kept =
                used.stream().map(slab -> Memory.i32(slab.address())).distinct().toList();
        used.forEach(Slab::close);
        assumeTrue(isPossible, "this C library does not give memory back");
        assertThat(givenBack).isGreaterThan(BYTES / 2);
        assertThat(kept).containsExactly(VALUE);
    }

    private static Slab touched() {
        Slab slab = Slab.allocate(BLOCK_BYTES);
        for (int offset = 0; offset < BLOCK_BYTES; offset += 4096) {
            Memory.put32(slab.address() + offset, VALUE);
        }
        return slab;
    }

    private static long residentBytes() throws IOException {
        String pages = Files.readString(Path.of("/proc/self/statm")).split(" ", -1)[1];
        return Long.parseLong(pages) * 4096;
    }
}
