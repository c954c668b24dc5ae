package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.VP8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.projection.DecoderModel;
import org.starbridge.media.projection.Vp8Source;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.transport.link.LinkConditions;

/**
 * A camera with three encodings on one bridge, a viewer on another, and a link between them that does not carry all
 * encodings. Packets wait for the link; none of them is lost in the bridge.
 */
class RelayedPicturesTest {
    private static final long MS = 1_000_000;
    private static final int CAMERA = 2000;
    private static final int CAMERA_RTX = 3000;
    private static final int ENCODINGS = 3;
    private static final int DESCRIPTOR_BYTES = 6;
    private static final int[] PACKET_BYTES = {220, 820, 1180};
    /** What is wanted and what goes over the link: two packets a frame, and 14 of a key frame. */
    private static final long WANTED_BPS = 2_800_000;

    private static final long TWO_BPS = 620_000;
    private static final int TWO_ENCODINGS = LayerId.of(1, LayerId.MAX_LAYERS - 1, LayerId.MAX_LAYERS - 1);

    private final SimulatedMesh mesh = new SimulatedMesh(17, 2, 1);
    private final Vp8Source source = new Vp8Source(new Random(5), ENCODINGS, 0, false, (_, isKey, _) -> isKey ? 14 : 2);
    private final DecoderModel decoder = new DecoderModel("viewer");
    private final List<Vp8Source.Packet> all = new ArrayList<>();
    private final List<SentStream> sent = new ArrayList<>();
    private final SimulatedClient camera;
    private final SimulatedClient viewer;
    private long captureAtNs;

    RelayedPicturesTest() {
        mesh.numbering.addAll(List.of(0, 1));
        List<Stream> declared = new ArrayList<>();
        for (int i = 0; i < ENCODINGS; i++) {
            declared.add(SimulatedBridge.encoding(CAMERA, i));
            declared.add(SimulatedBridge.rtx(CAMERA_RTX + i, CAMERA + i));
        }
        camera = mesh.add(0, "camera", declared.toArray(Stream[]::new));
        viewer = mesh.add(1, "viewer");
        for (int i = 0; i < ENCODINGS; i++) {
            SentStream stream = camera.addStream(CAMERA + i, VP8, 100);
            stream.rtxSsrc = CAMERA_RTX + i;
            sent.add(stream);
        }
        viewer.mediaByRtxSsrc.put(CAMERA_RTX, CAMERA);
        viewer.watcher = (_, extSeq, timestamp, marker, payload) -> {
            Vp8Source.Packet truth = all.get(ByteBuffer.wrap(payload).getInt(payload.length - 4));
            byte[] descriptor = Arrays.copyOf(payload, DESCRIPTOR_BYTES);
            decoder.onPacket(extSeq, timestamp, marker, descriptor, truth, mesh.clock.nowNs());
        };
        mesh.publish();
        assertThat(mesh.connectAll()).isTrue();
        mesh.run(100 * MS);
        captureAtNs = mesh.clock.nowNs();
    }

    @AfterEach
    void close() {
        mesh.close();
    }

    private void run(int durationMs) {
        for (int i = 0; i < durationMs; i++) {
            if (!camera.keyFrameRequests.isEmpty()) {
                camera.keyFrameRequests.clear();
                source.requestKeyFrame();
            }
            if (mesh.clock.nowNs() >= captureAtNs) {
                captureAtNs += Vp8Source.FRAME_MS * MS;
                source.capture(ENCODINGS).forEach(this::send);
            }
            mesh.run(MS);
        }
    }

    private void send(Vp8Source.Packet packet) {
        byte[] payload = Arrays.copyOf(packet.bytes(), PACKET_BYTES[packet.encoding()]);
        ByteBuffer.wrap(payload).putInt(payload.length - 4, all.size());
        all.add(packet);
        camera.send(sent.get(packet.encoding()), payload, packet.marker(), packet.timestamp());
    }

    private MediaEndpoint relay() {
        return Objects.requireNonNull(mesh.nodes.get(0).links.get(1)).endpoint;
    }

    private long paced() {
        return mesh.nodes.get(0).workers.stats().count(MediaCounter.PACKETS_PACED);
    }

    @Test
    void whatWaitsForANarrowLinkIsNotLostInTheBridge() {
        run(1000);
        mesh.betweenBridges(
                LinkConditions.PERFECT.withRate(1_000_000.0).withQueueMs(200).withDelayMs(10));
        run(5000);
        EndpointStats overloaded = relay().stats();
        assertThat(overloaded.bandwidth().overloaded()).isTrue();

        mesh.relayTargets.put(CAMERA, TWO_ENCODINGS); // as selection does
        relay().onAllocation(WANTED_BPS, TWO_BPS);
        mesh.publish();
        run(3000);
        long missingBefore = decoder.missing();
        long lostBefore = mesh.network.lost();
        long pacedBefore = paced();
        int decodedBefore = decoder.decoded;
        int undecodedBefore = decoder.undecoded();
        for (int i = 0; i < 10; i++) {
            source.requestKeyFrame();
            run(1000);
        }
        assertThat(paced() - pacedBefore).as("packets that waited").isGreaterThan(20);
        assertThat(decoder.missing() - missingBefore)
                .as("packets that the viewer misses")
                .isLessThanOrEqualTo(mesh.network.lost() - lostBefore);
        assertThat(decoder.decoded - decodedBefore).as("pictures").isGreaterThan(290);
        assertThat(decoder.undecoded())
                .as("pictures without what they refer to")
                .isEqualTo(undecodedBefore);
    }
}
