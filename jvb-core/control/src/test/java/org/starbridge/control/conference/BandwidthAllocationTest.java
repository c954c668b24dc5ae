package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.control.conference.TestBridge.MEETING;
import static org.starbridge.control.conference.TestBridge.grouped;
import static org.starbridge.control.conference.TestBridge.source;
import static org.starbridge.control.conference.TestBridge.updating;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bandwidth.Reason;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.Layer;
import org.starbridge.lastn.allocation.SourceAllocation;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.LayersSnapshot;

/** What a receiver gets of a camera of 150, 500 and 2500 kbit/s as its bandwidth estimate moves. */
class BandwidthAllocationTest {
    private static final long MS = 1_000_000;
    private static final long STEP_MS = 100;
    private static final long REVIEW_MS = 500;
    private static final int CAMERA = 10;
    private static final long AUDIO_BPS = 40_000;

    private TestBridge bridge = new TestBridge(
            new TestConfig().selection(SelectionPolicy.defaults(true)).build());
    private final List<Integer> encodings = new ArrayList<>();
    private long atMs;

    private static BandwidthEstimate estimate(long bps, Reason reason, boolean overloaded) {
        return new BandwidthEstimate(
                bps,
                reason,
                bps,
                BandwidthEstimate.UNKNOWN,
                bps,
                0,
                50,
                2 * bps,
                0,
                0,
                0,
                0,
                0,
                false,
                false,
                AUDIO_BPS,
                overloaded);
    }

    private static LayersSnapshot.Layer layer(int encoding, long kbps) {
        return new LayersSnapshot.Layer(LayerId.of(encoding, 0, 2), true, 180 << encoding, 30, kbps * 1000, 0);
    }

    private void begin() {
        bridge.with("a", "b");
        estimate(estimate(100_000, Reason.START, false));
        bridge.media.endpoint("a").layers =
                Map.of(CAMERA, new LayersSnapshot(1, List.of(layer(0, 150), layer(1, 500), layer(2, 2500))));
        bridge.update(updating("a")
                .sources(List.of(grouped(
                        source(MediaKind.VIDEO, "a-v0", CAMERA, CAMERA + 1, CAMERA + 2),
                        new SsrcGroup(SsrcGroup.SIM, List.of(10L, 11L, 12L)))))
                .build());
    }

    /** The estimate is another one, which the media side tells at once. */
    private void estimate(BandwidthEstimate estimate) {
        FakeMediaPlane.FakeEndpoint viewer = bridge.media.endpoint("b");
        if (!viewer.bandwidth.equals(estimate)) {
            viewer.bandwidth = estimate;
            viewer.listener.onDownlinkChanged();
            bridge.runLater();
        }
    }

    /** Lets time pass, with an estimate in kbit/s for each moment in ms since the beginning. */
    private void run(long durationMs, LongUnaryOperator kbpsAtMs) {
        for (long endMs = atMs + durationMs; atMs < endMs; atMs += STEP_MS) {
            estimate(estimate(1000 * kbpsAtMs.applyAsLong(atMs), Reason.DELAY, false));
            if (atMs % REVIEW_MS == 0) {
                bridge.conferences.reviewLayers();
            }
            encodings.add(encoding());
            bridge.nowNs.addAndGet(STEP_MS * MS);
        }
    }

    private Allocation allocation() {
        return snapshot().allocation();
    }

    private EndpointSnapshot snapshot() {
        return bridge.conferences.snapshot(MEETING).orElseThrow().endpoints().get(1);
    }

    private int encoding() {
        SourceAllocation camera = Objects.requireNonNull(allocation().find("a-v0"));
        Layer target = camera.target();
        return target == null ? -1 : target.encoding();
    }

    private int upSwitches() {
        int count = 0;
        for (int i = 1; i < encodings.size(); i++) {
            count += encodings.get(i) > encodings.get(i - 1) ? 1 : 0;
        }
        encodings.clear();
        return count;
    }

    @Test
    void anEstimateThatFallsLeadsToALowerLayerAtOnceAndBackInAFewSteps() {
        begin();
        run(20_000, _ -> 3000);
        assertThat(encoding()).isEqualTo(2);
        encodings.clear();
        estimate(estimate(500_000, Reason.DELAY, false));
        assertThat(encoding()).as("at once").isZero();
        run(10_000, _ -> 500);
        assertThat(encodings).containsOnly(0);
        // It grows by 8 % a second, and a probe finds the rest.
        run(60_000, ms -> ms < 40_000 ? (long) (500 * Math.pow(1.08, (ms - 30_000) / 1000.0)) : 3000);
        assertThat(encodings.getLast()).isEqualTo(2);
        assertThat(upSwitches()).isLessThanOrEqualTo(3);
    }

    /** The estimator falls to 85 % of what arrives whenever a queue grows, and recovers within seconds. */
    @Test
    void theFallsOfTheEstimatorOnALinkThatCarriesTheLayerChangeNothing() {
        begin();
        run(5_000, _ -> 3000);
        encodings.clear();
        run(120_000, ms -> ms % 4000 < 1000 ? 2540 * 85 / 100 - 5 : 2700);
        assertThat(encodings).containsOnly(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {2000, 4000, 8000})
    void anEstimateThatOscillatesSwitchesLessAndLessOften(int periodMs) {
        begin();
        LongUnaryOperator oscillating = ms -> ms % periodMs < periodMs / 2 ? 2700 : 1500;
        run(60_000, oscillating);
        assertThat(upSwitches()).isLessThanOrEqualTo(8);
        run(240_000, oscillating);
        assertThat(upSwitches()).isLessThanOrEqualTo(12);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aNoisyEstimateAroundTheCostOfALayerSwitchesSeldom(long seed) {
        begin();
        Random random = new Random(seed);
        long[] kbps = random.longs(120, 2300, 2780).toArray();
        run(120_000, ms -> kbps[(int) (ms / 1000)]);
        assertThat(upSwitches()).isLessThanOrEqualTo(2);
    }

    @Test
    void audioIsReservedBeforeVideo() {
        begin();
        run(2000, _ -> 540);
        assertThat(encoding())
                .as("500 is left, which is not more than the layer")
                .isZero();
        assertThat(allocation().budget().bps()).isEqualTo(500_000);
        run(2000, _ -> 545);
        assertThat(encoding()).isEqualTo(1);
        run(2000, _ -> 40);
        assertThat(encoding()).isEqualTo(-1);
        assertThat(allocation().budget().bps()).isZero();
    }

    @Test
    void moreIsAllocatedAsSoonAsItFitsHoweverSmallTheChange() {
        begin();
        run(5000, _ -> 2500);
        assertThat(encoding()).isEqualTo(1);
        estimate(estimate(2_545_000, Reason.PROBE, false));
        assertThat(encoding()).isEqualTo(2);
    }

    @Test
    void theMediaSideIsToldWhatIsWantedAndWhatIsSentWhenThatChangesNotably() {
        begin();
        run(1000, _ -> 3000);
        List<FakeMediaPlane.Allocated> told = bridge.media.endpoint("b").allocations;
        assertThat(told.getLast()).isEqualTo(new FakeMediaPlane.Allocated(2_540_000, 2_540_000));
        int before = told.size();
        run(10_000, ms -> 3000 + ms / 100);
        assertThat(told).hasSize(before);
        run(1000, _ -> 1000);
        assertThat(told.getLast()).isEqualTo(new FakeMediaPlane.Allocated(2_540_000, 540_000));
        assertThat(told).hasSize(before + 1);
    }

    /** What fills its link then is the traffic of others, and lowers no estimate. */
    @Test
    void aReceiverWithoutVideoWantsNothing() {
        begin();
        run(1000, _ -> 3000);
        bridge.update(updating("a").sources(List.of()).build());
        bridge.conferences.reviewLayers();
        assertThat(bridge.media.endpoint("b").allocations.getLast()).isEqualTo(new FakeMediaPlane.Allocated(0, 0));
    }

    /** So that the first probes find out what the link carries before the first picture. */
    @Test
    void beforeAnythingIsSentTheUsualBitratesAreWanted() {
        begin();
        bridge.media.endpoint("a").layers = Map.of();
        estimate(estimate(2_500_000, Reason.START, false));
        assertThat(bridge.media.endpoint("b").allocations.getLast().wantedBps()).isEqualTo(2_500_000 + AUDIO_BPS);
    }

    @Test
    void aReceiverThatNothingLimitsWantsNoMoreThanItGets() {
        bridge = TestBridge.embedded();
        begin();
        estimate(estimate(400_000, Reason.START, false));
        assertThat(allocation().budget().basis()).isEqualTo(Budget.Basis.ESTIMATES_NOT_TRUSTED);
        assertThat(bridge.media.endpoint("b").allocations)
                .containsOnly(new FakeMediaPlane.Allocated(BandwidthEstimate.UNKNOWN, BandwidthEstimate.UNKNOWN));
    }

    @Test
    void anOverloadedLinkIsProtectedWhereEstimatesAreNotTrusted() {
        bridge = TestBridge.embedded();
        begin();
        run(1000, _ -> 400);
        assertThat(bridge.media.transport("b").target(CAMERA)).isEqualTo(LayerId.HIGHEST);
        estimate(estimate(400_000, Reason.DELAY, true));
        bridge.conferences.reviewLayers();
        assertThat(allocation().budget()).isEqualTo(new Budget(360_000, Budget.Basis.OVERLOAD, 77_647));
        assertThat(encoding()).isZero();
        assertThat(bridge.media.endpoint("b").allocations.getLast())
                .as("it is probed for, so that the end of the overload is found")
                .isEqualTo(new FakeMediaPlane.Allocated(2_540_000, 190_000));
        estimate(estimate(3_000_000, Reason.PROBE, false));
        bridge.conferences.reviewLayers();
        assertThat(allocation().budget().isLimited()).isFalse();
        assertThat(bridge.media.transport("b").target(CAMERA)).isEqualTo(LayerId.HIGHEST);
    }

    @Test
    void theEstimateThatLedToTheAllocationIsKept() {
        begin();
        run(1000, _ -> 1000);
        assertThat(snapshot().allocatedBy().reason()).isEqualTo(Reason.DELAY);
        assertThat(snapshot().allocatedBy().targetBps()).isEqualTo(1_000_000);
        bridge.media.endpoint("b").bandwidth = estimate(1_010_000, Reason.PROBE, false);
        assertThat(snapshot().allocatedBy().reason())
                .as("nothing was decided since")
                .isEqualTo(Reason.DELAY);
    }
}
