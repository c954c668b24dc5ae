package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.transport.platform.Sleeper;

class GatheringTest {
    private static final long US = 1000;
    private static final long LONG_NS = 5000 * US;

    private final Gathering gathering = new Gathering(250 * US, 0.3, () -> this.nowNs);
    private final Sleep sleep = new Sleep();
    private long nowNs = 1;

    /** Datagrams come after {@code comesAfterUs} of a sleep; each sleep and nap is written down. */
    private final class Sleep implements Sleeper {
        private final List<String> calls = new ArrayList<>();
        private long comesAfterUs = 600;

        @Override
        public int await(int timeoutMs) {
            return awaitNs(1000L * timeoutMs * US);
        }

        @Override
        public int awaitNs(long timeoutNs) {
            boolean comes = comesAfterUs * US <= timeoutNs;
            pass(comes ? comesAfterUs * US : timeoutNs);
            calls.add(comes ? "until datagram" : "until time is up");
            return comes ? 1 : 0;
        }

        @Override
        public boolean nap(long ns) {
            pass(ns);
            calls.add("nap " + ns / US);
            return false;
        }

        private void pass(long ns) {
            nowNs += ns;
        }

        @Override
        public void wake() {
            throw new AssertionError("nobody wakes it");
        }

        @Override
        public void close() {
            throw new AssertionError("it is the owner's to close");
        }
    }

    /** Cycles of 1 ms, of which {@code busyUs} are work; the rest is slept through. */
    private void live(int cycles, long busyUs) {
        long before = sleep.comesAfterUs;
        sleep.comesAfterUs = Long.MAX_VALUE / US;
        for (int i = 0; i < cycles; i++) {
            gathering.onLook(nowNs);
            gathering.onLooked(false);
            nowNs += busyUs * US;
            gathering.rest(sleep, (1000 - busyUs) * US);
        }
        sleep.comesAfterUs = before;
    }

    /** What the thread does after a look and work of {@code workUs}. */
    private List<String> restAfter(boolean found, long workUs, long longestNs) {
        gathering.onLook(nowNs);
        gathering.onLooked(found);
        nowNs += workUs * US;
        sleep.calls.clear();
        gathering.rest(sleep, longestNs);
        return sleep.calls;
    }

    @Test
    void nobodyWaitsWhileTheThreadHasTimeToSpare() {
        live(500, 290);
        assertThat(gathering.load()).isBetween(0.28, 0.30);
        assertThat(restAfter(true, 0, LONG_NS)).containsExactly("until datagram");
    }

    @Test
    void underLoadTheNextLookIsPutOffUntilTheWaitIsOver() {
        live(500, 310);
        assertThat(restAfter(true, 100, LONG_NS)).containsExactly("nap 150");
        assertThat(restAfter(true, 100, 40 * US)).containsExactly("nap 40");
    }

    @Test
    void whoFindsNothingSleepsUntilSomethingComes() {
        live(500, 310);
        assertThat(restAfter(false, 0, LONG_NS)).first().isEqualTo("until datagram");
    }

    @Test
    void whatEndsASleepWaitsForOthers() {
        live(500, 310);
        assertThat(restAfter(true, 250, LONG_NS)).containsExactly("until datagram", "nap 250");
        assertThat(restAfter(false, 0, 700 * US)).containsExactly("until datagram", "nap 100");
        assertThat(restAfter(false, 0, 500 * US)).containsExactly("until time is up");
    }

    @Test
    void soDoesWhatCameWhileTheThreadWorked() {
        live(500, 310);
        sleep.comesAfterUs = 0;
        assertThat(restAfter(true, 400, LONG_NS)).containsExactly("until datagram", "nap 250");
    }

    @Test
    void itEndsAtHalfOfTheLoadThatItBeganAt() {
        live(500, 310);
        live(500, 160);
        assertThat(restAfter(true, 0, LONG_NS)).containsExactly("nap 250");
        live(500, 140);
        assertThat(restAfter(true, 0, LONG_NS)).containsExactly("until datagram");
    }

    @Test
    void aPauseBetweenFramesEndsNothing() {
        live(500, 310);
        for (int frame = 0; frame < 30; frame++) {
            live(13, 400);
            live(20, 10); // 16 % in all
            assertThat(restAfter(true, 0, LONG_NS)).containsExactly("nap 250");
        }
    }

    @Test
    void aWaitOfZeroMeansNever() {
        Gathering never = new Gathering(0, 0, () -> nowNs);
        for (int i = 0; i < 1000; i++) {
            never.onLook(nowNs);
            never.onLooked(true);
            sleep.calls.clear();
            never.rest(sleep, LONG_NS);
            assertThat(sleep.calls).containsExactly("until datagram");
        }
    }
}
