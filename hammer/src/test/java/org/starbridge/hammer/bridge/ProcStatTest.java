package org.starbridge.hammer.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcStatTest {
    private static final String REST =
            " S 1 4242 4242 0 -1 4194560 60000 0 10 0 1234 567 0 0 20 0 45 0 123456 5000000000 43000 18446744073709551615";

    @ParameterizedTest
    @ValueSource(strings = {"4242 (java)", "4242 (a b)", "4242 (a) (b)", "4242 (x) S 1 2 3)"})
    void readsUserAndSystemTimeWhateverTheProgramIsCalled(String name) {
        assertThat(ProcStat.cpuTicks(name + REST)).containsExactly(1234, 567);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4242", "4242 (java) S 1 2 3"})
    void refusesOtherTexts(String text) {
        assertThatThrownBy(() -> ProcStat.cpuTicks(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void readsTheProcessors() {
        assertThat(ProcStat.cpus("Threads:\t45\nCpus_allowed:\t3\nCpus_allowed_list:\t0,2-3\nMems_allowed:\t1\n"))
                .isEqualTo("0,2-3");
        assertThat(ProcStat.cpus("Threads:\t45\n")).isEmpty();
    }

    @Test
    void readsMemoryInBytes() {
        String status = "Name:\tjava\nVmPeak:\t 9000000 kB\nVmHWM:\t  204800 kB\nVmRSS:\t  102400 kB\nThreads:\t45\n";
        assertThat(ProcStat.bytes(status, "VmRSS")).isEqualTo(102_400L * 1024);
        assertThat(ProcStat.bytes(status, "VmHWM")).isEqualTo(204_800L * 1024);
        assertThat(ProcStat.bytes(status, "VmSwap")).isZero();
        assertThat(ProcStat.bytes(status, "Threads")).isZero();
    }
}
