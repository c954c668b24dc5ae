package org.starbridge.lastn.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Layers do not go up and down with every breath of the network. */
class HesitationTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long MS_NS = 1_000_000L;

    @Test
    void aLayerThatWasDeniedIsSentAsSoonAsItFits() {
        Scene scene = new Scene().camera("a").height("a", 720);
        Allocation low = scene.allocate(1400);
        scene.after(low, 60 * SECOND_NS);
        Allocation notYet = scene.allocate(1500);
        assertThat(Scene.describe(notYet)).containsExactly("a 360@30 BANDWIDTH");
        assertThat(notYet.mayImprove(1_500_000, 60 * SECOND_NS)).isFalse();
        assertThat(notYet.mayImprove(1_500_001, 60 * SECOND_NS)).isTrue();
        assertThat(low.mayImprove(100_000_000, 0)).isTrue();
        assertThat(Objects.requireNonNull(notYet.find("a")).neededBps()).isEqualTo(1_500_000);
        scene.after(notYet, SECOND_NS);
        assertThat(Scene.describe(scene.allocate(1501))).containsExactly("a 720@30 IDEAL");
    }

    @Test
    void afterAStepDownTheNextStepUpWaitsForASecond() {
        Scene scene = new Scene().camera("a").height("a", 720);
        scene.after(scene.allocate(1600), 60 * SECOND_NS);
        Allocation lost = scene.allocate(1300);
        assertThat(Scene.describe(lost)).as("at once").containsExactly("a 360@30 BANDWIDTH");
        scene.after(lost, SECOND_NS - 1);
        assertThat(Scene.describe(scene.allocate(5000))).containsExactly("a 360@30 HELD_BACK");
        assertThat(lost.mayImprove(5_000_000, 61 * SECOND_NS - 1)).isFalse();
        assertThat(lost.mayImprove(5_000_000, 61 * SECOND_NS)).isTrue();
        scene.after(lost, 1);
        assertThat(Scene.describe(scene.allocate(1501))).containsExactly("a 720@30 IDEAL");
    }

    /** 3 s, 4.5 s, 6.75 s. */
    @Test
    void aStepUpThatFailsAgainAndAgainIsTriedLaterEachTime() {
        Scene scene = new Scene().camera("a").height("a", 720);
        scene.after(scene.allocate(1600), SECOND_NS);
        for (long waitMs : new long[] {3000, 4500, 6750}) {
            Allocation lost = scene.allocate(1300);
            scene.after(lost, waitMs * MS_NS - 1);
            assertThat(Scene.describe(scene.allocate(1700))).containsExactly("a 360@30 HELD_BACK");
            scene.after(lost, 1);
            assertThat(Scene.describe(scene.allocate(1600)))
                    .as("it needs a tenth to spare, too")
                    .containsExactly("a 360@30 HEADROOM");
            scene.after(scene.allocate(1700), SECOND_NS);
        }
        scene.after(scene.allocate(1700), 20 * SECOND_NS);
        scene.after(scene.allocate(1300), SECOND_NS);
        assertThat(Scene.describe(scene.allocate(1501)))
                .as("it was there for long: that is forgotten")
                .containsExactly("a 720@30 IDEAL");
    }

    @Test
    void lowerLayersDoNotWaitForOneThatFailed() {
        Scene scene = new Scene().camera("a").height("a", 720);
        scene.after(scene.allocate(1600), SECOND_NS);
        scene.after(scene.allocate(1300), SECOND_NS / 10);
        scene.after(scene.allocate(210), SECOND_NS);
        assertThat(Scene.describe(scene.allocate(1700))).containsExactly("a 360@30 HELD_BACK");
    }

    @Test
    void aLayerThatBecomesDearerHasNotFailed() {
        Scene scene = new Scene().camera("a", Scene.simulcast(200, 500, 600)).height("a", 720);
        Allocation cheap = scene.allocate(1000);
        assertThat(Scene.describe(cheap)).containsExactly("a 720@30 IDEAL");
        Scene dear = new Scene().camera("a").height("a", 720).after(cheap, SECOND_NS);
        dear.after(dear.allocate(1000), SECOND_NS);
        assertThat(Scene.describe(dear.allocate(1501))).containsExactly("a 720@30 IDEAL");
    }

    @Test
    void whatIsSentMayExceedTheBudgetByItsToleranceAndWhatIsNotMayNot() {
        Scene scene = new Scene().camera("a").height("a", 720);
        Budget tolerant = new Budget(1_350_000, Budget.Basis.ESTIMATE).tolerating(200_000);
        assertThat(Scene.describe(scene.allocate(tolerant))).containsExactly("a 360@30 BANDWIDTH");
        scene.after(scene.allocate(1600), SECOND_NS);
        Allocation kept = scene.allocate(tolerant);
        assertThat(Scene.describe(kept)).containsExactly("a 720@30 IDEAL");
        assertThat(kept.isOversending()).isFalse();
        scene.onStage("a");
        assertThat(Scene.describe(scene.allocate(tolerant))).containsExactly("a 720@30 IDEAL");
        assertThat(Scene.describe(scene.allocate(tolerant.tolerating(140_000)))).containsExactly("a 360@30 BANDWIDTH");
        Budget little = new Budget(450_000, Budget.Basis.ESTIMATE).tolerating(100_000);
        assertThat(Scene.describe(scene.allocate(little)))
                .as("a lower layer is not tolerated")
                .containsExactly("a 180@30 BANDWIDTH");
    }

    @Test
    void whatTheReceiverAsksForAnewIsTriedWithoutHesitation() {
        Scene scene = new Scene().camera("a").height("a", 180);
        Allocation thumbnail = scene.allocate(1550);
        scene.after(thumbnail, SECOND_NS).height("a", 720).onStage("a");
        assertThat(Scene.describe(scene.allocate(1550))).containsExactly("a 720@30 IDEAL");
    }

    /** An estimate that goes up until it is too high and falls back, every eight seconds for ten minutes. */
    @Test
    void aSawtoothEstimateSwitchesSeldomAndLessAndLessOften() {
        LongUnaryOperator sawtooth = second -> 1300 + second % 8 * 60;
        int hesitant = switches(sawtooth, AllocationPolicy.Hesitation.DEFAULT);
        int hasty = switches(sawtooth, AllocationPolicy.Hesitation.NONE);
        assertThat(hasty).isGreaterThanOrEqualTo(140);
        assertThat(hesitant).isLessThanOrEqualTo(32);
    }

    @Test
    void aNoisyEstimateAroundALayerSwitchesSeldom() {
        Random random = new Random(7);
        long[] kbps = random.longs(600, 1440, 1570).toArray();
        int hesitant = switches(second -> kbps[(int) second], AllocationPolicy.Hesitation.DEFAULT);
        int hasty = switches(second -> kbps[(int) second], AllocationPolicy.Hesitation.NONE);
        assertThat(hasty).isGreaterThan(200);
        assertThat(hesitant).as("tried again now and then").isLessThanOrEqualTo(16);
    }

    private static int switches(LongUnaryOperator kbpsAtSecond, AllocationPolicy.Hesitation hesitation) {
        Scene scene = new Scene()
                .camera("a")
                .height("a", 720)
                .policy(new AllocationPolicy(360, 30, true, 500_000, AllocationPolicy.StageOrder.LEND, hesitation));
        int switches = 0;
        List<String> forwarded = List.of();
        for (int second = 0; second < 600; second++) {
            Allocation allocation = scene.allocate(kbpsAtSecond.applyAsLong(second));
            List<String> now = allocation.sources().stream()
                    .map(source -> source.name() + source.targetId())
                    .toList();
            switches += now.equals(forwarded) ? 0 : 1;
            forwarded = now;
            scene.after(allocation, SECOND_NS);
        }
        return switches;
    }
}
