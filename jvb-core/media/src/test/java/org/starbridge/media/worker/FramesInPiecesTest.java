package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.testkit.SimulatedNetwork.Conditions;
import org.starbridge.transport.udp.IoTotals;

/**
 * A lecture whose frames come in pieces, as they do over a network: one packet is there each time that the worker looks
 * at its socket, and before the one before it is with all receivers. Counts messages to the kernel, each a GSO batch.
 */
class FramesInPiecesTest {
    private static final int RECEIVERS = 120;
    private static final int FRAMES = 10;
    private static final int PACKETS_OF_A_FRAME = 6;
    private static final int CAMERA = 2000;

    private final List<CountedPort> ports = new ArrayList<>();
    private final SimulatedBridge bridge = new SimulatedBridge(52, 1, crypto -> crypto, port -> {
        CountedPort counted = new CountedPort(port);
        ports.add(counted);
        return counted;
    });
    private final ArrayDeque<Runnable> pieces = new ArrayDeque<>();

    private void turn(MediaWorker worker, long nowNs) {
        Runnable piece = pieces.poll();
        if (piece != null) {
            piece.run();
            bridge.network.deliver();
        }
        worker.doWork(nowNs);
    }

    private static byte[] payload(int packet, boolean isKeyFrame) {
        byte[] payload = new byte[1000];
        payload[0] = (byte) (packet == 0 ? 0x10 : 0);
        payload[1] = (byte) (isKeyFrame ? 0 : 1);
        return payload;
    }

    @Test
    void theRestOfAFrameLeavesTogetherWithItsBeginning() {
        try (bridge) {
            bridge.turns = this::turn;
            SimulatedClient sender = bridge.add("sender", SimulatedBridge.video(CAMERA));
            for (int i = 0; i < RECEIVERS; i++) {
                bridge.add("r" + i);
            }
            bridge.publish();
            assertThat(bridge.connectAll()).isTrue();
            bridge.network.conditions(new Conditions(0, 0, 0, 0));
            SentStream camera = sender.addStream(CAMERA, SimulatedBridge.VP8, 60_000);
            bridge.run(100_000_000);
            IoTotals before = ports.getFirst().counts().copy();
            for (int frame = 0; frame < FRAMES; frame++) {
                for (int packet = 0; packet < PACKETS_OF_A_FRAME; packet++) {
                    byte[] payload = payload(packet, frame == 0);
                    boolean isLast = packet == PACKETS_OF_A_FRAME - 1;
                    pieces.add(() -> sender.send(camera, payload, isLast));
                }
                bridge.run(33_000_000);
            }
            IoTotals after = ports.getFirst().counts().copy();
            long datagrams = after.datagramsSent() - before.datagramsSent();
            double mean = (double) datagrams / (after.messagesSent() - before.messagesSent());
            assertThat(datagrams).isGreaterThanOrEqualTo((long) FRAMES * PACKETS_OF_A_FRAME * RECEIVERS);
            assertThat(mean)
                    .as("datagrams in a message, 1.5 where none joins others")
                    .isGreaterThan(2.4);
        }
    }
}
