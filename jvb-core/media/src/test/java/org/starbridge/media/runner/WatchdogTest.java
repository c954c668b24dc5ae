package org.starbridge.media.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long LIMIT_SECONDS = 10;

    private final FakeWorker first = new FakeWorker(0);
    private final FakeWorker second = new FakeWorker(1);
    private long nowNs = Long.MAX_VALUE - 15 * SECOND_NS; // monotonic time may wrap
    private final Watchdog watchdog = new Watchdog(List.of(first, second), Duration.ofSeconds(LIMIT_SECONDS), nowNs);

    private static final class FakeWorker implements Watchdog.Turning {
        private final int index;
        boolean turns = true;
        long lastTurnNs;
        int asked;

        @Nullable
        Throwable brokenBy;

        FakeWorker(int index) {
            this.index = index;
        }

        @Override
        public int index() {
            return index;
        }

        @Override
        public long lastTurnNs() {
            return lastTurnNs;
        }

        @Override
        public StackTraceElement[] stack() {
            asked++;
            return Thread.currentThread().getStackTrace();
        }

        @Override
        public @Nullable Throwable brokenBy() {
            return brokenBy;
        }
    }

    /** A look each second; how many of them brought news. */
    private int pass(long seconds) {
        int news = 0;
        for (long i = 0; i < seconds; i++) {
            nowNs += SECOND_NS;
            for (FakeWorker worker : List.of(first, second)) {
                if (worker.turns) {
                    worker.lastTurnNs = nowNs;
                }
            }
            news += watchdog.check(nowNs) ? 1 : 0;
        }
        return news;
    }

    @Test
    void workersThatTurnAreNotComplainedOf() {
        assertThat(pass(100)).isZero();
        assertThat(watchdog.complaint()).isEmpty();
        assertThat(watchdog.stalls()).isZero();
    }

    @Test
    void aStallIsSeenAtTheLimitReportedOnceAndForgottenAtTheNextTurn() {
        pass(3);
        second.turns = false;
        assertThat(pass(LIMIT_SECONDS)).isZero();
        assertThat(pass(1)).isEqualTo(1);
        assertThat(watchdog.complaint()).contains("worker 1").contains("10000 ms");
        assertThat(pass(500)).as("news").isZero();
        assertThat(watchdog.stalls()).isEqualTo(1);
        assertThat(second.asked).as("stack traces taken").isEqualTo(1);
        assertThat(first.asked).isZero();

        second.turns = true;
        assertThat(pass(1)).isEqualTo(1);
        assertThat(watchdog.complaint()).isEmpty();

        second.turns = false;
        pass(LIMIT_SECONDS + 1);
        assertThat(watchdog.stalls()).isEqualTo(2);
        assertThat(second.asked).isEqualTo(2);
    }

    @Test
    void twoStallsAreTwoComplaints() {
        first.turns = false;
        pass(5);
        second.turns = false;
        assertThat(pass(2 * LIMIT_SECONDS)).isEqualTo(2);
        assertThat(watchdog.complaint()).contains("worker 0").contains("worker 1");
        assertThat(watchdog.stalls()).isEqualTo(2);
    }

    @Test
    void aProcessThatStoodStillBlamesNobody() {
        pass(3);
        nowNs += 3600 * SECOND_NS; // SIGSTOP, then SIGCONT: the watchdog is first to run
        assertThat(watchdog.check(nowNs)).isFalse();
        assertThat(pass(100)).isZero();
        assertThat(watchdog.stalls()).isZero();
    }

    @Test
    void aWorkerThatDoesNotComeBackFromAPauseIsSeenALimitLater() {
        pass(3);
        nowNs += 3600 * SECOND_NS;
        watchdog.check(nowNs);
        first.turns = false;
        assertThat(pass(LIMIT_SECONDS)).isZero();
        assertThat(pass(1)).isEqualTo(1);
        nowNs += 3600 * SECOND_NS; // a pause is no cure
        assertThat(watchdog.check(nowNs)).isFalse();
        assertThat(watchdog.complaint()).contains("worker 0");
    }

    @Test
    void aBrokenMachineIsAComplaintForGood() {
        second.brokenBy = new OutOfMemoryError("Java heap space");
        assertThat(pass(1)).isEqualTo(1);
        assertThat(watchdog.complaint())
                .contains("worker 1")
                .contains("Java heap space")
                .contains("restart");
        assertThat(pass(100)).isZero();
        assertThat(watchdog.stalls()).isZero();
    }
}
