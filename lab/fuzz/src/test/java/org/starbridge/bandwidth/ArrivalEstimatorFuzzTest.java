package org.starbridge.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.arrival.ArrivalEstimator;
import org.starbridge.fuzz.Input;

/** The estimate that senders get by REMB, whatever send times and packets they make up. */
final class ArrivalEstimatorFuzzTest {
    private static final long MS = 1_000_000;
    private static final long MIN_BPS = 30_000;
    private static final long MAX_BPS = 20_000_000;
    private static final int PACKET_BYTES = 1100;
    private static final long ROUND_TRIP_NS = 50 * MS;
    private static final long HONEST_MS = 60_000;

    private final ArrivalEstimator estimator = new ArrivalEstimator(1_000_000, MIN_BPS, MAX_BPS);
    private long nowNs;
    private long sendNs;

    private void packet(int sizeBytes) {
        estimator.onPacket(sendNs, nowNs, sizeBytes);
        if (nowNs >= estimator.nextDeadlineNs()) {
            estimator.onTimeout(nowNs, ROUND_TRIP_NS);
        }
        assertThat(estimator.bps()).isBetween(MIN_BPS, MAX_BPS);
    }

    /** No exception, no estimate beyond its bounds, and none that stays low once send times are true again. */
    @FuzzTest
    void arrivals(byte[] data) {
        Input in = new Input(data);
        while (in.hasMore()) {
            nowNs += in.flag() ? in.below(256) * MS / 10 : in.u16() * MS;
            sendNs += in.flag() ? in.below(256) * MS / 10 : in.i32();
            packet(in.u16());
        }
        // Frames of 1 Mbit/s, paced at 2.2 Mbit/s, on a link that carries them.
        for (long ms = 0; ms < HONEST_MS; ms += 33) {
            for (int i = 0; i < 4; i++) {
                packet(PACKET_BYTES);
                sendNs += 4 * MS;
                nowNs += 4 * MS;
            }
            sendNs += 17 * MS;
            nowNs += 17 * MS;
        }
        assertThat(estimator.bps()).as("after true send times").isGreaterThan(1_000_000);
    }

    @Test
    void randomPackets() {
        for (int seed = 1; seed <= 60; seed++) {
            byte[] data = new byte[2000];
            new Random(seed).nextBytes(data);
            new ArrivalEstimatorFuzzTest().arrivals(data);
        }
    }
}
