package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.worker.SimulatedClient.SentStream;

/**
 * Two clients send under one SSRC, and signalling gives it to one after the other. The ledger of the simulation fails
 * the test if a key, SSRC and index protect two different packets for the receiver.
 */
class SharedSsrcTest {
    private static final int SHARED = 1000;
    private static final long TICK_NS = 20_000_000;

    private static void send(SimulatedBridge bridge, SentStream stream, SimulatedClient sender, int packets) {
        for (int i = 0; i < packets; i++) {
            sender.send(stream, new byte[] {0x10, 0, 0, 0}, true);
            bridge.run(TICK_NS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theSecondOwnersPacketsGoOnWhenTheFirstHasLeft(int workers) {
        try (SimulatedBridge bridge = new SimulatedBridge(8, workers)) {
            SimulatedClient first = bridge.join("first", video(SHARED));
            SimulatedClient second = bridge.join("second");
            SimulatedClient receiver = bridge.join("receiver");
            SentStream ofFirst = first.addStream(SHARED, VP8, 100);
            SentStream ofSecond = second.addStream(SHARED, VP8, 100); // the same numbers
            assertThat(bridge.connectAll()).isTrue();
            for (int i = 0; i < 80; i++) {
                send(bridge, ofFirst, first, 1);
                send(bridge, ofSecond, second, 1);
            }
            assertThat(Objects.requireNonNull(receiver.got.get(SHARED)).order).hasSize(80);

            bridge.leave("first");
            bridge.declare("second", video(SHARED));
            bridge.run(TICK_NS);
            send(bridge, ofSecond, second, 80);
            bridge.run(5 * TICK_NS);
            assertThat(Objects.requireNonNull(receiver.got.get(SHARED)).order)
                    .hasSize(160)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void itGoesBackAndForth() {
        try (SimulatedBridge bridge = new SimulatedBridge(9, 2)) {
            SimulatedClient first = bridge.join("first", video(SHARED));
            SimulatedClient second = bridge.join("second");
            SimulatedClient receiver = bridge.join("receiver");
            SentStream ofFirst = first.addStream(SHARED, VP8, 65_500);
            SentStream ofSecond = second.addStream(SHARED, VP8, 30_000);
            assertThat(bridge.connectAll()).isTrue();
            for (int turn = 0; turn < 6; turn++) {
                boolean isFirst = turn % 2 == 0;
                bridge.declare(isFirst ? "second" : "first");
                bridge.declare(isFirst ? "first" : "second", video(SHARED));
                bridge.run(TICK_NS);
                for (int i = 0; i < 20; i++) {
                    send(bridge, ofFirst, first, 1);
                    send(bridge, ofSecond, second, 1);
                }
            }
            bridge.run(5 * TICK_NS);
            assertThat(Objects.requireNonNull(receiver.got.get(SHARED)).order)
                    .hasSize(120)
                    .doesNotHaveDuplicates();
        }
    }
}
