package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.encoding;
import static org.starbridge.media.worker.SimulatedBridge.rtx;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/**
 * A receiver that gets every encoding of a source as it is, beside one for which layers are chosen. The IV ledger is
 * on.
 */
class EveryEncodingTest {
    private static final long MS = 1_000_000;
    private static final int CAMERA = 2000;
    private static final int CAMERA_RTX = 3000;
    private static final int ENCODINGS = 3;
    /** Picture id of 15 bits, TL0PICIDX, temporal layer and KEYIDX; then a key frame, or not. */
    private static final byte[] KEY = {
        (byte) 0x90,
        (byte) 0xF0,
        (byte) 0x80,
        1,
        0,
        0,
        0x00,
        0x00,
        0x00,
        (byte) 0x9D,
        0x01,
        0x2A,
        0x10,
        0x00,
        0x10,
        0x00
    };

    private final SimulatedBridge bridge = new SimulatedBridge(11, 2);
    private final List<SentStream> sent = new ArrayList<>();
    private final Map<Integer, List<byte[]>> atRelay = new TreeMap<>();
    private final Map<Integer, List<byte[]>> atViewer = new TreeMap<>();
    private final SimulatedClient camera;
    private final SimulatedClient relay;
    private final SimulatedClient viewer;
    private int pictureId = 1;

    EveryEncodingTest() {
        bridge.recovery = Recovery.NACK_AND_RTX;
        bridge.takeEveryEncoding.add("relay");
        camera = bridge.join("camera", streams());
        relay = bridge.join("relay");
        viewer = bridge.join("viewer");
        relay.watcher = (ssrc, _, _, _, payload) ->
                atRelay.computeIfAbsent(ssrc, _ -> new ArrayList<>()).add(payload);
        viewer.watcher = (ssrc, _, _, _, payload) ->
                atViewer.computeIfAbsent(ssrc, _ -> new ArrayList<>()).add(payload);
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(100 * MS);
        for (int i = 0; i < ENCODINGS; i++) {
            SentStream stream = camera.addStream(CAMERA + i, VP8, 65_500 + i);
            stream.rtxSsrc = CAMERA_RTX + i;
            sent.add(stream);
            relay.mediaByRtxSsrc.put(CAMERA_RTX + i, CAMERA + i);
        }
    }

    private static Stream[] streams() {
        List<Stream> declared = new ArrayList<>();
        for (int i = 0; i < ENCODINGS; i++) {
            declared.add(encoding(CAMERA, i));
            declared.add(rtx(CAMERA_RTX + i, CAMERA + i));
        }
        return declared.toArray(Stream[]::new);
    }

    @AfterEach
    void free() {
        bridge.close();
    }

    /** One frame of each encoding; returns what was sent, by encoding. */
    private List<byte[]> sendFrame(boolean isKey) {
        pictureId++;
        List<byte[]> payloads = new ArrayList<>();
        for (int i = 0; i < ENCODINGS; i++) {
            byte[] payload = KEY.clone();
            payload[3] = (byte) pictureId;
            payload[4] = (byte) pictureId;
            payload[6] = (byte) (isKey ? 0 : 1);
            payload[15] = (byte) i;
            payloads.add(payload);
            camera.send(sent.get(i), payload, true, pictureId * 3000);
        }
        bridge.run(33 * MS);
        return payloads;
    }

    private List<List<byte[]>> sendFrames(int count) {
        List<List<byte[]>> byEncoding = new ArrayList<>();
        for (int i = 0; i < ENCODINGS; i++) {
            byEncoding.add(new ArrayList<>());
        }
        for (int frame = 0; frame < count; frame++) {
            List<byte[]> payloads = sendFrame(frame == 0);
            for (int i = 0; i < ENCODINGS; i++) {
                byEncoding.get(i).add(payloads.get(i));
            }
        }
        return byEncoding;
    }

    @Test
    void everyEncodingComesWholeUnderItsOwnSsrc() {
        List<List<byte[]>> frames = sendFrames(50);
        assertThat(atRelay).containsOnlyKeys(CAMERA, CAMERA + 1, CAMERA + 2);
        for (int i = 0; i < ENCODINGS; i++) {
            assertThat(atRelay.get(CAMERA + i)).as("encoding %d", i).containsExactlyElementsOf(frames.get(i));
        }
        assertThat(atViewer).as("for others layers are chosen").containsOnlyKeys(CAMERA);
        assertThat(relay.failures + viewer.failures).isZero();
    }

    @Test
    void aKeyFrameOfEachEncodingIsAskedFor() {
        bridge.run(100 * MS);
        camera.keyFrameRequests.clear();
        bridge.targets.put("relay", Map.of(CAMERA, ForwardingTable.SUSPENDED));
        bridge.publish();
        bridge.run(1000 * MS);
        sendFrames(5);
        assertThat(atRelay).isEmpty();

        camera.keyFrameRequests.clear();
        bridge.targets.remove("relay");
        bridge.publish();
        bridge.run(1000 * MS);
        assertThat(camera.keyFrameRequests).contains(CAMERA, CAMERA + 1, CAMERA + 2);
        for (int i = 0; i < 5; i++) {
            sendFrame(false);
        }
        assertThat(atRelay).as("until it comes").isEmpty();
        sendFrames(5);
        atRelay.values().forEach(payloads -> assertThat(payloads).hasSize(5));
        assertThat(atRelay).hasSize(ENCODINGS);
    }

    @Test
    void whatIsLostIsSentAgainUnderTheEncodingsOwnRtx() {
        sendFrames(1);
        bridge.clients.values().forEach(client -> client.recovery.start(bridge.clock.nowNs()));
        bridge.network.conditions(new Conditions(0.05, 0, 5 * MS, 5 * MS));
        List<List<byte[]>> frames = sendFrames(100);
        bridge.network.conditions(new Conditions(0, 0, 5 * MS, 5 * MS));
        sendFrames(5);
        bridge.run(1000 * MS);
        for (int i = 0; i < ENCODINGS; i++) {
            assertThat(atRelay.get(CAMERA + i)).as("encoding %d", i).containsAll(frames.get(i));
        }
    }

    @Test
    void anEncodingThatIsLeftOutForAWhileGoesOnWithoutAGap() {
        sendFrames(20);
        for (int i = 0; i < 4; i++) {
            bridge.targets.put(
                    "relay", Map.of(CAMERA, LayerId.of(i % 2, LayerId.MAX_LAYERS - 1, LayerId.MAX_LAYERS - 1)));
            bridge.publish();
            sendFrames(15);
            bridge.targets.put("viewer", Map.of(CAMERA, LayerId.of(i % 2, 0, 2))); // nothing changes for the relay
            bridge.publish();
            sendFrames(15);
            bridge.targets.remove("relay");
            bridge.publish();
            sendFrames(20);
        }
        for (int i = 0; i < ENCODINGS; i++) {
            List<Long> order = Objects.requireNonNull(relay.got.get(CAMERA + i)).order;
            assertThat(order.getLast() - order.getFirst()).as("encoding %d", i).isEqualTo(order.size() - 1);
        }
        assertThat(relay.failures).isZero();
    }

    @Test
    void thePolicyChangesDuringTheCall() {
        sendFrames(5);
        atRelay.clear();
        bridge.takeEveryEncoding.remove("relay");
        bridge.targets.put("relay", Map.of(CAMERA, LayerId.of(0, 0, 2)));
        bridge.publish();
        bridge.run(100 * MS);
        sendFrames(5);
        assertThat(atRelay).containsOnlyKeys(CAMERA);

        bridge.takeEveryEncoding.add("relay");
        bridge.targets.remove("relay");
        bridge.publish();
        bridge.run(100 * MS);
        atRelay.clear();
        sendFrames(5);
        assertThat(atRelay).containsOnlyKeys(CAMERA, CAMERA + 1, CAMERA + 2);
        assertThat(Objects.requireNonNull(atRelay.get(CAMERA + 2))).hasSize(5);
        assertThat(relay.failures).isZero();
    }
}
