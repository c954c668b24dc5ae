package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.AV1;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.encoding;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.worker.SimulatedClient.SentStream;

/**
 * What becomes of frame descriptors (AV1 RTP, appendix A), whose frame numbers are one encoder's: a browser drops key
 * frames whose numbers go back.
 */
class FrameNumbersTest {
    private static final String DESCRIPTOR =
            "https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension";
    private static final int ID = 12;
    private static final int OLD = 2000;
    private static final int YOUNG = 2100;
    private static final SourceSlot SLOT = new SourceSlot(2900, 3900, null);
    /** With a structure, as a key frame has it: too long for the one-byte form. */
    private static final int LONG_BYTES = 40;

    private static final int SHORT_BYTES = 3;
    private static final byte[] AV1_KEY_FRAME = {0x08, 1, 2, 3};
    private static final byte[] AV1_FRAME = {0, 1, 2, 3};
    private static final byte[] VP8_KEY_FRAME = {0x10, 0, 0, 0, (byte) 0x9D, 0x01, 0x2A, 0x40, 1, (byte) 0xF0, 0};
    private static final byte[] VP8_FRAME = {0x10, 1, 2, 3};

    private final SimulatedBridge bridge = new SimulatedBridge(7, 2);

    FrameNumbersTest() {
        bridge.extensionIds = Map.of(DESCRIPTOR, ID);
    }

    @AfterEach
    void close() {
        bridge.close();
    }

    private SimulatedClient join(String name, boolean takesTwoByteForm, Stream... streams) {
        if (takesTwoByteForm) {
            bridge.takeTwoByteExtensions.add(name);
        }
        SimulatedClient client = bridge.join(name, streams);
        client.descriptorId = ID;
        return client;
    }

    /** A key frame and four more; returns their descriptors. */
    private List<byte[]> film(SimulatedClient camera, SentStream stream, int firstNumber) {
        boolean isAv1 = stream.payloadType == AV1;
        List<byte[]> descriptors = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            byte[] descriptor = new byte[i == 0 ? LONG_BYTES : SHORT_BYTES];
            descriptor[0] = (byte) 0xC0; // first and last packet of its frame
            descriptor[1] = (byte) ((firstNumber + i) >> 8);
            descriptor[2] = (byte) (firstNumber + i);
            camera.descriptor = descriptor;
            descriptors.add(descriptor);
            byte[] keyFrame = isAv1 ? AV1_KEY_FRAME : VP8_KEY_FRAME;
            camera.send(stream, i == 0 ? keyFrame : isAv1 ? AV1_FRAME : VP8_FRAME, true);
            bridge.run(33_000_000);
        }
        bridge.run(100_000_000); // until the last one has come
        return descriptors;
    }

    private static List<byte[]> came(SimulatedClient viewer, int ssrc) {
        return Objects.requireNonNull(viewer.descriptorsThatCame.get(ssrc), () -> "nothing came under " + ssrc);
    }

    private static void assertNone(SimulatedClient viewer, int ssrc, int frames) {
        assertThat(came(viewer, ssrc)).hasSize(frames).allMatch(descriptor -> descriptor.length == 0);
    }

    private void connect() {
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(100_000_000);
    }

    @Test
    void theyGoUnchangedWithASourceThatGoesWhole() {
        SimulatedClient camera = join("camera", true, video(OLD));
        SimulatedClient viewer = join("viewer", true);
        connect();
        List<byte[]> sent = film(camera, camera.addStream(OLD, AV1, 100), 5000);
        assertThat(came(viewer, OLD)).containsExactlyElementsOf(sent);
    }

    @Test
    void whoCanNotGetTheLongOnesGetsNone() {
        SimulatedClient camera = join("camera", true, video(OLD));
        SimulatedClient viewer = join("viewer", false);
        connect();
        film(camera, camera.addStream(OLD, AV1, 100), 5000);
        assertNone(viewer, OLD, 5);
    }

    @Test
    void noneGoWithVp8WhoseLayersMayBeLeftOutFromAnyFrameOn() {
        SimulatedClient camera = join("camera", true, video(OLD));
        SimulatedClient viewer = join("viewer", true);
        connect();
        film(camera, camera.addStream(OLD, VP8, 100), 5000);
        assertNone(viewer, OLD, 5);
    }

    @ParameterizedTest
    @ValueSource(ints = {AV1, VP8})
    void noneGoThroughASlotThatChangesItsSource(int codec) {
        SimulatedClient old = join("old", true, video(OLD));
        SimulatedClient young = join("young", true, video(YOUNG));
        SimulatedClient viewer = join("viewer", true);
        bridge.slots.put("viewer", Map.of(OLD, SLOT));
        bridge.publish();
        connect();
        film(old, old.addStream(OLD, codec, 100), 5000);
        bridge.slots.put("viewer", Map.of(YOUNG, SLOT));
        bridge.publish();
        SentStream ofYoung = young.addStream(YOUNG, codec, 100);
        film(young, ofYoung, 1);
        assertNone(viewer, SLOT.ssrc(), 10);
    }

    @ParameterizedTest
    @ValueSource(ints = {AV1, VP8})
    void noneGoThroughASlotWhoseSourceLeftAndWhichIsGivenToAnotherAtOnce(int codec) {
        SimulatedClient old = join("old", true, video(OLD));
        SimulatedClient young = join("young", true, video(YOUNG));
        SimulatedClient viewer = join("viewer", true);
        bridge.slots.put("viewer", Map.of(OLD, SLOT));
        bridge.publish();
        connect();
        film(old, old.addStream(OLD, codec, 100), 5000);
        bridge.slots.put("viewer", Map.of(YOUNG, SLOT));
        bridge.leave("old");
        film(young, young.addStream(YOUNG, codec, 100), 1);
        assertNone(viewer, SLOT.ssrc(), 10);
    }

    @ParameterizedTest
    @ValueSource(ints = {AV1, VP8})
    void noneGoWhereTheBridgeChoosesAmongEncodings(int codec) {
        SimulatedClient camera = join("camera", true, encoding(OLD, 0), encoding(OLD, 1));
        SimulatedClient viewer = join("viewer", true);
        connect();
        film(camera, camera.addStream(OLD, codec, 100), 5000);
        film(camera, camera.addStream(OLD + 1, codec, 100), 5);
        assertNone(viewer, OLD, 10);
    }
}
