package org.starbridge.transport.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class NativeHeapTest {
    private static final long BYTES = 8L << 20;
    private static final int VALUE = 0x1234_5678;

    @Test
    @EnabledOnOs(OS.LINUX)
    void bringsMemoryInAndDoesNotChangeIt() throws IOException {
        try (Slab slab = Slab.allocate(BYTES)) {
            long middle = slab.address() + BYTES / 2;
            Memory.put32(middle, VALUE);
            long before = residentBytes();
            assumeTrue(NativeHeap.makeResident(slab.address(), BYTES), "this kernel does not populate");
            assertThat(residentBytes() - before).isGreaterThan(BYTES * 3 / 4);
            assertThat(Memory.i32(middle)).isEqualTo(VALUE);
        }
    }

    @Test
    void whatIsNoMemoryIsRefused() {
        assertThat(NativeHeap.makeResident(4096, 4096)).isFalse();
    }

    @Test
    void givesBackWithoutHarm() {
        NativeHeap.giveBack();
    }

    private static long residentBytes() throws IOException {
        String pages = Files.readString(Path.of("/proc/self/statm")).split(" ", -1)[1];
        return Long.parseLong(pages) * 4096;
    }
}
