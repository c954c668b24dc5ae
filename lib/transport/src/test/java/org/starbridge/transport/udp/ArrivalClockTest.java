package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The wall clock, of which the kernel's stamps are, is set while packets come. */
class ArrivalClockTest {
    private static final long MS = 1_000_000;
    private static final long WALL_NS = 1_700_000_000_000_000_000L;

    private final ArrivalClock clock = new ArrivalClock();
    private long offsetNs = WALL_NS;
    private int measurements;

    /** A call that empties the socket, and when a datagram of it arrived that was stamped at {@code stampNs}. */
    private long arrival(long nowNs, long stampNs) {
        clock.onReceived(nowNs, true);
        if (clock.isOff(nowNs, nowNs + offsetNs)) {
            measurements++;
            clock.onMeasured(nowNs, offsetNs);
        }
        return clock.arrivalNs(stampNs);
    }

    @Test
    void aStampTellsWhenADatagramArrived() {
        assertThat(arrival(10 * MS, 9 * MS + offsetNs)).isEqualTo(9 * MS);
        assertThat(arrival(30 * MS, 22 * MS + offsetNs)).isEqualTo(22 * MS);
        assertThat(measurements).isEqualTo(1);
        assertThat(arrival(130 * MS, 129 * MS + offsetNs)).isEqualTo(129 * MS);
        assertThat(measurements).as("clocks drift").isEqualTo(2);
    }

    @Test
    void aClockThatIsSetBackChangesNothing() {
        arrival(10 * MS, 9 * MS + offsetNs);
        arrival(20 * MS, 19 * MS + offsetNs);
        offsetNs -= 10_000 * MS;
        assertThat(arrival(30 * MS, 29 * MS + offsetNs)).isEqualTo(29 * MS);
        assertThat(arrival(40 * MS, 39 * MS + offsetNs)).isEqualTo(39 * MS);
    }

    @Test
    void aStampOfBeforeTheStepIsPutBetweenTheCalls() {
        arrival(10 * MS, 9 * MS + offsetNs);
        arrival(20 * MS, 19 * MS + offsetNs);
        arrival(30 * MS, 29 * MS + offsetNs);
        long before = offsetNs;
        offsetNs += 10_000 * MS;
        assertThat(arrival(40 * MS, 35 * MS + before)).as("set forth").isBetween(20 * MS, 40 * MS);
        before = offsetNs;
        offsetNs -= 10_000 * MS;
        assertThat(arrival(50 * MS, 45 * MS + before)).as("set back").isBetween(30 * MS, 50 * MS);
    }

    @Test
    void whatWaitedInAFullSocketKeepsItsTime() {
        arrival(10 * MS, 9 * MS + offsetNs);
        clock.onReceived(40 * MS, false);
        assertThat(clock.arrivalNs(12 * MS + offsetNs)).isEqualTo(12 * MS);
        clock.onReceived(50 * MS, false);
        assertThat(clock.arrivalNs(13 * MS + offsetNs)).isEqualTo(13 * MS);
        clock.onReceived(60 * MS, true);
        assertThat(clock.arrivalNs(14 * MS + offsetNs)).isEqualTo(14 * MS);
    }
}
