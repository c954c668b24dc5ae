package org.starbridge.lastn.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.allocation.SourceAllocation.History;

/** What a source remembers of layers that it lost, with 1 s of pause, 10 s that are soon, and 3 s of back-off. */
class HistoryTest {
    private static final long SECOND = 1_000_000_000L;
    private static final AllocationPolicy.Hesitation STEPS = AllocationPolicy.Hesitation.DEFAULT;
    private static final Layer LOW = new Layer(LayerId.of(0, 0, 0), 180, 30, 200_000);
    private static final Layer MIDDLE = new Layer(LayerId.of(1, 0, 0), 360, 30, 500_000);
    private static final Layer HIGH = new Layer(LayerId.of(2, 0, 0), 720, 30, 1_500_000);

    @ParameterizedTest
    @CsvSource({
        // cost when gained, s after that, failures
        "1500000, 1, 1",
        "1000000, 1, 1", // one and a half times as dear now
        "999999, 1, 0", // dearer: it had just begun
        "999998, 1, 0",
        "1500000, 9.999, 1",
        "1500000, 10, 0", // not soon
        "900000, 10, 0",
        "-1, 1, 0", // left over from one that was lost
    })
    void aLayerFailedIfItIsLostSoonAtTheCostThatItWasTakenFor(long gainedBps, double afterS, int failures) {
        History history = History.begin(0, 0).afterGain(gainedBps, 100 * SECOND);
        long nowNs = 100 * SECOND + (long) (afterS * SECOND);
        History lost = history.afterLoss(HIGH, STEPS, nowNs);
        assertThat(lost.failures()).isEqualTo(failures);
        assertThat(lost.gainedBps()).isEqualTo(History.LEFT_OVER);
        assertThat(lost.pausedUntilNs()).isEqualTo(nowNs + SECOND);
        assertThat(lost.hasFailed(HIGH.id())).isEqualTo(failures > 0);
        assertThat(lost.hasFailed(HIGH.id() + 1)).isEqualTo(failures > 0);
        assertThat(lost.hasFailed(MIDDLE.id())).isFalse();
    }

    @Test
    void theLowestLayerThatFailedCountsUntilOneStaysForLong() {
        History history = History.begin(200_000, 0);
        history = lose(history, HIGH, SECOND);
        assertThat(history.heldUntilNs()).isEqualTo(4 * SECOND);
        history = lose(history, MIDDLE, 2 * SECOND);
        assertThat(history.failedId()).isEqualTo(MIDDLE.id());
        assertThat(history.heldUntilNs()).isEqualTo(2 * SECOND + 4_500_000_000L);
        history = lose(history, HIGH, 3 * SECOND);
        assertThat(history.failedId()).as("not the one that failed last").isEqualTo(MIDDLE.id());
        assertThat(history.failures()).isEqualTo(3);
        History stayed = history.afterGain(1_500_000, 10 * SECOND).afterLoss(HIGH, STEPS, 20 * SECOND);
        assertThat(stayed.failures()).isZero();
        assertThat(stayed.hasFailed(HIGH.id())).isFalse();
    }

    private static History lose(History history, Layer layer, long nowNs) {
        return history.afterGain(layer.bitrateBps(), nowNs).afterLoss(layer, STEPS, nowNs);
    }

    @Test
    void aLayerThatFailedIsHeldAndThenNeedsRoomSixTimesAsLong() {
        History history = lose(History.begin(200_000, 0), HIGH, 0);
        assertThat(history.isHeld(MIDDLE.id(), false, SECOND - 1))
                .as("the pause")
                .isTrue();
        assertThat(history.isHeld(LOW.id(), true, SECOND - 1)).isTrue();
        assertThat(history.isHeld(MIDDLE.id(), false, SECOND)).isFalse();
        assertThat(history.isHeld(HIGH.id(), false, 3 * SECOND - 1)).isTrue();
        assertThat(history.isHeld(HIGH.id(), true, 3 * SECOND - 1))
                .as("any picture is better than none")
                .isFalse();
        assertThat(history.isHeld(HIGH.id(), false, 3 * SECOND)).isFalse();
        assertThat(history.needsHeadroom(HIGH.id(), STEPS, 3 * SECOND + 18 * SECOND - 1))
                .isTrue();
        assertThat(history.needsHeadroom(HIGH.id(), STEPS, 3 * SECOND + 18 * SECOND))
                .isFalse();
        assertThat(history.needsHeadroom(MIDDLE.id(), STEPS, 3 * SECOND)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "2, 4.5", "3, 6.75", "8, 51.2578125", "9, 60", "30, 60"})
    void theBackOffGrowsUpToAMinute(int failures, double seconds) {
        assertThat(STEPS.backOffNs(failures)).isEqualTo((long) (seconds * SECOND));
    }

    /** The source is found by its name where the order is another one. */
    @Test
    void aSourceKeepsItsHistoryInAnotherOrder() {
        Scene scene = new Scene().camera("a").camera("b").camera("c").height("b", 720);
        scene.after(scene.allocate(3000), 60 * SECOND);
        Allocation lost = scene.allocate(1000);
        assertThat(Scene.describe(lost)).contains("b 360@30 BANDWIDTH");
        scene.after(lost, SECOND / 2).selected("b");
        assertThat(Scene.describe(scene.allocate(5000))).startsWith("b 360@30 HELD_BACK");
        scene.camera("d");
        assertThat(Scene.describe(scene.allocate(5000))).endsWith("d 180@30 IDEAL");
    }
}
