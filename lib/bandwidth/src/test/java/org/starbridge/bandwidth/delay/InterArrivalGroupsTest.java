package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a group of packets ends: 5 ms of sending; 5 ms of arrival for packets that catch up, up to 100 ms. */
class InterArrivalGroupsTest {
    private static final double MS = 1e6;

    private final InterArrival interArrival = new InterArrival(InterArrivalConfig.defaults());

    private boolean packet(double sendMs, double arrivalMs) {
        return packet(sendMs, arrivalMs, arrivalMs);
    }

    private boolean packet(double sendMs, double arrivalMs, double systemMs) {
        return interArrival.onPacket(ns(sendMs), ns(arrivalMs), ns(systemMs));
    }

    private static long ns(double ms) {
        return Math.round(ms * MS);
    }

    /** Two groups of one packet, at 0 and 20 ms; they arrive 100 ms later. */
    private void begin() {
        packet(0, 100);
        packet(20, 120);
    }

    @ParameterizedTest
    @CsvSource({
        // a packet's send time and arrival after the first one of the group, and whether it belongs to it
        "5, 10, true", // within 5 ms of sending
        "5.1, 10.2, false",
        "6, 5, true", // catches up, within 5 ms of arrival
        "6, 5.1, false",
        "5.5, 5.5, false", // keeps its distance
        "-1, 10, true", // sent before: no part of anything
    })
    void aGroupEnds(double sendMs, double arrivalMs, boolean belongs) {
        begin();
        packet(20 + sendMs, 120 + arrivalMs);
        assertThat(packet(60, 200)).isTrue();
        double lastSendMs = belongs ? Math.max(20, 20 + sendMs) : 20 + sendMs;
        double expectedMs = belongs ? lastSendMs : sendMs;
        assertThat(interArrival.sendDeltaNs()).isEqualTo(ns(expectedMs));
        double lastArrivalMs = sendMs < 0 ? 20 : belongs ? 20 + arrivalMs : arrivalMs;
        assertThat(interArrival.arrivalDeltaNs()).isEqualTo(ns(lastArrivalMs));
    }

    /** A packet that keeps its distance from the one before it does not catch up, however near it is. */
    @ParameterizedTest
    @CsvSource({"128, true", "127.9, false", "128.1, true"})
    void aPacketThatDoesNotCatchUpBeginsAGroup(double arrivalMs, boolean begins) {
        begin();
        assertThat(packet(24, 124)).isFalse();
        assertThat(packet(28, arrivalMs)).isEqualTo(begins);
    }

    @ParameterizedTest
    @CsvSource({"100, false", "99.9, true"})
    void aBurstEndsAfterAHundredMilliseconds(double lastMs, boolean belongs) {
        begin();
        for (int i = 1; i <= 24; i++) { // catching up: sent each 6 ms, arriving each 4 ms
            assertThat(packet(20 + 6 * i, 120 + 4 * i)).as("packet %d", i).isFalse();
        }
        packet(170, 120 + lastMs);
        assertThat(packet(400, 400)).isTrue();
        assertThat(interArrival.sendDeltaNs()).isEqualTo(ns(belongs ? 170 : 6));
    }

    @ParameterizedTest
    @CsvSource({"2999, true", "3000, false"})
    void anArrivalThatIsThreeSecondsAheadMeansAnotherClock(double aheadMs, boolean goesOn) {
        begin();
        packet(40, 140 + aheadMs, 140);
        assertThat(packet(60, 160 + aheadMs, 160)).isEqualTo(goesOn);
        assertThat(packet(80, 180 + aheadMs, 180)).isEqualTo(goesOn);
    }

    @Test
    void twoGroupsThatArriveBeforeTheirPredecessorsAreReorderedAndAThirdMeansAnotherClock() {
        packet(0, 100);
        packet(20, 120);
        packet(22, 90, 125); // its last packet came before the first group
        for (int sentMs : new int[] {40, 60, 80, 100, 120}) { // the third begins again, with two more groups
            assertThat(packet(sentMs, 100 + sentMs)).as("sent at %d", sentMs).isFalse();
        }
        assertThat(packet(140, 240)).isTrue();
        assertThat(interArrival.sendDeltaNs()).isEqualTo(ns(20));
    }

    @Test
    void groupsThatWereReorderedBeforeAGoodOneDoNotCount() {
        begin();
        packet(22, 90, 125);
        assertThat(packet(40, 140)).isFalse();
        assertThat(packet(60, 160)).isFalse();
        packet(23, 121); // belongs to the group, and came after all
        assertThat(packet(80, 180)).isTrue();
        packet(82, 115, 185);
        assertThat(packet(100, 200)).isFalse();
        assertThat(packet(120, 220)).isFalse();
        packet(83, 181);
        assertThat(packet(140, 240)).isTrue();
        assertThat(interArrival.arrivalDeltaNs()).isEqualTo(ns(60));
    }
}
