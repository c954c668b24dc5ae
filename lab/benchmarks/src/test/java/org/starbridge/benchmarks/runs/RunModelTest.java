package org.starbridge.benchmarks.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.benchmarks.runs.Arrivals.Packet;

class RunModelTest {
    private static final int ALL = Integer.MAX_VALUE;

    private static RunModel.Counts run(int receivers, Packet... packets) {
        return new RunModel(new Arrivals(List.of(packets), receivers), 64, 0).run();
    }

    @Test
    void aFrameWithSoundBehindItIsOneMessageToEachReceiver() {
        RunModel.Counts counts = run(
                10,
                new Packet(0, ALL, 1, 900, false),
                new Packet(0, ALL, 1, 901, false),
                new Packet(0, ALL, 2, 120, true));
        assertThat(counts.datagrams).isEqualTo(30);
        assertThat(counts.messages).isEqualTo(10);
        assertThat(counts.endedByNothing).isEqualTo(10);
        assertThat(counts.paddingBytes).isEqualTo(10);
    }

    @Test
    void twoPicturesOfDifferentLengthsAreTwoMessagesAndTheirSendersGetOne() {
        RunModel.Counts counts = run(
                3,
                new Packet(0, 0, 1, 900, false),
                new Packet(0, 0, 1, 900, false),
                new Packet(0, 1, 2, 700, false),
                new Packet(0, 1, 2, 700, false));
        assertThat(counts.datagrams).isEqualTo(8);
        assertThat(counts.messages).isEqualTo(4);
        assertThat(counts.endedByVideo).isEqualTo(1);
        assertThat(counts.endedByNothing).isEqualTo(3);
    }

    @Test
    void theRestOfAFrameThatComesMeanwhileJoinsIt() {
        List<Packet> packets = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            packets.add(new Packet(i * 50_000L, ALL, 1, 1000, false));
        }
        RunModel.Counts counts = run(1000, packets.toArray(Packet[]::new));
        assertThat(counts.datagrams).isEqualTo(6000);
        assertThat(counts.meanLength()).isGreaterThan(5);
    }
}
