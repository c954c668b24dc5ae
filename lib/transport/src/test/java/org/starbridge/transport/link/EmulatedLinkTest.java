package org.starbridge.transport.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Links in virtual time. */
class EmulatedLinkTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;
    /** With headers 1000 bytes: 8 ms at 1 Mbit/s. */
    private static final int LENGTH = 1000 - EmulatedLink.HEADER_BYTES;

    private final Map<LinkDrop, Integer> drops = new EnumMap<>(LinkDrop.class);
    private final List<Long> delaysNs = new ArrayList<>();
    private long lastArrivalNs = Long.MIN_VALUE;

    /** Sends a datagram each {@code intervalNs} until {@code endNs}; returns how many arrived. */
    private int flood(EmulatedLink link, long fromNs, long endNs, long intervalNs) {
        int arrived = 0;
        for (long ns = fromNs; ns < endNs; ns += intervalNs) {
            long arrivalNs = link.send(ns, LENGTH);
            if (arrivalNs == EmulatedLink.DROPPED) {
                drops.merge(link.lastDrop(), 1, Integer::sum);
            } else {
                assertThat(arrivalNs).as("order").isGreaterThanOrEqualTo(lastArrivalNs);
                lastArrivalNs = arrivalNs;
                delaysNs.add(arrivalNs - ns);
                arrived++;
            }
        }
        return arrived;
    }

    private static EmulatedLink link(LinkConditions conditions) {
        return new EmulatedLink(conditions, new Random(1), 0);
    }

    @Test
    void withoutConditionsNothingHappens() {
        assertThat(LinkConditions.PERFECT.isPerfect()).isTrue();
        EmulatedLink link = link(LinkConditions.PERFECT);
        assertThat(link.send(5, LENGTH)).isEqualTo(5);
        assertThat(link.send(5, LENGTH)).isEqualTo(5);
        assertThat(link.lastQueueNs()).isZero();
    }

    @Test
    void aDatagramTakesItsTimeAndTheDelay() {
        EmulatedLink link = link(LinkConditions.PERFECT.withRate(1e6).withDelayMs(25));
        assertThat(link.send(0, LENGTH)).isEqualTo(8 * MS + 25 * MS);
        assertThat(link.lastQueueNs()).isZero();
        assertThat(link.send(MS, LENGTH)).isEqualTo(16 * MS + 25 * MS);
        assertThat(link.lastQueueNs()).isEqualTo(7 * MS);
        assertThat(link.send(SECOND, LENGTH)).as("idle since").isEqualTo(SECOND + 8 * MS + 25 * MS);
    }

    @Test
    void aFullQueueDropsAndTheRateHolds() {
        EmulatedLink link = link(LinkConditions.PERFECT.withRate(1e6).withQueueMs(100));
        int arrived = flood(link, 0, 10 * SECOND, 4 * MS);
        assertThat(arrived * 8000.0 / 10).isCloseTo(1e6, within(0.02e6));
        assertThat(drops.get(LinkDrop.QUEUE_FULL)).isGreaterThan(1000);
        assertThat(delaysNs.stream().mapToLong(Long::longValue).max().orElseThrow())
                .isBetween(100 * MS, 108 * MS);
        assertThat(link.capacityBits(0, 10 * SECOND)).isCloseTo(10e6, within(1.0));
    }

    @Test
    void anEmptyQueueTakesAnyDatagram() {
        EmulatedLink link = link(LinkConditions.PERFECT.withRate(100_000).withQueueMs(0));
        assertThat(link.send(0, LENGTH)).isEqualTo(80 * MS);
        assertThat(link.send(1, LENGTH)).isEqualTo(EmulatedLink.DROPPED);
        assertThat(link.send(80 * MS, LENGTH)).isEqualTo(160 * MS);
    }

    @Test
    void aStepChangesTheRateAtItsTime() {
        EmulatedLink link = link(LinkConditions.PERFECT
                .withRate(RateSchedule.steps(new long[] {0, SECOND, 2 * SECOND}, new double[] {3e6, 0.5e6, 3e6}, 0))
                .withQueueMs(200));
        link.start(5 * SECOND);
        assertThat(flood(link, 0, 6 * SECOND, 2 * MS) * 8000.0 / 6)
                .as("before the step, the first one's second included")
                .isCloseTo(3e6, within(0.1e6));
        int during = flood(link, 6 * SECOND, 7 * SECOND, 2 * MS);
        assertThat(during * 8000.0).as("the queue is full already").isBetween(0.0, 0.5e6);
        assertThat(flood(link, 8 * SECOND, 9 * SECOND, 2 * MS) * 8000.0).isCloseTo(3e6, within(0.7e6));
    }

    @Test
    void aStallDelaysWhatComesMeanwhile() {
        EmulatedLink link = link(LinkConditions.PERFECT
                .withRate(RateSchedule.steps(new long[] {0, 200 * MS}, new double[] {0, 4e6}, 2 * SECOND))
                .withQueueMs(500));
        assertThat(link.send(2 * SECOND + 50 * MS, LENGTH)).isEqualTo(2 * SECOND + 202 * MS);
        assertThat(link.lastQueueNs()).isEqualTo(150 * MS);
        assertThat(link.send(2 * SECOND + 60 * MS, LENGTH)).isEqualTo(2 * SECOND + 204 * MS);
    }

    @Test
    void jitterVariesTheDelayAndKeepsTheOrder() {
        EmulatedLink link = link(LinkConditions.PERFECT.withDelayMs(10).withJitterMs(30));
        assertThat(flood(link, 0, 60 * SECOND, 10 * MS)).isEqualTo(6000);
        assertThat(delaysNs.stream().mapToLong(Long::longValue).min().orElseThrow())
                .isBetween(10 * MS, 15 * MS);
        assertThat(delaysNs.stream().mapToLong(Long::longValue).max().orElseThrow())
                .isBetween(60 * MS, 70 * MS);
        assertThat(delaysNs.stream().mapToLong(Long::longValue).average().orElseThrow())
                .isCloseTo(40e6, within(6e6));
    }

    @Test
    void lossIsAsLargeAsAskedFor() {
        EmulatedLink link = link(LinkConditions.PERFECT.withLoss(0.05, 1));
        assertThat(flood(link, 0, 100 * SECOND, MS)).isBetween(94_500, 95_500);
        assertThat(drops).containsOnlyKeys(LinkDrop.LOST);
    }

    @Test
    void lossesOfGilbertsModelComeInBursts() {
        EmulatedLink link = link(LinkConditions.PERFECT.withLoss(0.05, 8));
        int lost = 0;
        int bursts = 0;
        boolean wasLost = false;
        for (int i = 0; i < 200_000; i++) {
            boolean isLost = link.send(i, LENGTH) == EmulatedLink.DROPPED;
            lost += isLost ? 1 : 0;
            bursts += isLost && !wasLost ? 1 : 0;
            wasLost = isLost;
        }
        assertThat(lost / 200_000.0).isCloseTo(0.05, within(0.01));
        assertThat((double) lost / bursts).isCloseTo(8, within(1.0));
    }

    @Test
    void aPolicerPassesItsBucketAndThenItsRateWithoutDelay() {
        EmulatedLink link = link(LinkConditions.PERFECT.withPolicer(1e6, 50_000));
        assertThat(flood(link, 0, MS, MS / 100)).as("the bucket").isEqualTo(50);
        drops.clear();
        assertThat(flood(link, 10 * SECOND, 20 * SECOND, 4 * MS) * 8000.0 / 10)
                .as("the rate, and the bucket over ten seconds")
                .isCloseTo(1.04e6, within(0.01e6));
        assertThat(drops).containsOnlyKeys(LinkDrop.POLICED);
        assertThat(delaysNs).containsOnly(0L);
        assertThat(link.capacityBits(0, SECOND)).isCloseTo(1e6, within(1.0));
    }

    @Test
    void severalFlowsShareTheLinkAndAnOlderTimeDoesNoHarm() {
        EmulatedLink link = link(LinkConditions.PERFECT.withRate(1e6));
        assertThat(link.send(10 * MS, LENGTH)).isEqualTo(18 * MS);
        assertThat(link.send(9 * MS, LENGTH)).isEqualTo(26 * MS);
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> LinkConditions.PERFECT.withLoss(1, 1)).hasMessageContaining("loss of 1.0");
        assertThatThrownBy(() -> LinkConditions.PERFECT.withLoss(0.1, 0)).hasMessageContaining("bursts of 0.0");
        assertThatThrownBy(() -> LinkConditions.PERFECT.withPolicer(1e6, 0)).hasMessageContaining("and a bucket");
        assertThatThrownBy(() -> LinkConditions.PERFECT.withDelayMs(-1)).hasMessageContaining("expected 0 or more");
    }
}
