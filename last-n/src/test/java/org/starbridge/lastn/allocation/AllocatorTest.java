package org.starbridge.lastn.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.lastn.allocation.Scene.describe;
import static org.starbridge.lastn.allocation.Scene.layer;
import static org.starbridge.lastn.allocation.Scene.simulcast;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.allocation.VideoSource.Content;
import org.starbridge.lastn.allocation.VideoSource.State;

/** Each rule of how bandwidth is divided, one by one. */
class AllocatorTest {
    private static final Budget PLENTY = Budget.unlimited(Budget.Basis.ESTIMATES_NOT_TRUSTED);

    @Test
    void theWorkedExample() {
        Scene scene = new Scene()
                .camera("a", List.of(layer(0, 0, 180, 30, 200), layer(1, 0, 360, 30, 500), layer(2, 0, 720, 30, 1500)))
                .camera("b", List.of(layer(0, 0, 180, 7.5, 80), layer(0, 1, 180, 15, 130), layer(0, 2, 180, 30, 200)))
                .camera("c", List.of(layer(0, 0, 180, 7.5, 80), layer(0, 1, 180, 15, 130), layer(0, 2, 180, 30, 200)))
                .onStage("a")
                .height("a", 720);
        Allocation allocation = scene.allocate(1000);
        assertThat(describe(allocation)).containsExactly("a 360@30 BANDWIDTH", "b 180@30 IDEAL", "c 180@30 IDEAL");
        assertThat(allocation.targetBps()).isEqualTo(900_000);
        assertThat(allocation.idealBps() - allocation.targetBps()).isEqualTo(1_000_000);
        SourceAllocation a = Objects.requireNonNull(allocation.find("a"));
        assertThat(a.neededBps()).isEqualTo(1_500_000);
        assertThat(a.availableBps()).isEqualTo(600_000);
    }

    @Test
    void everybodyGetsTheirIdealIfThereIsPlenty() {
        Allocation allocation = new Scene()
                .camera("a")
                .camera("b")
                .defaultHeight(-1)
                .height("b", 360)
                .allocate(PLENTY);
        assertThat(describe(allocation)).containsExactly("a 720@30 IDEAL", "b 360@30 IDEAL");
        assertThat(allocation.isOversending()).isFalse();
    }

    @Test
    void aCameraIsSmoothWhenSmallAndOnlySmoothWhenLarge() {
        Allocation allocation = new Scene().camera("a").height("a", 720).allocate(PLENTY);
        assertThat(candidates(allocation, "a")).containsExactly("180@7", "180@15", "180@30", "360@30", "720@30");
        assertThat(Objects.requireNonNull(allocation.find("a")).verdicts())
                .containsExactly(
                        LayerVerdict.CANDIDATE,
                        LayerVerdict.CANDIDATE,
                        LayerVerdict.CANDIDATE,
                        LayerVerdict.TOO_SLOW,
                        LayerVerdict.TOO_SLOW,
                        LayerVerdict.CANDIDATE,
                        LayerVerdict.TOO_SLOW,
                        LayerVerdict.TOO_SLOW,
                        LayerVerdict.CANDIDATE);
    }

    /** What is left of the frame rates is as fast as it gets: large pictures are not given up for it. */
    @Test
    void aLimitOfTheTemporalLayerLeavesTheHeight() {
        Scene scene = new Scene().camera("a").height("a", 720);
        Allocation slow = scene.maxTemporalLayer(0).allocate(PLENTY);
        assertThat(describe(slow)).containsExactly("a 720@7 IDEAL");
        assertThat(candidates(slow, "a")).containsExactly("180@7", "360@7", "720@7");
        assertThat(Objects.requireNonNull(slow.find("a")).verdicts())
                .startsWith(LayerVerdict.CANDIDATE, LayerVerdict.TOO_FAST, LayerVerdict.TOO_FAST);
        assertThat(describe(scene.maxTemporalLayer(1).allocate(PLENTY))).containsExactly("a 720@15 IDEAL");
        assertThat(describe(scene.maxTemporalLayer(2).allocate(PLENTY))).containsExactly("a 720@30 IDEAL");
        assertThat(describe(scene.maxTemporalLayer(1).allocate(200)))
                .as("bandwidth decides below the limit")
                .containsExactly("a 180@15 BANDWIDTH");
    }

    @Test
    void aLimitOfTheTemporalLayerHoldsForScreensAndNotForWhatHasNone() {
        Allocation allocation = new Scene()
                .desktop("a", List.of(layer(0, 0, 1080, 5, 200), layer(0, 1, 1080, 15, 500)))
                .camera("b", List.of(layer(0, 0, 720, 30, 900)))
                .defaultHeight(-1)
                .maxTemporalLayer(0)
                .allocate(PLENTY);
        assertThat(describe(allocation)).containsExactly("a 1080@5 IDEAL", "b 720@30 IDEAL");
    }

    @Test
    void aSourceWhoseLayersAreAllTooFastIsNotSent() {
        Allocation allocation = new Scene()
                .camera("a", List.of(layer(0, 1, 720, 30, 900)))
                .defaultHeight(-1)
                .maxTemporalLayer(0)
                .allocate(PLENTY);
        assertThat(describe(allocation)).containsExactly("a - NO_LAYERS");
        assertThat(Objects.requireNonNull(allocation.find("a")).verdicts()).containsExactly(LayerVerdict.TOO_FAST);
    }

    @Test
    void aThumbnailHasNoPreferenceBeyondItsHeight() {
        Allocation allocation = new Scene().camera("a").height("a", 180).allocate(PLENTY);
        assertThat(candidates(allocation, "a")).containsExactly("180@7", "180@15", "180@30");
        assertThat(Objects.requireNonNull(allocation.find("a")).preferred()).isEqualTo(layer(0, 2, 180, 30, 200));
    }

    @Test
    void aSlowCameraIsAsGoodAsItGets() {
        Allocation allocation = new Scene()
                .camera(
                        "a",
                        List.of(
                                layer(0, 0, 180, 7.5, 50),
                                layer(0, 1, 180, 15, 90),
                                layer(1, 0, 360, 7.5, 150),
                                layer(1, 1, 360, 15, 260)))
                .height("a", 720)
                .allocate(PLENTY);
        assertThat(candidates(allocation, "a")).containsExactly("180@7", "180@15", "360@15");
    }

    @Test
    void unknownFrameRatesAreEnough() {
        Allocation allocation = new Scene()
                .camera("a", List.of(layer(0, 0, 180, -1, 100), layer(1, 0, 360, -1, 400), layer(2, 0, 720, -1, 900)))
                .height("a", 720)
                .allocate(PLENTY);
        assertThat(candidates(allocation, "a")).containsExactly("180@?", "360@?", "720@?");
    }

    @Test
    void theLowestLayerIsSentEvenIfTooHigh() {
        Allocation allocation = new Scene()
                .camera("a", List.of(layer(0, 0, 360, 30, 300), layer(1, 0, 720, 30, 900)))
                .height("a", 180)
                .allocate(PLENTY);
        assertThat(describe(allocation)).containsExactly("a 360@30 IDEAL");
        assertThat(Objects.requireNonNull(allocation.find("a")).verdicts())
                .containsExactly(LayerVerdict.CANDIDATE, LayerVerdict.TOO_HIGH);
    }

    @Test
    void whatIsAboveTheLimitIsNotSentThoughBelowThePreferredHeight() {
        Allocation allocation = new Scene()
                .camera("a", List.of(layer(0, 0, 180, 30, 200), layer(1, 0, 270, 30, 300), layer(2, 0, 540, 30, 900)))
                .height("a", 240)
                .allocate(PLENTY);
        assertThat(describe(allocation)).containsExactly("a 180@30 IDEAL");
    }

    @Test
    void layersThatDoNotComeAreLeftOut() {
        Allocation allocation = new Scene()
                .camera("a", List.of(layer(0, 0, 180, 30, 200), layer(1, 0, 360, 30, 500), layer(2, 0, 720, 30, 0)))
                .height("a", 720)
                .allocate(PLENTY);
        assertThat(describe(allocation)).containsExactly("a 360@30 IDEAL");
        assertThat(Objects.requireNonNull(allocation.find("a")).verdicts().get(2))
                .isEqualTo(LayerVerdict.INACTIVE);
    }

    @Test
    void theLowestLayerThatComesStandsInForOneThatDoesNot() {
        Allocation allocation = new Scene()
                .camera("a", List.of(layer(0, 0, 180, 30, 0), layer(1, 0, 360, 30, 500), layer(2, 0, 720, 30, 900)))
                .allocate(PLENTY);
        assertThat(describe(allocation)).containsExactly("a 360@30 IDEAL");
    }

    @Test
    void aSourceThatHasJustBegunMayUseAllItsLayers() {
        Allocation allocation =
                new Scene().camera("a", simulcast(0, 0, 0)).height("a", 720).allocate(1000);
        assertThat(describe(allocation)).containsExactly("a 720@30 IDEAL");
    }

    @Test
    void aDesktopIsAsSharpAsAskedForHoweverSlow() {
        Allocation allocation = new Scene()
                .desktop("d", List.of(layer(0, 0, 720, 5, 300), layer(0, 1, 720, 30, 800), layer(1, 0, 1080, 5, 500)))
                .height("d", 1080)
                .allocate(PLENTY);
        assertThat(candidates(allocation, "d")).containsExactly("720@5", "720@30", "1080@5");
        assertThat(describe(allocation)).containsExactly("d 1080@5 IDEAL");
    }

    @Test
    void aDesktopThatIsTooHighComesInItsLowestHeight() {
        List<Layer> known = List.of(layer(0, 0, 720, 5, 300), layer(0, 1, 720, 30, 800), layer(1, 0, 1080, 5, 500));
        List<Layer> unknown = List.of(layer(0, 0, 720, -1, 300), layer(0, 1, 720, -1, 800), layer(1, 0, 1080, -1, 500));
        assertThat(candidates(new Scene().desktop("d", known).allocate(PLENTY), "d"))
                .containsExactly("720@5", "720@30");
        assertThat(candidates(new Scene().desktop("d", unknown).allocate(PLENTY), "d"))
                .containsExactly("720@?");
        assertThat(candidates(new Scene().desktop("d", unknown).onStage("d").allocate(PLENTY), "d"))
                .containsExactly("720@?", "720@?");
    }

    /**
     * Three layers of one size: spatial layers of one encoding (VP9 and AV1 screens), or three encodings. Height does
     * not tell them apart, so a receiver that asked for less gets the one that costs least.
     *
     * @param kbps of each layer, those below it included
     */
    @ParameterizedTest
    @CsvSource({
        "300 900 2500, 720, 180, 0",
        "300 900 2500, 720, 719, 0",
        "300 900 2500, 720, 720, 2",
        "300 900 2500, 720, -1, 2",
        "0 900 2500, 720, 180, 1",
        "0 0 2500, 720, 180, 2",
        "0 0 0, 720, 180, 0",
        "300 900 2500, 180, 180, 2",
        "300 290 280, 720, 180, 0",
        "900 300 2500, 720, 180, 1",
        "900 400 100, 720, 180, 2"
    })
    void ofLayersOfOneSizeTheCheapestIsEnoughForOneThatAskedForLess(
            String kbps, int heightPx, int wantedPx, int expectedLayer) {
        String[] rates = kbps.split(" ", -1);
        for (boolean isSpatial : new boolean[] {true, false}) {
            List<Layer> layers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                for (int temporal = 0; temporal < 2; temporal++) {
                    layers.add(new Layer(
                            LayerId.of(isSpatial ? 0 : i, isSpatial ? i : 0, temporal),
                            heightPx,
                            15 << temporal,
                            Long.parseLong(rates[i]) * (500 + 500 * temporal)));
                }
            }
            for (boolean isDesktop : new boolean[] {true, false}) {
                for (boolean isOnStage : new boolean[] {true, false}) {
                    Scene scene = isDesktop ? new Scene().desktop("s", layers) : new Scene().camera("s", layers);
                    Allocation allocation = (isOnStage ? scene.onStage("s") : scene)
                            .height("s", wantedPx)
                            .allocate(PLENTY);
                    Layer target = Objects.requireNonNull(
                            Objects.requireNonNull(allocation.find("s")).target());
                    assertThat(isSpatial ? target.spatial() : target.encoding())
                            .as("spatial %s, desktop %s, on stage %s", isSpatial, isDesktop, isOnStage)
                            .isEqualTo(expectedLayer);
                    assertThat(target.temporal()).as("as smooth as it comes").isEqualTo(1);
                }
            }
        }
    }

    @Test
    void aDesktopOnStageMayExceedTheBudgetWithTheCheapestOfItsBestHeight() {
        List<Layer> layers =
                List.of(layer(0, 0, 1080, 5, 900), layer(0, 1, 1080, 15, 1500), layer(0, 2, 1080, 30, 2500));
        Scene scene = new Scene().desktop("d", layers).camera("a").onStage("d").height("d", 1080);
        Allocation allocation = scene.allocate(500);
        assertThat(describe(allocation)).containsExactly("d 1080@5 OVERSENT", "a - BANDWIDTH");
        assertThat(allocation.isOversending()).isTrue();
        assertThat(allocation.suspendedSources()).containsExactly("a");
        assertThat(describe(scene.allocate(399))).containsExactly("d - BANDWIDTH", "a - BEHIND_ON_STAGE");
        assertThat(describe(scene.allocate(400))).containsExactly("d 1080@5 OVERSENT", "a - BANDWIDTH");
    }

    /**
     * A screen on stage of three layers of 1920 x 1080 and one that is smaller, in the order of their ids.
     *
     * @param kbps of each layer, the height of which is 1080 if it has no other
     * @param budgetKbps of which 500 more may be used
     */
    @ParameterizedTest
    @CsvSource({
        "900 1500 850, 400, 2, OVERSENT", // the last costs least
        "900 1500 850, 349, -1, BANDWIDTH",
        "900 850 850, 400, 2, OVERSENT", // no dearer, and better
        "900 1500 2500, 400, 0, OVERSENT",
        "900 1500 2500, 950, 0, BANDWIDTH", // it fits: nothing above is taken on credit
        "900 720:300 1500, 450, 1, BANDWIDTH", // what fits is kept, though the sharper one is not reached
        "900 720:300 850, 400, 2, OVERSENT",
    })
    void whatIsTakenOnCreditIsTheCheapestOfTheSharpest(String kbps, long budgetKbps, int expected, Reason reason) {
        List<Layer> layers = new ArrayList<>();
        for (String each : kbps.split(" ", -1)) {
            String[] parts = each.split(":", -1);
            int heightPx = parts.length > 1 ? Integer.parseInt(parts[0]) : 1080;
            layers.add(layer(layers.size(), 0, heightPx, 5, Long.parseLong(parts[parts.length - 1])));
        }
        Allocation allocation =
                new Scene().desktop("d", layers).onStage("d").height("d", 1080).allocate(budgetKbps);
        SourceAllocation screen = Objects.requireNonNull(allocation.find("d"));
        assertThat(LayerId.encoding(screen.targetId())).isEqualTo(expected);
        assertThat(screen.reason()).isEqualTo(reason);
    }

    @Test
    void whatHasNoLimitCannotImprove() {
        Allocation allocation = new Scene().camera("a").height("a", 720).allocate(PLENTY);
        assertThat(allocation.mayImprove(Long.MAX_VALUE / 2, 1)).isFalse();
    }

    /** 29 frames/s are less than 30 where the fastest is 30, at a height of 360 and more. */
    @Test
    void theFrameRateCountsFromThePreferredHeightOn() {
        Allocation allocation = new Scene()
                .camera(
                        "a",
                        List.of(
                                layer(0, 0, 180, 30, 100),
                                layer(0, 1, 359, 5, 200),
                                layer(0, 2, 360, 29, 300),
                                layer(1, 0, 360, 30, 400)))
                .height("a", 720)
                .allocate(PLENTY);
        assertThat(candidates(allocation, "a")).containsExactly("180@30", "359@5", "360@30");
    }

    @Test
    void oversendingCanBeForbiddenAndIsNotForOthers() {
        List<Layer> layers = List.of(layer(0, 0, 1080, 5, 900));
        AllocationPolicy strict = new AllocationPolicy(
                360, 30, false, 500_000, AllocationPolicy.StageOrder.LEND, AllocationPolicy.Hesitation.DEFAULT);
        assertThat(describe(new Scene()
                        .desktop("d", layers)
                        .onStage("d")
                        .policy(strict)
                        .allocate(500)))
                .containsExactly("d - BANDWIDTH");
        assertThat(describe(new Scene().desktop("d", layers).allocate(500))).containsExactly("d - BANDWIDTH");
        assertThat(describe(new Scene()
                        .desktop("d", layers)
                        .desktop("e", layers)
                        .onStage("d", "e")
                        .allocate(1000)))
                .as("only the first")
                .containsExactly("d 1080@5 IDEAL", "e - BANDWIDTH");
        assertThat(describe(
                        new Scene().camera("a").onStage("a").height("a", 720).allocate(70)))
                .as("no camera")
                .containsExactly("a - BANDWIDTH");
    }

    @Test
    void oneOnStageJumpsToItsPreferredQualityBeforeOthersGetAnything() {
        Scene scene = new Scene()
                .camera("a")
                .camera("b")
                .camera("c")
                .onStage("c")
                .height("c", 720)
                .strict();
        assertThat(describe(scene.allocate(450)))
                .containsExactly("c 180@30 BANDWIDTH", "a - BEHIND_ON_STAGE", "b - BEHIND_ON_STAGE");
        assertThat(describe(scene.allocate(500)))
                .as("exactly is enough")
                .containsExactly("c 360@30 BANDWIDTH", "a - BANDWIDTH", "b - BANDWIDTH");
        assertThat(describe(scene.allocate(581)))
                .as("a step has to be less")
                .containsExactly("c 360@30 BANDWIDTH", "a 180@7 BANDWIDTH", "b - BANDWIDTH");
    }

    @Test
    void othersClimbStepByStepInTurns() {
        Scene scene = new Scene().camera("a").camera("b").camera("c").defaultHeight(720);
        assertThat(describe(scene.allocate(295)))
                .as("first all get something, then each a step")
                .containsExactly("a 180@15 BANDWIDTH", "b 180@7 BANDWIDTH", "c 180@7 BANDWIDTH");
        assertThat(describe(scene.allocate(200)))
                .containsExactly("a 180@7 BANDWIDTH", "b 180@7 BANDWIDTH", "c - BANDWIDTH");
    }

    @Test
    void aBetterLayerThatCostsNoMoreIsTaken() {
        Allocation allocation = new Scene()
                .camera("a", List.of(layer(0, 0, 180, 30, 300), layer(1, 0, 360, 30, 250), layer(2, 0, 720, 30, 900)))
                .height("a", 720)
                .allocate(310);
        assertThat(describe(allocation)).containsExactly("a 360@30 BANDWIDTH");
    }

    @Test
    void onStageThenSelectedThenBySpeechThenMuted() {
        Scene scene = new Scene()
                .source(new VideoSource("muted", Content.CAMERA, State.DISABLED, simulcast(0, 0, 0)))
                .source(new VideoSource("gagged", Content.CAMERA, State.FORCE_MUTED, simulcast(200, 500, 1500)))
                .camera("a")
                .camera("b")
                .camera("c")
                .camera("d")
                .onStage("d", "nobody", "muted")
                .selected("c", "d", "c")
                .lastN(3);
        assertThat(describe(scene.allocate(PLENTY)))
                .containsExactly(
                        "d 180@30 IDEAL",
                        "c 180@30 IDEAL",
                        "a 180@30 IDEAL",
                        "b - BEYOND_LAST_N",
                        "muted - DISABLED",
                        "gagged - FORCE_MUTED");
    }

    @Test
    void whatIsNotWantedTakesNoPlaceOfLastN() {
        Scene scene =
                new Scene().camera("a").camera("b").camera("c").height("a", 0).lastN(1);
        Allocation allocation = scene.allocate(PLENTY);
        assertThat(describe(allocation)).containsExactly("a - NOT_WANTED", "b 180@30 IDEAL", "c - BEYOND_LAST_N");
        assertThat(allocation.effectiveMaxHeightsPx()).isEqualTo(Map.of("a", 0, "b", 180, "c", 0));
        assertThat(allocation.forwardedSources()).containsExactly("b");
        assertThat(allocation.suspendedSources()).isEmpty();
    }

    @Test
    void lastNZeroIsNothing() {
        assertThat(describe(new Scene().camera("a").onStage("a").lastN(0).allocate(PLENTY)))
                .containsExactly("a - BEYOND_LAST_N");
    }

    @Test
    void aSourceWithoutLayersHoldsNobodyBack() {
        Scene scene = new Scene().camera("a", List.of()).camera("b").onStage("a");
        assertThat(describe(scene.allocate(1000))).containsExactly("a - NO_LAYERS", "b 180@30 IDEAL");
    }

    private static List<String> candidates(Allocation allocation, String name) {
        return Objects.requireNonNull(allocation.find(name)).candidates().stream()
                .map(layer -> layer.heightPx() + "@"
                        + (layer.framesPerSecond() < 0 ? "?" : String.valueOf((int) layer.framesPerSecond())))
                .toList();
    }
}
