package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.lastn.speech.SpeechSettings;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.rtp.memory.Slab;

/**
 * Memory of an endpoint that only receives: one picture of 1.5 Mbit/s with transport-wide feedback and RTX. DTLS, whose
 * sessions have a test of their own, sockets and HTTP are not in it.
 */
final class ReceiverMemoryTest {
    private static final int FEW = 20;
    private static final int MANY = 60;
    /** After the initial probes, and after the first look at what the history of sent packets needs. */
    private static final int MS = 6000;

    private record Use(long heapBytes, long nativeBytes, long nativeBlocks) {}

    @Test
    void aReceiverTakesLittleMemory() {
        use(FEW); // classes, and what all share
        Use few = use(FEW);
        Use many = use(MANY);
        assertThat((many.heapBytes - few.heapBytes) / (MANY - FEW)).as("heap").isLessThan(25_800);
        assertThat((many.nativeBytes - few.nativeBytes) / (MANY - FEW))
                .as("native memory")
                .isLessThan(17_500);
        assertThat((many.nativeBlocks - few.nativeBlocks) / (MANY - FEW))
                .as("native blocks")
                .isLessThanOrEqualTo(6);
    }

    private static Use use(int receivers) {
        long nativeBefore = Slab.liveBytes();
        long blocksBefore = Slab.liveBlocks();
        WholeBridge bridge = WholeBridge.unwatched(
                1,
                new TestConfig().idleTimeout(Duration.ofMinutes(10)).build(),
                SpeechSettings.defaults(),
                DownlinkSettings.DEFAULT);
        try (bridge) {
            long heapBefore = usedHeapBytes();
            play(bridge, receivers);
            return new Use(
                    usedHeapBytes() - heapBefore, Slab.liveBytes() - nativeBefore, Slab.liveBlocks() - blocksBefore);
        }
    }

    /** Lets receivers join, be sent video for some seconds, and be gone without a word: their memory does not count. */
    private static void play(WholeBridge bridge, int receivers) {
        bridge.hasTransportFeedback = true;
        bridge.create("m");
        SimulatedClient sender = bridge.join("m", "s", 1);
        SimulatedCamera camera = new SimulatedCamera(sender, new long[] {1_500_000}, 7, bridge.clock.nowNs());
        List<SimulatedClient> viewers = new ArrayList<>();
        for (int i = 0; i < receivers; i++) {
            viewers.add(bridge.joinReceiver("m", "r" + i));
        }
        assertThat(bridge.connectAll()).isTrue();
        for (int i = 0; i < MS; i++) {
            camera.doWork(bridge.clock.nowNs());
            bridge.run(1_000_000);
            if (i % 1000 == 0) {
                viewers.forEach(SimulatedClient::forgetHistory);
            }
        }
        assertThat(viewers)
                .allSatisfy(viewer -> assertThat(viewer.bytesReceived).isGreaterThan(1_000_000));
        bridge.clients.values().forEach(SimulatedClient::close);
        bridge.clients.clear();
    }

    private static long usedHeapBytes() {
        for (int i = 0; i < 4; i++) { // the serial collector compacts the whole heap at each fourth
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
