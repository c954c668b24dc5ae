package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.audio;
import static org.starbridge.media.worker.SimulatedBridge.rtx;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.bandwidth.BandwidthEstimator;
import org.starbridge.bandwidth.Reason;
import org.starbridge.bandwidth.TraceReplay;
import org.starbridge.bandwidth.feedback.PacketResults;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.source.Negotiation;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.testkit.SimulatedNetwork.Conditions;
import org.starbridge.transport.link.LinkConditions;

/** A sender and a viewer whose bandwidth the bridge estimates from transport-wide feedback. */
class BandwidthTest {
    private static final long MS = 1_000_000;
    private static final int NUMBERS_ID = 5;
    private static final int RTX_SSRC = 3000;
    private static final long QUEUE_NS = 300 * MS;

    private SimulatedBridge bridge = new SimulatedBridge(1, 1);
    private SimulatedClient sender;
    private SimulatedClient viewer;
    private SentStream camera;
    private SentStream microphone;

    BandwidthTest() {
        begin(DownlinkSettings.DEFAULT, Recovery.NACK_AND_RTX);
    }

    private void begin(DownlinkSettings settings, Recovery recovery) {
        bridge.close();
        bridge = new SimulatedBridge(1, 1, UnaryOperator.identity(), UnaryOperator.identity(), settings);
        bridge.recovery = recovery;
        bridge.videoCodec = "opaque";
        bridge.hasTransportFeedback = true;
        bridge.extensionIds = Map.of(Negotiation.TRANSPORT_SEQUENCE, NUMBERS_ID);
        sender = bridge.join("c0", audio(1000), video(2000), rtx(RTX_SSRC, 2000));
        viewer = bridge.join("c1", audio(1001));
        viewer.feedbackId = NUMBERS_ID;
        viewer.mediaByRtxSsrc.put(RTX_SSRC, 2000);
        microphone = sender.addStream(1000, OPUS, 100);
        camera = sender.addStream(2000, VP8, 100);
        assertThat(bridge.connectAll()).isTrue();
    }

    @AfterEach
    void close() {
        bridge.close();
    }

    private void limit(long bitsPerSecond) {
        bridge.network.downlink(
                viewer.port.localAddress(),
                LinkConditions.PERFECT.withRate((double) bitsPerSecond).withQueueMs(QUEUE_NS / 1e6));
    }

    private BandwidthEstimate estimate() {
        return Objects.requireNonNull(viewer.endpoint).stats().bandwidth();
    }

    /** Frames of {@code packets} of 1000 bytes, 25 a second, and audio. */
    private void talk(int packets, int durationMs) {
        for (int i = 0; i < durationMs; i += 20) {
            sender.send(microphone, new byte[60], false);
            if (i % 40 == 0) {
                for (int k = 0; k < packets; k++) {
                    sender.send(camera, new byte[1000], k == packets - 1);
                }
            }
            bridge.run(20 * MS);
        }
    }

    @Test
    void probesFindWhatALinkCarriesBeforeTheFirstPicture() {
        Objects.requireNonNull(viewer.endpoint).onAllocation(2_500_000, 0);
        bridge.run(500 * MS);
        assertThat(viewer.paddingPackets).isGreaterThan(20);
        assertThat(estimate().targetBps()).isGreaterThan(2_500_000);
        assertThat(estimate().probesSent()).isGreaterThanOrEqualTo(2);
        assertThat(estimate().probeBytes()).isBetween(15_000L, 60_000L);
        bridge.run(1_100 * MS);
        assertThat(bridge.workers.stats().count(MediaCounter.PROBE_PACKETS_SENT))
                .isGreaterThan(20);
    }

    @Test
    void nothingIsProbedForWhoWantsNothing() {
        bridge.run(6000 * MS);
        int before = viewer.paddingPackets;
        Objects.requireNonNull(viewer.endpoint).onAllocation(0, 0);
        bridge.run(30_000 * MS);
        assertThat(viewer.paddingPackets).isEqualTo(before);
    }

    @Test
    void everyPacketHasTheNextNumberWhateverItIs() {
        Objects.requireNonNull(viewer.endpoint).onAllocation(2_500_000, 800_000);
        viewer.recovery.start(bridge.clock.nowNs());
        bridge.network.conditions(new Conditions(0.05, 0, 5 * MS, 0));
        talk(4, 3000);
        bridge.network.conditions(Conditions.PERFECT);
        talk(4, 1000);
        assertThat(viewer.recovery.recovered).isGreaterThan(10);
        List<Integer> numbers = viewer.transportNumbers;
        assertThat(numbers).doesNotHaveDuplicates();
        assertThat(numbers).isSorted();
        int perfect = numbers.size() - 80;
        assertThat(numbers.getLast() - numbers.get(perfect))
                .as("without a gap where nothing is lost")
                .isEqualTo(numbers.size() - 1 - perfect);
        assertThat(estimate().unmatchedFeedback()).isZero();
    }

    @Test
    void theEstimateFollowsTheLink() {
        Objects.requireNonNull(viewer.endpoint).onAllocation(1_500_000, 800_000);
        talk(4, 3000);
        assertThat(estimate().targetBps()).isGreaterThan(1_500_000);
        assertThat(estimate().overloaded()).isFalse();
        limit(500_000);
        talk(4, 3000); // the sender does not adapt
        assertThat(estimate().targetBps()).isBetween(150_000L, 500_000L);
        assertThat(estimate().reason()).isIn(Reason.DELAY, Reason.LOSS);
        assertThat(estimate().overloaded()).isTrue();
        limit(50_000_000);
        talk(1, 15_000);
        assertThat(estimate().targetBps()).isGreaterThan(1_200_000);
    }

    @Test
    void aLowerEstimateIsToldAtOnce() {
        Objects.requireNonNull(viewer.endpoint).onAllocation(1_500_000, 800_000);
        talk(4, 3000);
        limit(300_000);
        int toldBefore = viewer.downlinkChanges;
        assertThat(bridge.runUntil(
                        () -> {
                            talk(4, 40);
                            return viewer.downlinkChanges > toldBefore;
                        },
                        3_000 * MS))
                .isTrue();
        assertThat(estimate().targetBps()).isLessThan(1_400_000);
    }

    @Test
    void aReceiverThatFallsSilentDoesNotKeepItsRate() {
        Objects.requireNonNull(viewer.endpoint).onAllocation(1_500_000, 800_000);
        talk(4, 3000);
        long before = estimate().targetBps();
        viewer.isSilent = true;
        talk(4, 4000);
        assertThat(estimate().targetBps()).isLessThan(before / 2);
        assertThat(estimate().reason()).isEqualTo(Reason.NO_FEEDBACK);
    }

    @Test
    void withoutRtxNothingIsProbed() {
        begin(DownlinkSettings.DEFAULT, Recovery.NACK);
        Objects.requireNonNull(viewer.endpoint).onAllocation(2_500_000, 0);
        talk(4, 3000);
        assertThat(estimate().isKnown()).isTrue();
        assertThat(estimate().probeBytes()).isZero();
    }

    @Test
    void nothingIsEstimatedWhereThatIsOff() {
        begin(DownlinkSettings.OFF, Recovery.NACK_AND_RTX);
        talk(4, 1500);
        assertThat(estimate()).isEqualTo(BandwidthEstimate.NONE);
        assertThat(viewer.transportNumbers)
                .as("numbers are counted all the same")
                .hasSizeGreaterThan(100);
        assertThat(viewer.paddingPackets).isZero();
    }

    @Test
    void aTraceIsRecordedOnRequestAndCanBeReplayed() {
        Objects.requireNonNull(viewer.endpoint).onAllocation(1_500_000, 800_000);
        talk(4, 200);
        assertThat(trace()).as("nobody asked").isEmpty();
        viewer.endpoint.recordBandwidth(true);
        talk(4, 5000);
        List<String> lines = trace();
        assertThat(lines).hasSizeGreaterThan(30).allMatch(line -> line.matches("[SFA],.*"));
        BandwidthEstimator again = new BandwidthEstimator(BandwidthConfig.defaults(), new PacketResults());
        TraceReplay replay = new TraceReplay(again);
        assertThat(lines.getFirst()).as("what is known").startsWith("S,0,1500000,800000,");
        assertThat(lines.get(1)).as("what is wanted").startsWith("A,").endsWith(",1500000,800000");
        List<Long> targets = lines.stream().map(replay::onLine).toList();
        assertThat(targets.getLast()).isEqualTo(estimate().targetBps());
        assertThat(again.acknowledgedBps()).isEqualTo(estimate().acknowledgedBps());
        viewer.endpoint.recordBandwidth(false);
        assertThat(trace()).isEmpty();
    }

    @Test
    void aTraceEndsByItselfTenMinutesAfterItWasReadLast() {
        Objects.requireNonNull(viewer.endpoint).recordBandwidth(true);
        talk(4, 500);
        bridge.run(599_000 * MS);
        assertThat(trace()).isNotEmpty();
        bridge.run(601_000 * MS);
        assertThat(trace()).isEmpty();
    }

    private List<String> trace() {
        CompletableFuture<byte[]> answer =
                Objects.requireNonNull(viewer.endpoint).bandwidthTrace();
        bridge.run(MS);
        return new String(answer.getNow(new byte[0]), StandardCharsets.US_ASCII)
                .lines()
                .toList();
    }
}
