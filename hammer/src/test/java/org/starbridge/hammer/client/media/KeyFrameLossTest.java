package org.starbridge.hammer.client.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.media.Replay;
import org.starbridge.hammer.media.ReplayOptions;
import org.starbridge.hammer.media.file.MadeUpH264;

class KeyFrameLossTest {
    private static final int FIRST_SEQUENCE = 0xFFF0;
    private static final long SECOND_NS = 1_000_000_000;

    private final KeyFrameLoss loss = new KeyFrameLoss();
    private final Replay replay =
            new Replay(MadeUpH264.recording(), new ReplayOptions(1, 100, FIRST_SEQUENCE, 0, 0, 1), 0);
    private final List<Integer> leftOut = new ArrayList<>();
    private final List<Integer> placesInFrame = new ArrayList<>();

    private void play(int seconds) {
        int place = 0;
        while (replay.nextSendAtNs() < seconds * SECOND_NS - SECOND_NS / 100) {
            replay.next(replay.nextSendAtNs());
            place = replay.isFrameStart() ? 0 : place + 1;
            if (loss.leavesOut(replay)) {
                leftOut.add(replay.sequence());
                placesInFrame.add(place);
            }
        }
    }

    @Test
    void leavesOutNowOnePacketNowAnother() {
        play(5);
        assertThat(placesInFrame).containsExactly(0, 1, 2, 0, 1, 0);
        assertThat(loss.keyFrames()).isEqualTo(5);
        assertThat(loss.leftOut()).isEqualTo(6);
    }

    @Test
    void countsEachOnceThatIsAskedForAndOthersApart() {
        play(4);
        assertThat(leftOut.getFirst()).isEqualTo(FIRST_SEQUENCE);
        leftOut.forEach(loss::onAsked);
        assertThat(loss.askedFor()).isEqualTo(5);
        leftOut.forEach(loss::onAsked);
        assertThat(loss.askedFor()).as("again, as the answer is under way").isEqualTo(5);
        assertThat(loss.askedBeside()).isZero();
        loss.onAsked(leftOut.getFirst() + 1);
        assertThat(loss.askedFor()).isEqualTo(5);
        assertThat(loss.askedBeside()).isEqualTo(1);
    }

    @Test
    void leavesOutNothingOfAKeyFrameThatBeganBefore() {
        replay.next(0);
        play(1);
        assertThat(leftOut).isEmpty();
    }
}
