package org.starbridge.media.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Who is charged with what, on a clock that the test moves. */
class CostSamplerTest {
    private static final int CYCLES = 100_000;

    private long nowNs;
    private final CostSampler sampler = new CostSampler(() -> nowNs);
    private final CostMeter sender = new CostMeter();
    private final CostMeter first = new CostMeter();
    private final CostMeter second = new CostMeter();

    /**
     * 10 for the call that receives, 20 for a datagram, 30 and 60 for two receivers, 90 for three packets in a call.
     */
    private void cycle() {
        sampler.beginCycle();
        sampler.begin();
        nowNs += 10;
        sampler.endReceive();
        sampler.begin();
        nowNs += 20;
        sampler.endReceived(sender);
        sampler.begin();
        nowNs += 30;
        sampler.endSent(first, 1);
        sampler.begin();
        nowNs += 40;
        sampler.beginSystemCall();
        nowNs += 90;
        sampler.endSend();
        nowNs += 20;
        sampler.endSent(second, 2);
        nowNs += 5;
        endCycle(sampler);
    }

    private static void endCycle(CostSampler sampler) {
        if (sampler.isOn()) {
            sampler.endCycle();
        }
    }

    @Test
    void chargesWorkDirectlyAndSystemCallsByDatagrams() {
        for (int i = 0; i < CYCLES; i++) {
            cycle();
        }
        assertThat(sender.costNs() / (double) CYCLES).isCloseTo(30, within(1.0));
        assertThat(first.costNs() / (double) CYCLES).isCloseTo(60, within(2.0));
        assertThat(second.costNs() / (double) CYCLES).isCloseTo(120, within(4.0));
        assertThat(sampler.busyNs() / (double) CYCLES).isCloseTo(215, within(7.0));
        assertThat(sampler.attributedNs()).isEqualTo(sender.costNs() + first.costNs() + second.costNs());
    }

    @Test
    void measuresOneCycleInSoMany() {
        int measured = 0;
        for (int i = 0; i < CYCLES; i++) {
            sampler.beginCycle();
            measured += sampler.isOn() ? 1 : 0;
            endCycle(sampler);
        }
        assertThat(CYCLES / (double) measured).isCloseTo(CostSampler.ONE_IN, within(1.0));
    }

    /** A rhythm of the traffic must not decide who is measured: a cycle in 32 costs a hundred times the others. */
    @Test
    void isNotMisledByARhythm() {
        for (int i = 0; i < 32 * CYCLES; i++) {
            sampler.beginCycle();
            sampler.begin();
            nowNs += i % CostSampler.ONE_IN == 7 ? 1000 : 10;
            sampler.endReceived(sender);
            endCycle(sampler);
        }
        assertThat(sender.costNs() / (32.0 * CYCLES)).isCloseTo((1000 + 31 * 10) / 32.0, within(3.0));
    }

    @Test
    void datagramsOfNoEndpointAreNotCharged() {
        CostSampler off = CostSampler.off();
        off.beginCycle();
        off.begin();
        off.endReceived(sender);
        endCycle(off);
        for (int i = 0; i < 100; i++) {
            sampler.beginCycle();
            sampler.begin();
            nowNs += 10;
            sampler.endReceived(null);
            endCycle(sampler);
        }
        assertThat(sender.costNs()).isZero();
        assertThat(sampler.attributedNs()).isZero();
        assertThat(sampler.busyNs()).isPositive();
    }
}
