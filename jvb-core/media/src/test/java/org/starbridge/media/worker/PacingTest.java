package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.audio;
import static org.starbridge.media.worker.SimulatedBridge.rtx;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.projection.Vp8Source;
import org.starbridge.media.source.Negotiation;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;

/** Bursts to a viewer whose link is estimated at 500 kbit/s: 1.25 Mbit/s leave within a short time, 6 KB at once. */
class PacingTest {
    private static final long MS = 1_000_000;
    private static final int NUMBERS_ID = 5;
    private static final int PACKET_BYTES = 1000;
    private static final DownlinkSettings NARROW =
            DownlinkSettings.DEFAULT.with(BandwidthConfig.defaults().withBitrates(500_000, 30_000, 500_000));

    private final SimulatedBridge bridge =
            new SimulatedBridge(1, 1, UnaryOperator.identity(), UnaryOperator.identity(), NARROW);
    private final SimulatedClient sender;
    private final SimulatedClient viewer;
    private final SentStream camera;
    private final SentStream microphone;
    private final List<Long> videoCameNs = new ArrayList<>();
    private final List<Long> videoNumbers = new ArrayList<>();
    private final List<byte[]> videoPayloads = new ArrayList<>();

    PacingTest() {
        bridge.recovery = Recovery.NACK_AND_RTX;
        bridge.hasTransportFeedback = true;
        bridge.extensionIds = Map.of(Negotiation.TRANSPORT_SEQUENCE, NUMBERS_ID);
        sender = bridge.join("c0", audio(1000), video(2000), rtx(3000, 2000));
        viewer = bridge.join("c1", audio(1001));
        viewer.feedbackId = NUMBERS_ID;
        viewer.mediaByRtxSsrc.put(3000, 2000);
        viewer.watcher = (ssrc, extSeq, _, _, payload) -> {
            if (ssrc == 2000) {
                videoCameNs.add(bridge.clock.nowNs());
                videoNumbers.add(extSeq);
                videoPayloads.add(payload);
            }
        };
        microphone = sender.addStream(1000, OPUS, 100);
        camera = sender.addStream(2000, VP8, 100);
        assertThat(bridge.connectAll()).isTrue();
        Objects.requireNonNull(viewer.endpoint).onAllocation(200_000, 400_000);
        sendFrame(1, true);
        bridge.run(1000 * MS);
        videoCameNs.clear();
        videoNumbers.clear();
        videoPayloads.clear();
    }

    @AfterEach
    void close() {
        bridge.close();
    }

    private void sendFrame(int packets, boolean isKey) {
        for (int i = 0; i < packets; i++) {
            byte[] payload = new byte[PACKET_BYTES];
            payload[0] = (byte) (i == 0 ? 0x10 : 0);
            payload[1] = (byte) (isKey && i == 0 ? 0 : 1);
            sender.send(camera, payload, i == packets - 1, camera.nextTimestamp + (i == 0 ? 3600 : 0));
        }
    }

    private long dropped() {
        bridge.run(1_100 * MS);
        return bridge.workers.stats().droppedByReason().getOrDefault("pacer_overflow", 0L);
    }

    @Test
    void aBurstLeavesAsTheLinkTakesItInOrder() {
        long startNs = bridge.clock.nowNs();
        sendFrame(18, false);
        bridge.run(5 * MS);
        assertThat(videoNumbers).as("40 ms of the pacing rate, and one packet").hasSizeBetween(6, 9);
        bridge.run(300 * MS);
        assertThat(videoNumbers).hasSize(18).isSorted().doesNotHaveDuplicates();
        assertThat(videoNumbers.getLast() - videoNumbers.getFirst())
                .as("no gap")
                .isEqualTo(17);
        long tookNs = videoCameNs.getLast() - startNs;
        assertThat(tookNs).isBetween(55 * MS, 100 * MS);
        assertThat(dropped()).isZero();
        assertThat(bridge.workers.stats().count(MediaCounter.PACKETS_PACED)).isBetween(9L, 12L);
    }

    @Test
    void aBurstIsShorterWhereTheLinkLimitsWhatTheReceiverGets() {
        Objects.requireNonNull(viewer.endpoint).onAllocation(1_000_000, 400_000);
        bridge.run(50 * MS);
        sendFrame(8, false);
        bridge.run(5 * MS);
        assertThat(videoNumbers).hasSizeBetween(2, 5);
        bridge.run(300 * MS);
        assertThat(videoNumbers).hasSize(8).isSorted().doesNotHaveDuplicates();
        assertThat(dropped()).isZero();
    }

    @Test
    void audioDoesNotWait() {
        sendFrame(18, false);
        sender.send(microphone, new byte[60], false);
        int timestamp = microphone.nextTimestamp;
        bridge.run(3 * MS);
        assertThat(Objects.requireNonNull(viewer.got.get(1000)).timestampByExtSeq)
                .containsValue(timestamp);
        assertThat(videoNumbers).hasSizeLessThan(10);
    }

    @Test
    void aLinkThatIsGoodEnoughHasNoQueue() {
        for (int i = 0; i < 50; i++) {
            sendFrame(1, false);
            bridge.run(40 * MS);
        }
        assertThat(videoNumbers).hasSize(50);
        bridge.run(1_100 * MS);
        assertThat(bridge.workers.stats().count(MediaCounter.PACKETS_PACED)).isZero();
    }

    @Test
    void whatTheLinkNeverTakesInTimeGoesAndAKeyFrameFollows() {
        sender.keyFrameRequests.clear();
        for (int i = 0; i < 10; i++) {
            sendFrame(10, false);
        }
        bridge.run(100 * MS);
        assertThat(sender.keyFrameRequests).contains(2000);
        int came = videoNumbers.size();
        sendFrame(2, false);
        bridge.run(200 * MS);
        assertThat(videoNumbers).as("no frame that cannot be decoded").hasSize(came);
        sendFrame(5, true);
        bridge.run(200 * MS);
        assertThat(videoNumbers).hasSize(came + 5);
        assertThat(videoPayloads.get(came)[1]).as("a key frame").isZero();
        assertThat(videoNumbers.get(came) - videoNumbers.get(came - 1))
                .as("numbers go on")
                .isBetween(1L, 2L);
        assertThat(dropped()).isGreaterThan(50);
    }

    @Test
    void aLargeKeyFrameMayWaitLonger() {
        sendFrame(35, true);
        bridge.run(500 * MS);
        assertThat(videoNumbers).hasSize(35);
        assertThat(dropped()).isZero();
    }

    /** 1.5 Mbit/s in three temporal layers: what is left out are whole frames of the higher ones. */
    @Test
    void higherTemporalLayersGoFirst() {
        bridge.targets.put("c1", Map.of(2000, LayerId.of(0, 0, 2)));
        bridge.publish();
        Vp8Source source = new Vp8Source(new Random(7), 1, 0, false);
        Map<Integer, Vp8Source.Frame> frames = new HashMap<>();
        Map<Integer, Integer> parts = new HashMap<>();
        viewer.watcher = (ssrc, extSeq, timestamp, _, _) -> {
            if (ssrc == 2000) {
                videoNumbers.add(extSeq);
                parts.merge(timestamp, 1, Integer::sum);
            }
        };
        for (int i = 0; i < 300; i++) {
            for (Vp8Source.Packet packet : source.capture(1)) {
                frames.put(packet.timestamp(), packet.frame());
                sender.send(camera, Arrays.copyOf(packet.bytes(), PACKET_BYTES), packet.marker(), packet.timestamp());
            }
            bridge.run(13 * MS);
        }
        bridge.run(500 * MS);
        int shift = parts.keySet().stream().mapToInt(t -> t).min().orElseThrow()
                - frames.keySet().stream().mapToInt(t -> t).min().orElseThrow();
        int[] came = new int[3];
        int[] sent = new int[3];
        frames.forEach((timestamp, frame) -> {
            sent[frame.layer()]++;
            Integer count = parts.get(timestamp + shift);
            if (count != null) {
                came[frame.layer()]++;
                assertThat(count).as("packets of a frame").isEqualTo(frame.parts());
            }
        });
        assertThat(came[0]).as("frames of the base layer").isEqualTo(sent[0]);
        assertThat(came[2]).as("frames of the highest layer").isBetween(1, sent[2] * 3 / 4);
        assertThat(videoNumbers).isSorted().doesNotHaveDuplicates();
        assertThat(videoNumbers.getLast() - videoNumbers.getFirst())
                .as("no gap where frames are left out")
                .isEqualTo(videoNumbers.size() - 1);
        assertThat(dropped()).isZero();
        assertThat(bridge.workers.stats().droppedByReason().get("pacer_thinned"))
                .isPositive();
    }

    /** Three quarters of the frames are left out when their turn comes: they are none of the queue. */
    @Test
    void whatTheReceiverDoesNotGetIsNotCountedWhileItWaits() {
        Objects.requireNonNull(viewer.endpoint).onAllocation(1_000_000, 400_000);
        bridge.targets.put("c1", Map.of(2000, LayerId.of(0, 0, 0)));
        bridge.publish();
        Vp8Source source = new Vp8Source(new Random(7), 1, 0, false, (_, isKey, _) -> isKey ? 14 : 2);
        int lowest = 0;
        for (int i = 0; i < 120; i++) {
            if (i == 40) {
                source.requestKeyFrame();
            }
            for (Vp8Source.Packet packet : source.capture(1)) {
                lowest += packet.frame().layer() == 0 ? 1 : 0;
                sender.send(camera, Arrays.copyOf(packet.bytes(), PACKET_BYTES), packet.marker(), packet.timestamp());
            }
            bridge.run(15 * MS);
        }
        bridge.run(500 * MS);
        assertThat(dropped()).isZero();
        assertThat(videoNumbers).hasSize(lowest).isSorted();
        assertThat(videoNumbers.getLast() - videoNumbers.getFirst())
                .as("no gap where frames are left out")
                .isEqualTo(lowest - 1);
    }

    @Test
    void whoeverLeavesIsForgotten() {
        sendFrame(18, false);
        bridge.run(2 * MS);
        bridge.leave("c1");
        bridge.run(500 * MS);
        sendFrame(2, false);
        bridge.run(100 * MS);
        assertThat(bridge.workers.stats().endpoints()).isGreaterThanOrEqualTo(1);
    }
}
