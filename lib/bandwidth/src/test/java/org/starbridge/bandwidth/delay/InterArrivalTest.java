package org.starbridge.bandwidth.delay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InterArrivalTest {
    private static final long MS = 1_000_000L;

    private final InterArrival interArrival = new InterArrival(InterArrivalConfig.defaults());

    private boolean packet(double sendMs, double arrivalMs) {
        return interArrival.onPacket((long) (sendMs * MS), (long) (arrivalMs * MS), (long) (arrivalMs * MS));
    }

    @Test
    void deltasAreThoseOfTheLastPacketsOfTwoGroups() {
        packet(0, 100);
        packet(2, 102);
        packet(20, 125);
        packet(22, 130);
        assertThat(packet(40, 150)).isTrue();
        assertThat(interArrival.sendDeltaNs()).isEqualTo(20 * MS);
        assertThat(interArrival.arrivalDeltaNs()).isEqualTo(28 * MS);
    }

    @Test
    void aRunIsOneGroupHoweverLongTheLinkTakes() {
        packet(0, 100);
        packet(20, 120);
        for (int i = 1; i <= 15; i++) {
            assertThat(packet(20, 120 + 10 * i)).isFalse();
        }
        packet(40, 280);
        assertThat(interArrival.arrivalDeltaNs()).isEqualTo(170 * MS);
    }

    @Test
    void packetsThatCatchUpBelongToTheBurst() {
        packet(0, 100);
        packet(20, 120);
        packet(30, 121);
        packet(40, 122);
        assertThat(packet(60, 160)).isTrue();
        assertThat(interArrival.sendDeltaNs()).isEqualTo(40 * MS);
    }

    @Test
    void aClockThatJumpsStartsFromTheBeginning() {
        packet(0, 100);
        packet(20, 120);
        interArrival.onPacket(40 * MS, 9000 * MS, 140 * MS);
        assertThat(interArrival.onPacket(60 * MS, 9020 * MS, 160 * MS)).isFalse();
        assertThat(interArrival.onPacket(80 * MS, 9040 * MS, 180 * MS)).isFalse();
        assertThat(interArrival.onPacket(100 * MS, 9060 * MS, 200 * MS)).isFalse();
        assertThat(interArrival.onPacket(120 * MS, 9080 * MS, 220 * MS)).isTrue();
    }
}
