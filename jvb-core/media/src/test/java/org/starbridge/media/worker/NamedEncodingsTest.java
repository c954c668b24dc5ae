package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.projection.DecoderModel;
import org.starbridge.media.projection.Vp8Source;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.packet.StreamIdentifier;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/** A camera whose encodings were declared by name only: the bridge learns their SSRCs from what comes. */
class NamedEncodingsTest {
    private static final long MS = 1_000_000;
    private static final int LOWEST = 2000;
    private static final int LOWEST_RTX = 3000;
    private static final String[] RIDS = {"l", "m", "h"};
    private static final int DESCRIPTOR_BYTES = 6;

    private final SimulatedBridge bridge = new SimulatedBridge(1, 2);
    private final Random random = new Random(1);
    private final List<Vp8Source.Packet> all = new ArrayList<>();
    private final List<SentStream> sent = new ArrayList<>();
    private final List<Integer> asked = new ArrayList<>();
    private Vp8Source source = new Vp8Source(random, 3, 0, false);
    private final SimulatedClient camera;
    private final SimulatedClient viewer;
    private final DecoderModel decoder = new DecoderModel("viewer");
    private long captureAtNs;
    private int keyFrameRequests;

    private Vp8Source.@Nullable Packet last;

    NamedEncodingsTest() {
        bridge.recovery = Recovery.NACK_AND_RTX;
        bridge.extensionIds = Map.of(
                StreamIdentifier.RID_URI,
                SimulatedBridge.RID_ID,
                StreamIdentifier.REPAIRED_RID_URI,
                SimulatedBridge.REPAIRED_RID_ID);
        List<Stream> declared = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Stream encoding = SimulatedBridge.named(LOWEST, i, RIDS[i]);
            declared.add(encoding);
            declared.add(SimulatedBridge.namedRtx(LOWEST_RTX + i, encoding));
        }
        camera = bridge.join("camera", declared.toArray(Stream[]::new));
        viewer = bridge.join("viewer");
        viewer.mediaByRtxSsrc.put(LOWEST_RTX, LOWEST);
        Set<Long> seen = new HashSet<>();
        viewer.watcher = (ssrc, extSeq, timestamp, marker, payload) -> {
            assertThat(ssrc).isEqualTo(LOWEST);
            if (!seen.add(extSeq)) {
                return;
            }
            Vp8Source.Packet truth = all.get(ByteBuffer.wrap(payload).getInt(payload.length - 4));
            last = truth;
            byte[] descriptor = Arrays.copyOf(payload, DESCRIPTOR_BYTES);
            decoder.onPacket(extSeq, timestamp, marker, descriptor, truth, bridge.clock.nowNs());
        };
        comeUnder(70_000);
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(100 * MS);
        bridge.clients.values().forEach(client -> client.recovery.start(bridge.clock.nowNs()));
        captureAtNs = bridge.clock.nowNs();
    }

    @AfterEach
    void close() {
        bridge.close();
    }

    /** The camera sends its encodings under these SSRCs from now on. */
    private void comeUnder(int first) {
        sent.clear();
        asked.addAll(List.of(first, first + 1, first + 2));
        for (int i = 0; i < 3; i++) {
            SentStream stream = camera.addStream(first + i, SimulatedBridge.VP8, 65_400 + random.nextInt(100));
            stream.rtxSsrc = first + 100 + i;
            stream.rid = RIDS[i];
            sent.add(stream);
        }
    }

    private void run(int durationMs) {
        for (int i = 0; i < durationMs; i++) {
            if (!camera.keyFrameRequests.isEmpty()) {
                assertThat(asked).as("SSRCs that it has or had").containsAll(camera.keyFrameRequests);
                keyFrameRequests += camera.keyFrameRequests.size();
                camera.keyFrameRequests.clear();
                source.requestKeyFrame();
            }
            if (bridge.clock.nowNs() >= captureAtNs) {
                captureAtNs += Vp8Source.FRAME_MS * MS;
                source.capture(3).forEach(this::send);
            }
            bridge.run(MS);
        }
    }

    private void send(Vp8Source.Packet packet) {
        byte[] payload = Arrays.copyOf(packet.bytes(), 60 + random.nextInt(60));
        ByteBuffer.wrap(payload).putInt(payload.length - 4, all.size());
        all.add(packet);
        camera.send(sent.get(packet.encoding()), payload, packet.marker(), packet.timestamp());
    }

    private void target(int layer) {
        bridge.targets.put("viewer", Map.of(LOWEST, layer));
        bridge.publish();
    }

    private void shows(int encoding) {
        int before = decoder.decoded;
        run(1000);
        assertThat(decoder.decoded - before).isBetween(20, 32);
        assertThat(Objects.requireNonNull(last).encoding()).isEqualTo(encoding);
    }

    @Test
    void theReceiverSeesOneStreamAndItsEncodingIsChosenLikeAnyOther() {
        run(1000);
        for (int encoding : new int[] {2, 0, 1, 2, 1, 0}) {
            target(encoding << 6 | 2);
            run(600);
            shows(encoding);
        }
        assertThat(decoder.missing()).isZero();
        assertThat(decoder.undecoded()).isZero();
        assertThat(keyFrameRequests).isPositive();
        assertThat(camera.reportedSsrcs).as("reports name what was sent").allMatch(ssrc -> ssrc >= 70_000);
        assertThat(dropped(DropReason.UNKNOWN_SSRC)).isZero();
    }

    private long dropped(DropReason reason) {
        bridge.run(1100 * MS);
        captureAtNs = bridge.clock.nowNs(); // the camera stood still meanwhile
        return bridge.workers
                .stats()
                .droppedByReason()
                .getOrDefault(reason.name().toLowerCase(java.util.Locale.ROOT), 0L);
    }

    @ParameterizedTest
    @ValueSource(ints = {66, 130})
    void whatIsLostIsAskedForUnderItsOwnSsrcAndComesAgain(int layer) {
        target(layer);
        run(500);
        bridge.network.conditions(new Conditions(0.03, 0, 5 * MS, 8 * MS));
        run(4000);
        bridge.network.conditions(new Conditions(0, 0, 5 * MS, 5 * MS));
        run(1000);
        assertThat(camera.recovery.askedByBridge).isGreaterThan(5);
        assertThat(viewer.recovery.recovered).isPositive();
        shows(layer >> 6);
    }

    @Test
    void aCameraThatComesBackUnderOtherSsrcsIsGoneOnWithAtAKeyFrame() {
        run(1000);
        for (int round = 1; round <= 4; round++) {
            comeUnder(70_000 + 1000 * round);
            source = new Vp8Source(random, 3, 1_000_000L * round, false);
            if (round % 2 == 0) { // its key frame is lost
                source.capture(3);
            }
            run(1500);
            shows(2);
            assertThat(Objects.requireNonNull(last).frame().id()).isGreaterThan(1_000_000L * round);
        }
        assertThat(decoder.undecoded()).isZero();
    }

    @Test
    void whoeverNamesNothingThatWasDeclaredIsUnknown() {
        run(300);
        SentStream stranger = camera.addStream(99_000, SimulatedBridge.VP8, 5);
        for (String name : new String[] {"x", "lm", "l ", null}) {
            stranger.rid = name;
            camera.send(stranger, new byte[] {0x10, 0, 0, 0}, true);
        }
        SentStream standIn = camera.addStream(LOWEST, SimulatedBridge.VP8, 5);
        camera.send(standIn, new byte[] {0x10, 0, 0, 0}, true);
        bridge.run(20 * MS);
        assertThat(dropped(DropReason.UNKNOWN_SSRC)).isEqualTo(5);
        shows(2);
    }

    @Test
    void whoHasNotTheKeysTeachesNothing() {
        run(500);
        SimulatedClient other = Objects.requireNonNull(viewer);
        SentStream forged = other.addStream(99_100, SimulatedBridge.VP8, 5);
        forged.rid = "h";
        java.util.concurrent.atomic.AtomicReference<byte[]> datagram =
                new java.util.concurrent.atomic.AtomicReference<>();
        other.send(forged, new byte[] {0x10, 0, 0, 0}, true, 7, datagram::set);
        camera.sendRaw(Objects.requireNonNull(datagram.get()));
        bridge.run(20 * MS);
        assertThat(dropped(DropReason.AUTHENTICATION_FAILED)).isEqualTo(1);
        shows(2);
    }

    @Test
    void aNameChangesItsSsrcSoOftenAndNotForEver() {
        run(300);
        for (int i = 0; i < 300; i++) {
            SentStream next = camera.addStream(200_000 + i, SimulatedBridge.VP8, 5);
            next.rid = "h";
            camera.send(next, new byte[] {0x10, 1, 0, 0, 0, 0}, true);
            bridge.run(MS);
        }
        assertThat(dropped(DropReason.UNKNOWN_SSRC)).isEqualTo(200);
        assertThat(viewer.failures).isZero();
    }
}
