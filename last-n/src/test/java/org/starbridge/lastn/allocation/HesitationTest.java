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

    @Test
    void aLayerThatWasDeniedNeedsRoomToSpare() {
        Scene scene = new Scene().camera("a").height("a", 720);
        Allocation low = scene.allocate(1400);
        scene.after(low, 60 * SECOND_NS);
        Allocation notYet = scene.allocate(1550);
        assertThat(Scene.describe(notYet)).containsExactly("a 360@30 HEADROOM");
        assertThat(Objects.requireNonNull(notYet.find("a")).neededBps()).isEqualTo(1_650_000);
        scene.after(notYet, SECOND_NS);
        assertThat(Scene.describe(scene.allocate(1651))).containsExactly("a 720@30 IDEAL");
    }

    @Test
    void aLayerThatIsSentNeedsNone() {
        Scene scene = new Scene().camera("a").height("a", 720);
        Allocation high = scene.allocate(1600);
        scene.after(high, SECOND_NS);
        assertThat(Scene.describe(scene.allocate(1501))).containsExactly("a 720@30 IDEAL");
    }

    @Test
    void aLayerThatWasLostNeedsMuchForAWhile() {
        Scene scene = new Scene().camera("a").height("a", 720);
        Allocation high = scene.allocate(1600);
        scene.after(high, SECOND_NS);
        Allocation lost = scene.allocate(1300);
        assertThat(Scene.describe(lost)).containsExactly("a 360@30 BANDWIDTH");
        scene.after(lost, SECOND_NS);
        assertThat(Scene.describe(scene.allocate(2200))).containsExactly("a 360@30 HELD_BACK");
        assertThat(Scene.describe(scene.allocate(2300))).containsExactly("a 720@30 IDEAL");
        scene.after(scene.allocate(1400), SECOND_NS);
        assertThat(Scene.describe(scene.allocate(1700))).containsExactly("a 720@30 IDEAL");
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
        assertThat(hesitant).isLessThanOrEqualTo(30);
    }

    @Test
    void aNoisyEstimateAroundALayerSwitchesSeldom() {
        Random random = new Random(7);
        long[] kbps = random.longs(600, 1440, 1570).toArray();
        int hesitant = switches(second -> kbps[(int) second], AllocationPolicy.Hesitation.DEFAULT);
        int hasty = switches(second -> kbps[(int) second], AllocationPolicy.Hesitation.NONE);
        assertThat(hasty).isGreaterThan(200);
        assertThat(hesitant).isLessThanOrEqualTo(1);
    }

    private static int switches(LongUnaryOperator kbpsAtSecond, AllocationPolicy.Hesitation hesitation) {
        Scene scene = new Scene()
                .camera("a")
                .height("a", 720)
                .policy(new AllocationPolicy(360, 30, true, 500_000, hesitation));
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
