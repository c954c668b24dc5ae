package org.starbridge.bridge.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.starbridge.recording.hls.HlsTiming;
import org.starbridge.recording.hls.Program;

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

    @Test
    void areLookedAtWhenTheirRenditionChanged() {
        AtomicInteger looks = new AtomicInteger();
        waiting.take(0, false); // deadlines are looked at from now on each 100 ms
        waiting.add(
                program.audio(),
                () -> looks.incrementAndGet() > 0 && program.audio().version() > 0,
                1000 * MS,
                answers::add);
        waiting.take(10 * MS, false).forEach(Runnable::run);
        assertThat(looks.get()).isZero();
        makePart();
        waiting.take(20 * MS, false).forEach(Runnable::run);
        assertThat(answers).containsExactly(true);
        assertThat(waiting.count()).isZero();
    }

    @Test
    void whoseTimeIsUpAreAnswered() {
        waiting.add(program.audio(), () -> false, 300 * MS, answers::add);
        waiting.add(null, () -> false, 300 * MS, answers::add);
        waiting.take(100 * MS, false).forEach(Runnable::run);
        assertThat(answers).isEmpty();
        waiting.take(310 * MS, false).forEach(Runnable::run);
        assertThat(answers).containsExactly(false, false);
    }

    @Test
    void theEndOfTheProgramIsSeenAtOnce() {
        waiting.take(0, false);
        waiting.add(program.audio(), () -> true, 300 * MS, answers::add);
        assertThat(waiting.take(10 * MS, false)).isEmpty();
        waiting.take(20 * MS, true).forEach(Runnable::run);
        assertThat(answers).containsExactly(true);
    }

    @Test
    void aClosedProgramAnswersAll() {
        waiting.add(program.audio(), () -> false, Long.MAX_VALUE, answers::add);
        waiting.takeAll().forEach(Runnable::run);
        assertThat(answers).containsExactly(false);
        assertThat(waiting.count()).isZero();
    }
}
