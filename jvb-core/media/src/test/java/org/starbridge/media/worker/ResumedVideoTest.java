package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.AV1;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.muted;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;

/**
 * A video source of one encoding is cut off from a receiver and resumes: its first packet there begins a key frame, for
 * which the bridge asks. A receiver that was never cut off gets every packet. The IV ledger is on.
 */
class ResumedVideoTest {
    private static final long MS = 1_000_000;
    private static final int CAMERA = 2000;
    private static final int UNKNOWN_CODEC = 45;
    private static final byte[] KEY = {0x10, 0x00, 0x00, 0x00, (byte) 0x9D, 0x01, 0x2A, 0x10, 0x00, 0x10, 0x00};
    private static final byte[] CONTINUED = {0x00, 1, 2, 3};
    private static final byte[] DELTA = {0x10, 0x01, 0, 0};
    private static final byte[] AV1_DELTA = {0x10, 0x32, 0, 0};
    private static final byte[] AV1_KEY = {0x18, 0x0A, 0, 0};

    private final SimulatedBridge bridge = new SimulatedBridge(7, 2);
    private final SimulatedClient camera = bridge.join("camera", video(CAMERA));
    private final SimulatedClient viewer = bridge.join("viewer");
    private final List<byte[]> atViewer = new ArrayList<>();

    @AfterEach
    void free() {
        bridge.close();
    }

    private SentStream connect(int payloadType) {
        bridge.publish();
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(100 * MS);
        viewer.watcher = (_, _, _, _, payload) -> atViewer.add(payload);
        return camera.addStream(CAMERA, payloadType, 65_500);
    }

    private void send(SentStream stream, byte[] payload) {
        camera.send(stream, payload, true, stream.nextTimestamp + 3000);
        bridge.run(10 * MS);
    }

    private void send(SentStream stream, byte[] payload, int times) {
        for (int i = 0; i < times; i++) {
            send(stream, payload);
        }
    }

    /** The camera encodes what is asked of it; what was asked for up to now is answered. */
    private int takeKeyFrameRequests() {
        bridge.run(100 * MS);
        int requests = camera.keyFrameRequests.size();
        assertThat(camera.keyFrameRequests).allMatch(ssrc -> ssrc == CAMERA);
        camera.keyFrameRequests.clear();
        return requests;
    }

    private void setMuted(boolean isMuted) {
        bridge.declare("camera", isMuted ? muted(video(CAMERA)) : video(CAMERA));
        bridge.run(10 * MS);
    }

    private void setShown(boolean isShown) {
        bridge.targets.put("viewer", isShown ? Map.of() : Map.of(CAMERA, ForwardingTable.SUSPENDED));
        bridge.publish();
        bridge.run(10 * MS);
    }

    @Test
    void aNewReceiverBeginsWithAKeyFrame() {
        SentStream stream = connect(VP8);
        send(stream, DELTA, 5);
        assertThat(atViewer).isEmpty();
        assertThat(takeKeyFrameRequests()).isPositive();
        send(stream, KEY);
        send(stream, DELTA, 3);
        assertThat(atViewer).containsExactly(KEY, DELTA, DELTA, DELTA);
        assertThat(viewer.failures).isZero();
    }

    @Test
    void aKeyFrameIsAskedForAgainWhileNoneComes() {
        SentStream stream = connect(VP8);
        takeKeyFrameRequests();
        send(stream, DELTA, 50);
        assertThat(takeKeyFrameRequests()).isGreaterThan(1);
        assertThat(atViewer).isEmpty();
    }

    @Test
    void aMutedSourceResumesWithAKeyFrame() {
        SentStream stream = connect(VP8);
        send(stream, KEY);
        send(stream, DELTA, 2);
        setMuted(true);
        send(stream, DELTA, 3);
        assertThat(atViewer).hasSize(3);
        takeKeyFrameRequests();
        atViewer.clear();

        setMuted(false);
        send(stream, DELTA, 3); // sent before the camera hears of the request
        assertThat(atViewer).isEmpty();
        assertThat(takeKeyFrameRequests()).isPositive();
        send(stream, KEY);
        send(stream, DELTA, 2);
        assertThat(atViewer).containsExactly(KEY, DELTA, DELTA);
        assertThat(Objects.requireNonNull(viewer.got.get(CAMERA))
                        .timestampByExtSeq
                        .keySet())
                .as("no gap to ask for")
                .hasSize(6)
                .satisfies(numbers -> assertThat(viewer.got.get(CAMERA).highest
                                - viewer.got.get(CAMERA).timestampByExtSeq.firstKey())
                        .isEqualTo(5));
        assertThat(viewer.failures).isZero();
    }

    @Test
    void aSourceThatIsSelectedAgainResumesWithAKeyFrameAndOthersLoseNothing() {
        List<byte[]> atOther = new ArrayList<>();
        SimulatedClient other = bridge.join("other");
        SentStream stream = connect(VP8);
        other.watcher = (_, _, _, _, payload) -> atOther.add(payload);
        send(stream, KEY);
        setShown(false);
        send(stream, DELTA, 3);
        assertThat(atViewer).hasSize(1);
        takeKeyFrameRequests();
        setShown(true);
        send(stream, DELTA, 3);
        assertThat(atViewer).hasSize(1);
        assertThat(takeKeyFrameRequests()).isPositive();
        send(stream, KEY);
        send(stream, DELTA);
        assertThat(atViewer).containsExactly(KEY, KEY, DELTA);
        assertThat(atOther).containsExactly(KEY, DELTA, DELTA, DELTA, DELTA, DELTA, DELTA, KEY, DELTA);
    }

    /**
     * A target below the highest layer makes the bridge choose among layers: what waits must not go on whole before
     * that.
     */
    @Test
    void aSourceThatResumesWithFewerLayersBeginsWithAKeyFrame() {
        SentStream stream = connect(VP8);
        send(stream, KEY);
        setShown(false);
        bridge.targets.put("viewer", Map.of(CAMERA, 1));
        bridge.publish();
        bridge.run(10 * MS);
        send(stream, DELTA, 3);
        assertThat(atViewer).hasSize(1);
        send(stream, KEY);
        assertThat(atViewer).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void changesThatDoNotCutTheStreamOffLoseNothing(int rounds) {
        SentStream stream = connect(VP8);
        send(stream, KEY);
        for (int i = 0; i < rounds; i++) {
            bridge.join("newcomer" + i);
            send(stream, DELTA);
            bridge.takeTwoByteExtensions.add("viewer");
            bridge.publish();
            send(stream, DELTA);
            bridge.declare("camera", video(CAMERA), video(CAMERA + 50));
            send(stream, DELTA);
        }
        assertThat(atViewer).hasSize(1 + 3 * rounds);
    }

    @Test
    void whatWentByFollowsTheLateBeginningOfTheKeyFrame() {
        bridge.recovery = Recovery.NACK;
        SentStream stream = connect(VP8);
        camera.recovery.start(bridge.clock.nowNs());
        send(stream, DELTA, 3);
        camera.send(stream, KEY, false, stream.nextTimestamp + 3000, _ -> {}); // lost
        camera.send(stream, CONTINUED, true, stream.nextTimestamp);
        send(stream, DELTA, 4);
        bridge.run(100 * MS);
        assertThat(atViewer).containsExactly(KEY, CONTINUED, DELTA, DELTA, DELTA, DELTA);
        assertThat(Objects.requireNonNull(viewer.got.get(CAMERA)).order).isSorted();
        assertThat(viewer.failures).isZero();
    }

    @Test
    void aCodecWithoutRecognisableKeyFramesResumesAtOnce() {
        for (String name : List.of("camera", "viewer")) {
            Map<Integer, PayloadType> types = new LinkedHashMap<>();
            types.put(UNKNOWN_CODEC, new PayloadType(UNKNOWN_CODEC, MediaKind.VIDEO, "theora", 90000, true, true));
            bridge.payloadTypes.put(name, types);
        }
        SentStream stream = connect(UNKNOWN_CODEC);
        send(stream, DELTA, 2);
        setMuted(true);
        setMuted(false);
        send(stream, DELTA, 2);
        assertThat(atViewer).hasSize(4);
    }

    @Test
    void ofACodecWhoseKeyFramesMayBeHiddenTheWaitEnds() {
        SentStream stream = connect(AV1);
        send(stream, AV1_DELTA, 250);
        assertThat(atViewer).isEmpty();
        send(stream, AV1_DELTA, 100);
        assertThat(atViewer).hasSizeBetween(40, 60);
        setMuted(true);
        setMuted(false);
        send(stream, AV1_DELTA);
        send(stream, AV1_KEY);
        assertThat(atViewer.getLast()).isEqualTo(AV1_KEY);
        assertThat(atViewer).hasSizeBetween(41, 61);
    }

    /** A slot of a receiver whose SSRCs are rewritten has always begun with a key frame. */
    @Test
    void aSlotBeginsWithAKeyFrame() {
        bridge.slots.put("viewer", Map.of(CAMERA, new SourceSlot(7000, 7001, null)));
        SentStream stream = connect(VP8);
        send(stream, DELTA, 3);
        send(stream, KEY);
        assertThat(atViewer).containsExactly(KEY);
    }
}
