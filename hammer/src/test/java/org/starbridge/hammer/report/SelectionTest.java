package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.client.result.SelectionCount;
import org.starbridge.hammer.client.result.ThinPictures;

class SelectionTest {
    private static SelectionCount count(@Nullable Integer told, int height, long undecodable, long pauseNs) {
        return count(told, 5, 0, height, undecodable, pauseNs);
    }

    private static SelectionCount count(
            @Nullable Integer told, int received, int beginning, int height, long undecodable, long pauseNs) {
        return new SelectionCount(
                new SelectionCount.Sources(
                        5, told, received, beginning, 360, new TreeMap<>(Map.of(height, received)), List.of()),
                new SelectionCount.Changes(3, 1, 2),
                new SelectionCount.Pictures(1000, undecodable, 4, 2, 1, ThinPictures.NONE),
                20_000_000,
                pauseNs);
    }

    static final SelectionCount RIGHT = count(5, 360, 0, 40_000_000);

    @Test
    void isRightIfEverybodyGotWhatWasAskedForAndTheBridgeSaidSo() {
        Selection selection = new Selection(List.of(RIGHT, RIGHT));
        assertThat(selection.isRight()).isTrue();
        assertThat(selection.problems()).isEmpty();
        assertThat(selection.lines())
                .anyMatch(line -> line.getValue().contains("10 of 10 at the end; the bridge reported 10"));
        assertThat(selection.lines()).anyMatch(line -> line.getValue().contains("10 of 360 pixels; 10 as requested"));
        assertThat(selection.toJson().at("/sourcesByHeight/360").asInt()).isEqualTo(10);
        assertThat(new Selection(List.of(count(null, 360, 0, 0))).isRight()).isTrue();
    }

    @Test
    void whatWasAboutToBeginIsNotMissing() {
        Selection selection = new Selection(List.of(RIGHT, count(5, 4, 1, 360, 0, 0)));
        assertThat(selection.isRight()).isTrue();
        assertThat(selection.problems()).isEmpty();
        assertThat(selection.lines())
                .anyMatch(line ->
                        line.getValue().contains("9 of 10 at the end, 1 were starting; the bridge reported 10"));
        assertThat(new Selection(List.of(RIGHT, count(5, 4, 0, 360, 0, 0))).problems())
                .containsExactly("9 video sources arrived instead of 10");
    }

    @Test
    void namesWhatIsWrong() {
        assertThat(new Selection(List.of(RIGHT, count(5, 180, 0, 0))).problems())
                .containsExactly("5 video sources have an unexpected height");
        assertThat(new Selection(List.of(RIGHT, count(4, 360, 0, 0))).problems())
                .containsExactly("the bridge reported 9 forwarded video sources instead of 10");
        assertThat(new Selection(List.of(RIGHT, count(5, 360, 7, 0))).problems())
                .containsExactly("7 pictures were undecodable");
        assertThat(new Selection(List.of(RIGHT, count(5, 360, 0, 1_200_000_000))).problems())
                .containsExactly("video froze for 1.2 s");
        assertThat(new Selection(List.of(count(4, 360, 0, 0), count(6, 360, 0, 0))).problems())
                .containsExactly("some receivers got more and some less than requested");
    }
}
