package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each step of the rate control, figure by figure. */
class AimdStepsTest {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final long RTT = 100 * MS;

    private final AimdRateControl control = new AimdRateControl(AimdConfig.defaults(), 30_000, 20_000_000);
    private final Throughput throughput = new Throughput();

    private void update(long nowMs, LinkUsage usage) {
        control.update(nowMs * MS, usage, throughput, RTT);
    }

    private void arrives(long bps) {
        throughput.set(bps, bps);
    }

    /** An overuse at 1 Mbit/s: the capacity is known, and the rate 845 kbit/s. */
    private void overuse() {
        arrives(1_000_000);
        update(0, LinkUsage.OVERUSE);
    }

    @ParameterizedTest
    @CsvSource({"5000, -1", "5001, 700000"})
    void theFirstRateIsWhatArrivesForMoreThanFiveSecondsOrWhatIsAssumed(long afterMs, long bps) {
        control.assume(600_000);
        arrives(500_000);
        update(1000, LinkUsage.NORMAL);
        arrives(700_000);
        update(1000 + afterMs, LinkUsage.NORMAL);
        assertThat(control.hasRate() ? control.rateBps() : -1).isEqualTo(bps);
        assertThat(control.source())
                .isEqualTo(bps < 0 ? AimdRateControl.Source.DELAY : AimdRateControl.Source.ACKNOWLEDGED);
    }

    @Test
    void theAssumedRateIsTheFirstIfLessArrives() {
        control.assume(600_000);
        arrives(100_000);
        update(0, LinkUsage.NORMAL);
        update(5001, LinkUsage.NORMAL);
        assertThat(control.rateBps()).isEqualTo(600_000);
    }

    /** Half of an average packet of at most 1200 bytes, 30 frames a second, each 2 * (100 ms + round trip). */
    @ParameterizedTest
    @CsvSource({
        // rate, round trip, more in a second: bits of a frame in equal packets over the response time
        "845000, 100, 23472", // 28167 bits in three packets of 9389, each 0.4 s
        "845000, 0, 46944",
        "845000, 900, 4694",
        "845000, 2000, 4000", // at least
        "287000, 100, 23917", // one packet of 9567
        "290000, 100, 12083", // two of 4833
    })
    void nearTheCapacityTheRateGrowsByHalfAPacketEachResponseTime(long bps, long rttMs, long moreBps) {
        overuse();
        control.lowerTo(0, bps);
        control.update(SECOND, LinkUsage.NORMAL, throughput, rttMs * MS);
        assertThat(control.rateBps()).as("the first one only starts the clock").isEqualTo(bps);
        control.update(2 * SECOND, LinkUsage.NORMAL, throughput, rttMs * MS);
        assertThat((double) control.rateBps()).isCloseTo((double) (bps + moreBps), within(1.0));
        assertThat(control.source()).isEqualTo(AimdRateControl.Source.DELAY);
    }

    @Test
    void farFromItTheRateGrowsByEightPercentASecondAndAtLeastAThousand() {
        arrives(1_000_000);
        control.onProbe(0, 1_000_000);
        update(0, LinkUsage.NORMAL);
        update(500, LinkUsage.NORMAL);
        assertThat((double) control.rateBps()).isCloseTo(1e6 * Math.sqrt(1.08), within(1.0));
        long before = control.rateBps();
        update(501, LinkUsage.NORMAL);
        assertThat(control.rateBps()).as("in a millisecond").isEqualTo(before + 1000);
        before = control.rateBps();
        update(10_501, LinkUsage.NORMAL);
        assertThat((double) control.rateBps()).as("ten seconds count as one").isCloseTo(1.08 * before, within(1.0));
    }

    @ParameterizedTest
    @CsvSource({"1000000, 1080000, DELAY", "710000, 1075000, ACKNOWLEDGED", "660000, 1000000, PROBE"})
    void itDoesNotGrowAboveOneAndAHalfTimesWhatArrivesAndTenThousand(
            long arrivesBps, long bps, AimdRateControl.Source source) {
        arrives(arrivesBps);
        control.onProbe(0, 1_000_000);
        update(0, LinkUsage.NORMAL);
        update(1000, LinkUsage.NORMAL);
        assertThat(control.rateBps()).isEqualTo(bps);
        assertThat(control.source()).isEqualTo(source);
    }

    @ParameterizedTest
    @CsvSource({"1059000, true", "1061000, false"})
    void whatArrivesAboveThreeDeviationsShowsAnotherLink(long arrivesBps, boolean isKnown) {
        overuse();
        arrives(arrivesBps);
        update(1000, LinkUsage.NORMAL);
        update(2000, LinkUsage.NORMAL);
        assertThat(control.capacityBps()).isEqualTo(isKnown ? 1_000_000 : -1);
    }

    @ParameterizedTest
    @CsvSource({
        // what arrives at the second overuse, the capacity after it
        "941000, 997050",
        "939000, 939000", // below three deviations: another link
    })
    void whatArrivesBelowThreeDeviationsShowsAnotherLinkToo(long arrivesBps, long capacityBps) {
        overuse();
        arrives(arrivesBps);
        update(1000, LinkUsage.OVERUSE);
        assertThat(control.capacityBps()).isEqualTo(capacityBps);
    }

    @ParameterizedTest
    @CsvSource({"1000000, 845000", "5882, 4999", "5883, 30000", "40000, 30000", "100000000, 20000000"})
    void overuseLeavesFifteenPercentAndFiveThousandForTheQueue(long arrivesBps, long bps) {
        arrives(arrivesBps);
        update(0, LinkUsage.OVERUSE);
        assertThat(control.rateBps()).isEqualTo(Math.clamp(bps, 30_000, 20_000_000));
        assertThat(control.decreasedAtNs()).isZero();
        assertThat(control.source()).isEqualTo(AimdRateControl.Source.DELAY);
    }

    /** More arrived than the rate was: then a share of the capacity, and never more than the rate. */
    @Test
    void overuseDoesNotRaiseTheRate() {
        control.onProbe(0, 300_000);
        arrives(1_000_000);
        update(0, LinkUsage.OVERUSE);
        assertThat(control.rateBps()).as("no capacity is known").isEqualTo(300_000);
        control.onProbe(0, 800_000);
        arrives(1_040_000);
        update(0, LinkUsage.OVERUSE);
        assertThat(control.rateBps()).as("less than the capacity leaves").isEqualTo(800_000);
        control.onProbe(0, 870_000);
        arrives(1_050_000);
        update(0, LinkUsage.OVERUSE);
        assertThat(control.rateBps()).isEqualTo((long) (0.85 * 1_002_000));
    }

    @ParameterizedTest
    @CsvSource({"1000000, 1900000", "1799999, 1900000", "1800000, 1525000", "2100000, 1780000"})
    void whoSendsLessThanNineTenthsFallsByATwentieth(long arrivesBps, long bps) {
        control.onProbe(0, 2_000_000);
        arrives(arrivesBps);
        update(0, LinkUsage.OVERUSE);
        assertThat(control.rateBps()).isEqualTo(bps);
        assertThat(control.decreasedAtNs()).isEqualTo(arrivesBps < 1_800_000 ? Long.MIN_VALUE : 0);
    }

    /** What little is sent has a burst in it: a full decrease of what arrived would be more than a twentieth less. */
    @Test
    void aGentleDecreaseStaysAboveAFullOneAndBelowTheRate() {
        control.onProbe(0, 1_000_000);
        throughput.set(1_150_000, 800_000);
        update(0, LinkUsage.OVERUSE);
        assertThat(control.rateBps()).isEqualTo(977_500);
        throughput.set(2_000_000, 800_000);
        update(0, LinkUsage.OVERUSE);
        assertThat(control.rateBps()).isEqualTo(977_500);
        assertThat(control.source()).isEqualTo(AimdRateControl.Source.DELAY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"overuse", "gentle", "idle", "underuse", "halved"})
    void afterALowerRateItIsHeldOnce(String kind) {
        control.onProbe(0, 2_000_000);
        arrives(kind.equals("overuse") ? 2_000_000 : 1_700_000);
        update(0, LinkUsage.NORMAL);
        throughput.setIdle(kind.equals("idle"));
        switch (kind) {
            case "underuse" -> update(100, LinkUsage.UNDERUSE);
            case "halved" -> control.halve(100 * MS);
            default -> update(100, LinkUsage.OVERUSE);
        }
        long held = control.rateBps();
        assertThat(held)
                .isEqualTo(
                        switch (kind) {
                            case "overuse" -> 1_695_000;
                            case "gentle" -> 1_900_000;
                            case "halved" -> 1_000_000;
                            default -> 2_000_000;
                        });
        update(1000, LinkUsage.NORMAL);
        assertThat(control.rateBps()).isEqualTo(held);
        update(2000, LinkUsage.NORMAL);
        assertThat(control.rateBps()).isGreaterThan(held);
    }

    @ParameterizedTest
    @CsvSource({
        // round trip, ms since the last change, whether it may be lowered again
        "100, 99, false",
        "100, 100, true",
        "1, 9, false",
        "1, 10, true",
        "900, 199, false",
        "900, 200, true",
    })
    void aDecreaseWaitsForARoundTripWithinBounds(long rttMs, long afterMs, boolean may) {
        assertThat(control.mayDecrease(0, throughput, RTT)).as("the first one").isTrue();
        control.onProbe(0, 1_000_000);
        arrives(1_000_000);
        assertThat(control.mayDecrease(afterMs * MS, throughput, rttMs * MS)).isEqualTo(may);
    }

    @ParameterizedTest
    @CsvSource({"500000, false", "499999, true"})
    void lessThanHalfOfTheRateDoesNotWait(long arrivesBps, boolean may) {
        control.onProbe(0, 1_000_000);
        assertThat(control.mayDecrease(0, throughput, RTT))
                .as("nothing is known")
                .isFalse();
        arrives(arrivesBps);
        assertThat(control.mayDecrease(0, throughput, RTT)).isEqualTo(may);
    }

    @Test
    void halvingNeedsARate() {
        control.halve(5);
        assertThat(control.hasRate()).isFalse();
        assertThat(control.decreasedAtNs()).isEqualTo(Long.MIN_VALUE);
        control.lowerTo(5, 1);
        assertThat(control.hasRate()).isFalse();
        control.onProbe(0, 1_000_000);
        control.halve(5);
        assertThat(control.rateBps()).isEqualTo(500_000);
        assertThat(control.decreasedAtNs()).isEqualTo(5);
        control.lowerTo(5, 600_000);
        assertThat(control.rateBps()).isEqualTo(500_000);
        control.onProbe(6, 700_000);
        control.lowerTo(7, 700_000);
        assertThat(control.source()).as("nothing was lowered").isEqualTo(AimdRateControl.Source.PROBE);
        control.lowerTo(7, 600_000);
        assertThat(control.rateBps()).isEqualTo(600_000);
    }

    @Test
    void itGoesOnWhereAnotherOneWas() {
        control.resume(10 * SECOND, -1, -1, -1);
        assertThat(control.hasRate()).isFalse();
        assertThat(control.capacityBps()).isEqualTo(-1);
        assertThat(control.decreasedAtNs()).isEqualTo(Long.MIN_VALUE);
        control.resume(10 * SECOND, 0, 0, 0);
        assertThat(control.rateBps()).isEqualTo(30_000);
        assertThat(control.capacityBps()).isZero();
        assertThat(control.decreasedAtNs()).isEqualTo(10 * SECOND);
        AimdRateControl other = new AimdRateControl(AimdConfig.defaults(), 30_000, 20_000_000);
        other.resume(10 * SECOND, 900_000, 1_000_000, 3 * SECOND);
        assertThat(other.rateBps()).isEqualTo(900_000);
        assertThat(other.capacityBps()).isEqualTo(1_000_000);
        assertThat(other.decreasedAtNs()).isEqualTo(7 * SECOND);
    }
}
