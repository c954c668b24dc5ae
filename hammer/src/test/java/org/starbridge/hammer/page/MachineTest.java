package org.starbridge.hammer.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MachineTest {
    /** A number under /proc/sys is there for the first read only: a second one finds the file's end. */
    @Test
    void kernelSettingsAreReadWhole() {
        Map<String, @Nullable String> facts = Machine.read("test").facts();
        assertThat(facts.get("net.core.rmem_max")).matches("\\d{4,}");
        assertThat(facts.get("net.ipv4.udp_mem")).matches("\\d+ \\d+ \\d+");
        assertThat(facts.get("Hammer")).isEqualTo("test");
        assertThat(facts.get("its options")).contains("-");
    }
}
