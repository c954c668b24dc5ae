package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.audio;
import static org.starbridge.media.worker.SimulatedBridge.encoding;
import static org.starbridge.media.worker.SimulatedBridge.rtx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.projection.Vp8Source;
import org.starbridge.media.source.Negotiation;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.testkit.SimulatedNetwork.Conditions;
import org.starbridge.transport.link.LinkConditions;

/**
 * A camera with three encodings, and a viewer behind a link whose rate changes. The test chooses the encoding as
 * selection does: the highest that fits the estimate, looked at when the bridge says that it changed.
 */
class NarrowLinkTest {
    private static final long MS = 1_000_000;
    private static final int NUMBERS_ID = 5;
    private static final int[] PACKET_BYTES = {220, 820, 1180};
    /** What they cost: 2.5 packets a frame. */
    private static final long[] LAYER_BPS = {150_000, 520_000, 740_000};

    private static final long AUDIO_BPS = 45_000;

    private final SimulatedBridge bridge = new SimulatedBridge(3, 1);
    private final SimulatedClient sender;
    private final SimulatedClient viewer;
    private final SentStream microphone;
    private final List<SentStream> encodings = new ArrayList<>();
    private final Vp8Source camera = new Vp8Source(new Random(5), 3, 0, false);
    private long nextFrameNs;
    private long nextAudioNs;
    private long audioSent;
    private long audioCame;
    private long lastFrameNs;
    private long longestFreezeNs;
    private int layer = -1;
    private int switches;
    private int seenChanges;

    NarrowLinkTest() {
        bridge.recovery = Recovery.NACK_AND_RTX;
        bridge.hasTransportFeedback = true;
        bridge.extensionIds = Map.of(Negotiation.TRANSPORT_SEQUENCE, NUMBERS_ID);
        sender = bridge.join(
                "c0", audio(1000), encoding(2000, 0), encoding(2000, 1), encoding(2000, 2), rtx(3000, 2000));
        viewer = bridge.join("c1", audio(1001));
        viewer.feedbackId = NUMBERS_ID;
        viewer.mediaByRtxSsrc.put(3000, 2000);
        viewer.watcher = (ssrc, _, _, marker, _) -> {
            long nowNs = bridge.clock.nowNs();
            if (ssrc == 1000) {
                audioCame++;
            } else if (marker) {
                longestFreezeNs = lastFrameNs == 0 ? 0 : Math.max(longestFreezeNs, nowNs - lastFrameNs);
                lastFrameNs = nowNs;
            }
        };
        microphone = sender.addStream(1000, OPUS, 100);
        for (int i = 0; i < 3; i++) {
            encodings.add(sender.addStream(2000 + i, VP8, 100));
        }
        assertThat(bridge.connectAll()).isTrue();
        viewer.recovery.start(bridge.clock.nowNs());
    }

    @AfterEach
    void close() {
        bridge.close();
    }

    private void limit(long bitsPerSecond) {
        bridge.network.downlink(
                viewer.port.localAddress(),
                LinkConditions.PERFECT.withRate((double) bitsPerSecond).withQueueMs(300));
    }

    private void run(int durationMs) {
        for (int i = 0; i < durationMs; i++) {
            long nowNs = bridge.clock.nowNs();
            if (!sender.keyFrameRequests.isEmpty()) {
                sender.keyFrameRequests.clear();
                camera.requestKeyFrame();
            }
            if (nowNs >= nextFrameNs) {
                nextFrameNs = Math.max(nextFrameNs, nowNs) + Vp8Source.FRAME_MS * MS;
                for (Vp8Source.Packet packet : camera.capture(3)) {
                    byte[] payload = Arrays.copyOf(packet.bytes(), PACKET_BYTES[packet.encoding()]);
                    sender.send(encodings.get(packet.encoding()), payload, packet.marker(), packet.timestamp());
                }
            }
            if (nowNs >= nextAudioNs) {
                nextAudioNs = Math.max(nextAudioNs, nowNs) + 20 * MS;
                sender.send(microphone, new byte[60], false);
                audioSent++;
            }
            bridge.run(MS);
            select();
        }
    }

    private void select() {
        if (viewer.downlinkChanges == seenChanges && layer >= 0) {
            return;
        }
        seenChanges = viewer.downlinkChanges;
        EndpointStats stats = Objects.requireNonNull(viewer.endpoint).stats();
        long videoBps = stats.bandwidth().targetBps() - AUDIO_BPS;
        int best = 0;
        for (int i = 1; i < 3; i++) {
            best = LAYER_BPS[i] <= videoBps ? i : best;
        }
        if (best != layer) {
            layer = best;
            switches++;
            bridge.targets.put("c1", Map.of(2000, LayerId.of(best, 0, 2)));
            bridge.publish();
        }
        viewer.endpoint.onAllocation(LAYER_BPS[2] + AUDIO_BPS, LAYER_BPS[layer] + AUDIO_BPS);
    }

    private double audioLossPercent(int durationMs) {
        long sentBefore = audioSent;
        long cameBefore = audioCame;
        run(durationMs);
        return 100 - 100.0 * (audioCame - cameBefore) / (audioSent - sentBefore);
    }

    @Test
    void theFirstPictureIsTheBestOne() {
        limit(3_000_000);
        run(1000);
        assertThat(layer).isEqualTo(2);
    }

    @Test
    void aStepDownAndUp() {
        limit(1_500_000);
        run(10_000);
        assertThat(layer).isEqualTo(2);
        longestFreezeNs = 0;
        limit(250_000);
        run(1500);
        assertThat(layer).isZero();
        run(500);
        assertThat(audioLossPercent(20_000)).as("% of the audio").isLessThan(2);
        assertThat(longestFreezeNs).isLessThan(1000 * MS);
        limit(1_500_000);
        run(10_000);
        assertThat(layer).as("back at the best").isEqualTo(2);
        assertThat(longestFreezeNs).isLessThan(1000 * MS);
        assertThat(switches).isLessThan(10);
    }

    @Test
    void aLinkForTheMiddleLayer() {
        limit(750_000);
        run(10_000);
        long[] estimates = new long[400];
        double lost = 0;
        for (int i = 0; i < estimates.length; i++) {
            lost += audioLossPercent(100) / estimates.length;
            estimates[i] =
                    Objects.requireNonNull(viewer.endpoint).stats().bandwidth().targetBps();
        }
        assertThat(lost).as("% of the audio").isLessThan(2);
        Arrays.sort(estimates);
        assertThat(estimates[estimates.length / 2]).as("median").isBetween(480_000L, 800_000L);
        assertThat(longestFreezeNs).isLessThan(1000 * MS);
    }

    @Test
    void randomLossIsNotTakenForANarrowLink() {
        bridge.network.conditions(new Conditions(0.05, 0, 20 * MS, 0));
        run(20_000);
        assertThat(layer).as("5 % lost at 5 Mbit/s and more").isEqualTo(2);
    }
}
