package org.starbridge.bridge.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.hls.WaitingRequests.Waiting;
import org.starbridge.recording.hls.HlsTiming;
import org.starbridge.recording.hls.Program;
import org.starbridge.recording.hls.Rendition;

class WaitingRequestsTest {
    private static final long MS = 1_000_000;
    private static final byte[] OPUS_20_MS = {(byte) 0xF8, (byte) 0xFF, (byte) 0xFE};

    private final Program program = new Program(new HlsTiming(4000 * MS, 500 * MS, 45_000 * MS, 1 << 20), 0, 0);
    private final WaitingRequests waiting = new WaitingRequests();
    private final List<Boolean> answers = new ArrayList<>();
    private long audioNs;

    private void makePart() {
        long before = program.audio().version();
        while (program.audio().version() == before) {
            program.onAudio(audioNs, OPUS_20_MS);
            audioNs += 20 * MS;
        }
    }

    private Waiting waitFor(@Nullable Rendition rendition, BooleanSupplier isOver, long deadlineNs) {
        Waiting added = new Waiting(rendition, isOver, deadlineNs, answers::add);
        waiting.add(added);
        return added;
    }

    @Test
    void areLookedAtWhenTheyAreNewAndWhenTheirRenditionChanged() {
        AtomicInteger looks = new AtomicInteger();
        waiting.take(0, false); // deadlines are looked at from now on each 100 ms
        waitFor(
                program.audio(),
                () -> looks.incrementAndGet() > 0 && program.audio().version() > 0,
                1000 * MS);
        waiting.take(10 * MS, false).forEach(Runnable::run);
        waiting.take(20 * MS, false).forEach(Runnable::run);
        assertThat(looks.get()).isEqualTo(1);
        makePart();
        waiting.take(30 * MS, false).forEach(Runnable::run);
        assertThat(answers).containsExactly(true);
        assertThat(waiting.count()).isZero();
    }

    @Test
    void whoseTimeIsUpAreAnswered() {
        waitFor(program.audio(), () -> false, 300 * MS);
        waitFor(null, () -> false, 300 * MS);
        waiting.take(100 * MS, false).forEach(Runnable::run);
        assertThat(answers).isEmpty();
        waiting.take(310 * MS, false).forEach(Runnable::run);
        assertThat(answers).containsExactly(false, false);
    }

    @Test
    void theEndOfTheProgramIsSeenAtOnce() {
        AtomicBoolean isEnded = new AtomicBoolean();
        waiting.take(0, false);
        waitFor(program.audio(), isEnded::get, 300 * MS);
        assertThat(waiting.take(10 * MS, false)).isEmpty();
        isEnded.set(true);
        waiting.take(20 * MS, true).forEach(Runnable::run);
        assertThat(answers).containsExactly(true);
    }

    @Test
    void aClosedProgramAnswersAll() {
        waitFor(program.audio(), () -> false, Long.MAX_VALUE);
        waiting.take(0, false);
        waitFor(program.audio(), () -> false, Long.MAX_VALUE);
        waiting.takeAll().forEach(Runnable::run);
        assertThat(answers).containsExactly(false, false);
        assertThat(waiting.count()).isZero();
    }

    @Test
    void oneThatWasNotLookedAtCanBeWithdrawn() {
        Waiting early = waitFor(program.audio(), () -> false, 300 * MS);
        waiting.take(0, false);
        Waiting late = waitFor(program.audio(), () -> true, 300 * MS);
        assertThat(waiting.withdraw(early)).isFalse();
        assertThat(waiting.withdraw(late)).isTrue();
        assertThat(waiting.count()).isEqualTo(1);
        assertThat(waiting.take(10 * MS, false)).isEmpty();
    }
}
