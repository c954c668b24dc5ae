package org.starbridge.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.PacketResults;
import org.starbridge.fuzz.Input;

/** A bandwidth estimator, whatever receivers report. */
final class BandwidthEstimatorFuzzTest {
    private static final long MS = 1_000_000;
    private static final int TICK_NS = 250_000;
    private static final int TICKS_PER_REFERENCE = 256;
    private static final long HONEST_MS = 90_000;
    private static final long WISH_BPS = 2_000_000;
    private static final int PACKET_BYTES = 1000;

    /** One estimator, and a receiver that reports nonsense or the truth. */
    private static final class Call {
        final BandwidthConfig config = BandwidthConfig.defaults();
        final BandwidthEstimator estimator = new BandwidthEstimator(config, new PacketResults());
        final FeedbackReport report = new FeedbackReport();
        long nowNs = 1;

        void random(Input in) {
            switch (in.below(8)) {
                case 0 -> nowNs += in.below(256) * MS;
                case 1 -> nowNs += in.u16() * MS;
                case 2, 3 -> send(in.below(40), in.below(1500));
                case 4, 5 -> feedback(in);
                case 6 -> estimator.onAllocation(nowNs, in.i32() & Integer.MAX_VALUE, in.i32() & Integer.MAX_VALUE);
                default -> other(in);
            }
        }

        private void other(Input in) {
            switch (in.below(4)) {
                case 0 -> estimator.onRemb(nowNs, in.i64());
                case 1 -> estimator.onRtt(in.i64());
                case 2 -> estimator.onRouteChange();
                default -> estimator.onNotSent(estimator.nextNumber() - in.below(20));
            }
        }

        private void send(int packets, int bytes) {
            estimator.probes().bytesDue(nowNs);
            for (int i = 0; i < packets; i++) {
                estimator.onSent(nowNs, bytes, estimator.probes().activeId());
            }
        }

        private void feedback(Input in) {
            int reference = in.flag() ? in.i32() >> 8 : (int) (nowNs / TICK_NS / TICKS_PER_REFERENCE);
            report.begin(reference);
            long ticks = (long) reference * TICKS_PER_REFERENCE;
            int number = (int) (estimator.nextNumber() - in.below(256));
            for (int count = in.below(60); count > 0; count--, number++) {
                ticks += in.flag() ? in.below(256) : (short) in.u16();
                if (in.below(4) == 0) {
                    report.addMissing(number & 0xFFFF);
                } else {
                    report.addReceived(number & 0xFFFF, ticks);
                }
            }
            estimator.onFeedback(nowNs, report);
        }

        void tick() {
            if (nowNs >= estimator.nextTickNs()) {
                estimator.onTick(nowNs);
            }
        }

        void check() {
            assertThat(estimator.targetBps()).isBetween(config.minBps(), config.maxBps());
            assertThat(estimator.pacingBps()).isPositive();
            assertThat(estimator.paddingBps()).isBetween(0L, config.maxBps());
            assertThat(estimator.lossRatio()).isBetween(0.0, 1.0);
            assertThat(estimator.delayBps()).isBetween(-1L, config.maxBps());
        }

        /** All that is sent arrives after 20 ms, and is reported each 100 ms. */
        void honest() {
            long endNs = nowNs + HONEST_MS * MS;
            long reported = estimator.nextNumber();
            estimator.onAllocation(nowNs, WISH_BPS, WISH_BPS / 2);
            double dueBytes = 0;
            long[] sentTicks = new long[1 << 16];
            for (long step = 0; nowNs < endNs; step++) {
                nowNs += 5 * MS;
                dueBytes += Math.min(estimator.targetBps(), WISH_BPS / 2) / 8.0 * 0.005;
                dueBytes = Math.max(dueBytes, estimator.probes().bytesDue(nowNs));
                while (dueBytes > 0) {
                    sentTicks[(int) estimator.nextNumber() & 0xFFFF] = nowNs / TICK_NS;
                    estimator.onSent(nowNs, PACKET_BYTES, estimator.probes().activeId());
                    dueBytes -= PACKET_BYTES;
                }
                if (step % 20 == 19) {
                    reported = report(reported, sentTicks);
                }
                tick();
            }
        }

        private long report(long from, long[] sentTicks) {
            long to = estimator.nextNumber();
            if (from < to) {
                report.begin((int) (sentTicks[(int) from & 0xFFFF] / TICKS_PER_REFERENCE));
                for (long number = from; number < to; number++) {
                    report.addReceived((int) number & 0xFFFF, sentTicks[(int) number & 0xFFFF] + 80);
                }
                estimator.onFeedback(nowNs, report);
            }
            return to;
        }
    }

    /** No exception, no estimate beyond its bounds, and none that stays wrong once reports are true again. */
    @FuzzTest
    void estimate(byte[] data) {
        Input in = new Input(data);
        Call call = new Call();
        call.estimator.onTransportReady(call.nowNs);
        while (in.hasMore()) {
            call.random(in);
            call.tick();
            call.check();
        }
        call.nowNs += 1000 * MS;
        call.honest();
        call.check();
        assertThat(call.estimator.targetBps()).as("after true reports").isGreaterThan(WISH_BPS / 2);
    }

    @Test
    void randomReports() {
        for (int seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            byte[] data = new byte[random.nextInt(4000)];
            random.nextBytes(data);
            estimate(data);
        }
    }
}
