package org.starbridge.hammer.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KernelDropsTest {
    private static final String SOFTNET = """
            000069ae 00000002 0000000d 00000000 00000000
            0000c1de 0000000b 00000011 00000000 00000000
            """;
    private static final String SNMP = """
            Icmp: InMsgs InErrors
            Icmp: 1 2
            Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors InCsumErrors IgnoredMulti MemErrors
            Udp: 1000 20 30 2000 40 50 60 70 80
            UdpLite: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors InCsumErrors IgnoredMulti MemErrors
            UdpLite: 9 9 9 9 9 9 9 9 9
            """;

    @Test
    void readsWhatTheKernelThrewAway() {
        KernelDrops drops = KernelDrops.parse(SOFTNET, SNMP);
        assertThat(drops).isEqualTo(new KernelDrops(13, 40, 50, 80));
        assertThat(drops.since(new KernelDrops(3, 10, 20, 30))).isEqualTo(new KernelDrops(10, 30, 30, 50));
    }

    @Test
    void knowsNothingOfOtherTexts() {
        assertThat(KernelDrops.parse("", "")).isEqualTo(new KernelDrops(0, 0, 0, 0));
    }
}
