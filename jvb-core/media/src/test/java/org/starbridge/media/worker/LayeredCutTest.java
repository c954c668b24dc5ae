package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.projection.LayeredSource;
import org.starbridge.media.projection.LayeredSource.InterLayer;
import org.starbridge.media.projection.LayeredSource.Wire;
import org.starbridge.media.worker.GatedPort.Sent;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.dependency.DependencyDescriptor;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/**
 * As {@link ConferenceCutTest}, of a camera with spatial layers in one stream, whose losses before the bridge are
 * repaired by retransmission.
 */
class LayeredCutTest {
    private static final long MS = 1_000_000;
    private static final long WEEK_NS = 7 * 24 * 3600 * 1_000_000_000L;
    private static final int RUN_MS = 5000;
    private static final int FRAME_MS = 33;
    private static final int CAMERA = 2000;
    private static final int CAMERA_RTX = 3000;
    private static final int DESCRIPTOR_ID = 12;

    /** Runs that were cut: in some a viewer waits for a key frame to the end, and packets are held. */
    private int cuts;

    private List<Sent> run(long seed, Wire wire, InterLayer interLayer, int cutMs) {
        Random script = new Random(~seed);
        List<Sent> sent = new ArrayList<>();
        List<GatedPort> ports = new ArrayList<>();
        try (SimulatedBridge bridge = new SimulatedBridge(seed, 1, crypto -> crypto, port -> {
            GatedPort gated = new GatedPort(port, sent, 0, true);
            ports.add(gated);
            return gated;
        })) {
            bridge.recovery = Recovery.NACK_AND_RTX;
            bridge.videoCodec = wire == Wire.DESCRIPTOR ? "av1" : "vp9";
            bridge.extensionIds = Map.of(DependencyDescriptor.URI, DESCRIPTOR_ID);
            bridge.takeTwoByteExtensions.addAll(List.of("camera", "viewer0", "viewer1"));
            LayeredSource source = new LayeredSource(script, wire, interLayer, 3, 3, 0);
            SimulatedClient camera =
                    bridge.join("camera", SimulatedBridge.encoding(CAMERA, 0), SimulatedBridge.rtx(CAMERA_RTX, CAMERA));
            camera.descriptorId = DESCRIPTOR_ID;
            SentStream stream = camera.addStream(CAMERA, SimulatedBridge.VP8, 65_400);
            stream.rtxSsrc = CAMERA_RTX;
            for (int i = 0; i < 2; i++) {
                bridge.join("viewer" + i).descriptorId = DESCRIPTOR_ID;
            }
            assertThat(bridge.connectAll()).isTrue();
            camera.recovery.start(bridge.clock.nowNs());
            boolean isCut = false;
            for (int i = 0; i < RUN_MS; i++) {
                if (i == 1000) {
                    bridge.network.conditions(new Conditions(0.02, 0.01, 5 * MS, 3 * MS));
                }
                if (i % 400 == 200) {
                    bridge.targets.put("viewer" + script.nextInt(2), Map.of(CAMERA, target(script)));
                    bridge.publish();
                }
                if (cutMs >= 0 && !isCut && i >= cutMs && bridge.leftOut() == 0) {
                    cut(bridge, ports, sent);
                    isCut = true;
                }
                if (!camera.keyFrameRequests.isEmpty()) {
                    camera.keyFrameRequests.clear();
                    source.requestKeyFrame();
                }
                if (i % FRAME_MS == 0) {
                    for (LayeredSource.Packet packet : source.capture()) {
                        camera.descriptor = packet.descriptor();
                        byte[] payload = Arrays.copyOf(packet.payload(), 80 + script.nextInt(100));
                        camera.send(stream, payload, packet.marker(), packet.timestamp());
                    }
                }
                bridge.run(MS);
            }
            cuts += isCut ? 1 : 0;
            assertThat(bridge.clients.values()).allMatch(client -> client.failures == 0);
            assertThat(sent).hasSizeGreaterThan(100);
            return sent;
        }
    }

    private static int target(Random script) {
        return switch (script.nextInt(8)) {
            case 0 -> ForwardingTable.SUSPENDED;
            case 1 -> ForwardingTable.HIGHEST_LAYER;
            default -> LayerId.of(0, script.nextInt(3), script.nextInt(3));
        };
    }

    private static void cut(SimulatedBridge bridge, List<GatedPort> ports, List<Sent> sent) {
        List<GatedPort> next = new ArrayList<>();
        for (GatedPort port : ports) {
            port.isOpen = false;
            next.add(new GatedPort(port.port, sent, WEEK_NS, false));
        }
        bridge.handOver(next, WEEK_NS);
    }

    @ParameterizedTest
    @CsvSource({"VP9, KEY_PICTURES", "VP9, ALL", "DESCRIPTOR, KEY_PICTURES", "DESCRIPTOR, ALL"})
    void anotherBridgeSendsWhatTheOneWithoutACutSends(Wire wire, InterLayer interLayer) {
        int seeds = Integer.getInteger("starbridge.cut.seeds", 1);
        for (long seed = 1; seed <= seeds; seed++) {
            int cutMs = 500 + new Random(seed).nextInt(RUN_MS - 1000);
            List<Sent> uncut = run(seed, wire, interLayer, -1);
            List<Sent> cut = run(seed, wire, interLayer, cutMs);
            Sent.assertSame(cut, uncut, "seed " + seed + ", cut at " + cutMs);
        }
        assertThat(2 * cuts).isGreaterThanOrEqualTo(seeds);
    }
}
