package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.GotStream;
import org.starbridge.media.worker.SimulatedClient.SentStream;

/** A receiver waits for a key frame, whose first packet is lost and comes when it is asked for again. */
class LateKeyFrameTest {
    private static final long MS = 1_000_000;
    private static final int SLOT = 7000;
    private static final byte[] KEY_START = {0x10, 0x00, 0x00, 0x00, (byte) 0x9D, 0x01, 0x2A, 0x10, 0x00, 0x10, 0x00};
    private static final byte[] CONTINUED = {0x00, 1, 2, 3};
    private static final byte[] DELTA = {0x10, 0x01, 0, 0};

    private static SentStream camera(SimulatedBridge bridge, int ssrc) {
        SentStream stream = bridge.join("c" + ssrc, video(ssrc)).addStream(ssrc, VP8, 65_500);
        return stream;
    }

    private static void delta(SimulatedBridge bridge, SentStream stream) {
        client(bridge, stream).send(stream, DELTA, true, stream.nextTimestamp + 3000);
    }

    /** The rest of the frame whose first packet was sent last, in so many packets. */
    private static void rest(SimulatedBridge bridge, SentStream stream, int packets) {
        for (int i = 0; i < packets; i++) {
            client(bridge, stream).send(stream, CONTINUED, i == packets - 1, stream.nextTimestamp);
        }
    }

    private static SimulatedClient client(SimulatedBridge bridge, SentStream stream) {
        return Objects.requireNonNull(bridge.clients.get("c" + stream.ssrc));
    }

    private static void frames(SimulatedBridge bridge, SentStream stream, int count) {
        for (int i = 0; i < count; i++) {
            delta(bridge, stream);
            bridge.run(10 * MS);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "1, 100"})
    void whatWentByFollowsItsBeginning(int workers, int continued) {
        try (SimulatedBridge bridge = new SimulatedBridge(5, workers)) {
            bridge.recovery = Recovery.NACK;
            SentStream camera = camera(bridge, 2000);
            SimulatedClient viewer = bridge.join("viewer");
            bridge.slots.put("viewer", Map.of(2000, new SourceSlot(SLOT, SLOT + 1, null)));
            bridge.publish();
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100 * MS);
            client(bridge, camera).recovery.start(bridge.clock.nowNs());
            frames(bridge, camera, 10);
            assertThat(viewer.got).doesNotContainKey(SLOT);

            client(bridge, camera).send(camera, KEY_START, false, camera.nextTimestamp + 3000, _ -> {}); // lost
            rest(bridge, camera, continued);
            frames(bridge, camera, 8);
            bridge.run(50 * MS);
            GotStream got = Objects.requireNonNull(viewer.got.get(SLOT));
            assertThat(got.order).hasSize(1 + continued + 8).isSorted();
            assertThat(got.highest - got.timestampByExtSeq.firstKey()).isEqualTo(continued + 8);
            assertThat(viewer.failures).isZero();
        }
    }

    /** 1010 packets wait for one: they go out in turns, between which the worker looks at its socket. */
    @Test
    void whatWentByCountsAgainstTheBudgetBetweenTwoLooksAtTheSocket() {
        int viewers = 10;
        int continued = 100;
        try (SimulatedBridge bridge = new SimulatedBridge(5, 1)) {
            bridge.recovery = Recovery.NACK;
            SentStream camera = camera(bridge, 2000);
            for (int i = 0; i < viewers; i++) {
                bridge.join("viewer" + i);
                bridge.slots.put("viewer" + i, Map.of(2000, new SourceSlot(SLOT, SLOT + 1, null)));
            }
            bridge.publish();
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100 * MS);
            client(bridge, camera).recovery.start(bridge.clock.nowNs());
            frames(bridge, camera, 10);
            AtomicLong most = new AtomicLong();
            bridge.turns = (worker, nowNs) -> {
                long before = bridge.network.sent();
                worker.doWork(nowNs);
                most.accumulateAndGet(bridge.network.sent() - before, Math::max);
            };
            client(bridge, camera).send(camera, KEY_START, false, camera.nextTimestamp + 3000, _ -> {}); // lost
            rest(bridge, camera, continued);
            bridge.run(50 * MS);
            for (int i = 0; i < viewers; i++) {
                SimulatedClient viewer = Objects.requireNonNull(bridge.clients.get("viewer" + i));
                assertThat(Objects.requireNonNull(viewer.got.get(SLOT)).order).hasSize(1 + continued);
            }
            assertThat(most.get())
                    .as("the budget is looked at after each receiver; feedback leaves in between")
                    .isGreaterThan(continued)
                    .isLessThan(MediaWorker.FAN_OUT_BUDGET + 2 * continued);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aKeyFrameIsNotBegunWithIfTooMuchWentByMeanwhile(int workers) {
        try (SimulatedBridge bridge = new SimulatedBridge(5, workers)) {
            bridge.recovery = Recovery.NACK;
            SentStream camera = camera(bridge, 2000);
            SimulatedClient viewer = bridge.join("viewer");
            bridge.slots.put("viewer", Map.of(2000, new SourceSlot(SLOT, SLOT + 1, null)));
            bridge.publish();
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100 * MS);
            client(bridge, camera).recovery.start(bridge.clock.nowNs());
            frames(bridge, camera, 10);
            client(bridge, camera).send(camera, KEY_START, false, camera.nextTimestamp + 3000, _ -> {}); // lost
            rest(bridge, camera, 140);
            bridge.run(100 * MS);
            assertThat(viewer.got).doesNotContainKey(SLOT);
        }
    }
}
