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

class WaitingRequestsTest {
    private static final long MS = 1_000_000;
    private static final byte[] OPUS_20_MS = {(byte) 0xF8, (byte) 0xFF, (byte) 0xFE};

    private final Program program = new Program(new HlsTiming(4000 * MS, 500 * MS, 45_000 * MS, 1 << 20), 0, 0);
    private final WaitingRequests waiting = new WaitingRequests();
    private final List<Boolean> answers = new ArrayList<>();
    private long audioNs;

    private long version() {
        return program.snapshot().audio().version();
    }

    private void makePart() {
        long before = version();
        while (version() == before) {
            program.onAudio(audioNs, OPUS_20_MS);
            audioNs += 20 * MS;
        }
    }

    private Waiting waitFor(@Nullable String rendition, BooleanSupplier isOver, long deadlineNs) {
        Waiting added = new Waiting(rendition, isOver, deadlineNs, answers::add);
        waiting.add(added);
        return added;
    }

    @Test
    void areLookedAtWhenTheyAreNewAndWhenTheirRenditionChanged() {
        AtomicInteger looks = new AtomicInteger();
        waiting.take(0, program.snapshot()); // deadlines are looked at from now on each 100 ms
        waitFor("audio", () -> looks.incrementAndGet() > 0 && version() > 0, 1000 * MS);
        waiting.take(10 * MS, program.snapshot()).forEach(Runnable::run);
        waiting.take(20 * MS, program.snapshot()).forEach(Runnable::run);
        assertThat(looks.get()).isEqualTo(1);
        makePart();
        waiting.take(30 * MS, program.snapshot()).forEach(Runnable::run);
        assertThat(answers).containsExactly(true);
        assertThat(waiting.count()).isZero();
    }

    @Test
    void whoseTimeIsUpAreAnswered() {
        waitFor("audio", () -> false, 300 * MS);
        waitFor(null, () -> false, 300 * MS);
        waiting.take(100 * MS, program.snapshot()).forEach(Runnable::run);
        assertThat(answers).isEmpty();
        waiting.take(310 * MS, program.snapshot()).forEach(Runnable::run);
        assertThat(answers).containsExactly(false, false);
    }

    @Test
    void theEndOfTheProgramIsSeenAtOnce() {
        AtomicBoolean isEnded = new AtomicBoolean();
        waiting.take(0, program.snapshot());
        waitFor("audio", isEnded::get, 300 * MS);
        assertThat(waiting.take(10 * MS, program.snapshot())).isEmpty();
        isEnded.set(true);
        program.end(audioNs);
        waiting.take(20 * MS, program.snapshot()).forEach(Runnable::run);
        assertThat(answers).containsExactly(true);
    }

    @Test
    void aClosedProgramAnswersAll() {
        waitFor("audio", () -> false, Long.MAX_VALUE);
        waiting.take(0, program.snapshot());
        waitFor("audio", () -> false, Long.MAX_VALUE);
        waiting.takeAll().forEach(Runnable::run);
        assertThat(answers).containsExactly(false, false);
        assertThat(waiting.count()).isZero();
    }

    @Test
    void timeIsUpAtTheDeadline() {
        waitFor("audio", () -> false, 300 * MS);
        waitFor("audio", () -> false, 300 * MS + 1);
        waiting.take(300 * MS, program.snapshot()).forEach(Runnable::run);
        assertThat(answers).containsExactly(false);
        assertThat(waiting.count()).isEqualTo(1);
    }

    /** Also those that were looked at, and wait for something else than a rendition. */
    @Test
    void closingTakesOutAllThatWait() {
        waitFor(null, () -> false, Long.MAX_VALUE);
        waitFor("audio", () -> false, Long.MAX_VALUE);
        waiting.take(0, program.snapshot());
        assertThat(waiting.count()).isEqualTo(2);
        waiting.takeAll().forEach(Runnable::run);
        assertThat(answers).containsExactly(false, false);
        assertThat(waiting.count()).isZero();
        assertThat(waiting.takeAll()).isEmpty();
    }

    @Test
    void oneThatWasNotLookedAtCanBeWithdrawn() {
        Waiting early = waitFor("audio", () -> false, 300 * MS);
        waiting.take(0, program.snapshot());
        Waiting late = waitFor("audio", () -> true, 300 * MS);
        assertThat(waiting.withdraw(early)).isFalse();
        assertThat(waiting.withdraw(late)).isTrue();
        assertThat(waiting.count()).isEqualTo(1);
        assertThat(waiting.take(10 * MS, program.snapshot())).isEmpty();
    }
}
