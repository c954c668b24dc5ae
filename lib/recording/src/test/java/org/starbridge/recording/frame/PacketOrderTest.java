package org.starbridge.recording.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacketOrderTest {
    private static final long MS = 1_000_000;

    private final List<String> seen = new ArrayList<>();
    private final PacketOrder order = new PacketOrder();

    private void arrive(long atMs, long extSeq) {
        order.onPacket(new PacketOrder.Packet(extSeq, atMs * MS, 96, 0, false, new byte[0]), new PacketOrder.Sink() {
            @Override
            public void onPacket(PacketOrder.Packet packet) {
                seen.add(Long.toString(packet.extSeq()));
            }

            @Override
            public void onGap(long packets) {
                seen.add("gap of " + packets);
            }
        });
    }

    @Test
    void whatComesLateIsPutInOrder() {
        arrive(0, 65535);
        arrive(1, 65537);
        arrive(2, 65538);
        arrive(3, 65536);
        arrive(4, 65536);
        arrive(5, 65530);
        assertThat(seen).containsExactly("65535", "65536", "65537", "65538");
    }

    @Test
    void aGapIsGivenUpWhenItWasWaitedForLongEnough() {
        arrive(0, 1);
        arrive(10, 4);
        arrive(500, 5);
        assertThat(seen).containsExactly("1");
        arrive(520, 9);
        assertThat(seen).containsExactly("1", "gap of 2", "4", "5");
        arrive(1100, 10);
        assertThat(seen).containsExactly("1", "gap of 2", "4", "5", "gap of 3", "9", "10");
    }

    @Test
    void soManyPacketsWaitAtMost() {
        arrive(0, 1);
        for (int i = 0; i < 1025; i++) {
            arrive(1, 3 + 2L * i);
        }
        assertThat(seen).containsExactly("1", "gap of 1", "3");
    }
}
