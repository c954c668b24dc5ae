package org.starbridge.bandwidth.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.loss.LossConfig;

/**
 * Estimators that are wrong in one way. The exam is worth something only if each of them fails a row that the bridge's
 * estimator passes.
 */
final class Mutants {
    private static final BandwidthConfig GOOD = BandwidthConfig.defaults();
    private static final long NEVER_NS = 1_000_000_000_000_000L;

    private Mutants() {}

    /**
     * One of them.
     *
     * @param killer the row that it fails
     */
    record Mutant(Subject subject, String killer) {
        @Override
        public String toString() {
            return subject.name();
        }
    }

    static List<Mutant> all() {
        List<Mutant> all = new ArrayList<>();
        delays(all);
        losses(all);
        growth(all);
        probes(all);
        bounds(all);
        feedback(all);
        return all;
    }

    private static void delays(List<Mutant> all) {
        all.add(configured(
                "deaf to delay",
                "RFC 8867 5.1 variable capacity",
                config -> trendline(config, Map.of("thresholdMs", 1e9, "minThresholdMs", 1e9, "maxThresholdMs", 1e9))));
        all.add(configured(
                "takes jitter for a queue",
                "jitter ± 60 ms, no queue",
                config -> noise(config, Map.of("factor", 0.0, "floorMs", 0.0, "falling", 0.0))));
        all.add(configured(
                "waits for queues of a second",
                "1 Mbit/s, queue 3 s",
                config -> trendline(config, Map.of("overuseMs", 1000.0))));
        all.add(configured(
                "decreases by 1 %",
                "RFC 8867 5.1 variable capacity",
                config -> aimd(config, Map.of("decreaseFactor", 0.99, "decreaseExtraBps", 0L, "gentleFactor", 0.99))));
        all.add(configured(
                "decreases to a third", "fixed 2.0 Mbit/s", config -> aimd(config, Map.of("decreaseFactor", 0.33))));
        all.add(configured(
                "grows tenfold each second",
                "fixed 0.5 Mbit/s",
                config -> aimd(config, Map.of("increasePerSecond", 10.0, "acknowledgedFactor", 10.0))));
    }

    private static void losses(List<Mutant> all) {
        all.add(new Mutant(new Subject("deaf to loss", DeafToLoss::new), "policer 1 Mbit/s, 50 kB"));
        all.add(configured(
                "takes all losses for congestion",
                "random loss 5 %, 5 Mbit/s",
                config -> loss(config, Map.of("instantLossOffset", 0.0, "instantBalanceBps", 10_000.0))));
        all.add(configured(
                "takes no losses for the link's own",
                "random loss 1 %, 5 Mbit/s",
                config -> loss(
                        config,
                        Map.of("maxInherentLoss", 0.001, "inherentBalanceBps", 1.0, "preferHighBelowLoss", 0.001))));
    }

    private static void growth(List<Mutant> all) {
        all.add(configured(
                "grows slowly after losses",
                "20 % lost for 10 s, 5 Mbit/s",
                config -> loss(config, Map.of("maxIncreaseFactor", 1.002, "acknowledgedFactor", 1.002))));
    }

    private static void probes(List<Mutant> all) {
        all.add(new Mutant(new Subject("does not probe", Probeless::new), "start on 10 Mbit/s, wish 2.5"));
        all.add(configured(
                "probes at ten times the size",
                "fixed 0.5 Mbit/s",
                config -> probe(
                        config,
                        Map.of("firstFactor", 30.0, "secondFactor", 60.0, "periodFactor", 20.0, "wishFactor", 100.0))));
        all.add(configured(
                "probes ten times as long",
                "fixed 0.5 Mbit/s",
                config -> probe(config, Map.of("durationNs", 150_000_000L, "minPackets", 50))));
        all.add(configured(
                "probes a hundred times rarer",
                "step 0.5 -> 3 Mbit/s",
                config -> probe(config, Map.of("periodNs", 500_000_000_000L, "stagnationNs", 1_500_000_000_000L))));
        all.add(configured(
                "trusts probes that did not get through",
                "fixed 2.0 Mbit/s",
                config -> probe(config, Map.of("saturatedRatio", 0.0, "saturatedFactor", 1.0, "maxRateRatio", 100.0))));
        all.add(new Mutant(
                new Subject("pads while nothing is wanted", () -> new BridgeController(GOOD) {
                    @Override
                    public long paddingBps() {
                        return targetBps();
                    }
                }),
                "5 Mbit/s idle, then 720p"));
    }

    private static void bounds(List<Mutant> all) {
        all.add(scaled("promises a third more", 1.33, "fixed 1.0 Mbit/s"));
        all.add(scaled("promises a third less", 0.67, "fixed 1.0 Mbit/s"));
        all.add(configured(
                "never below 500 kbit/s",
                "fixed 0.3 Mbit/s",
                config -> config.withBitrates(1_000_000, 500_000, 20_000_000)));
        all.add(configured(
                "never above 1 Mbit/s",
                "fixed 2.0 Mbit/s",
                config -> config.withBitrates(1_000_000, 30_000, 1_000_000)));
        all.add(configured(
                "does not know when little is sent",
                "feedback loss 30 %, 2 Mbit/s",
                config -> aimd(config, Map.of("applicationLimitedShare", 0.0, "gentleFactor", 0.5))));
        all.add(configured(
                "averages over ten seconds",
                "step 3 -> 0.5 Mbit/s",
                config -> Altered.with(
                        config,
                        Map.of(
                                "throughput",
                                Altered.with(
                                        config.throughput(),
                                        Map.of(
                                                "minSpanNs",
                                                10_000_000_000L,
                                                "maxSpanNs",
                                                10_000_000_000L,
                                                "maxPackets",
                                                5000))))));
    }

    private static void feedback(List<Mutant> all) {
        all.add(new Mutant(
                new Subject("takes what is under way for lost", LostUnderWay::new),
                "feedback delayed by 500 ms, 2 Mbit/s"));
        all.add(configured(
                "sends on without feedback",
                "dead for 10 s",
                config -> Altered.with(
                        config,
                        Map.of(
                                "silence",
                                Altered.with(
                                        config.silence(), Map.of("noGrowthNs", NEVER_NS, "backoffNs", NEVER_NS))))));
    }

    private static Mutant configured(String name, String killer, UnaryOperator<BandwidthConfig> change) {
        BandwidthConfig changed = change.apply(GOOD);
        return new Mutant(new Subject(name, () -> new BridgeController(changed)), killer);
    }

    private static Mutant scaled(String name, double factor, String killer) {
        return new Mutant(
                new Subject(name, () -> new BridgeController(GOOD) {
                    @Override
                    public long targetBps() {
                        return (long) (factor * super.targetBps());
                    }
                }),
                killer);
    }

    private static BandwidthConfig aimd(BandwidthConfig config, Map<String, ?> others) {
        return Altered.with(
                config,
                Map.of(
                        "delay",
                        Altered.with(
                                config.delay(),
                                Map.of("aimd", Altered.with(config.delay().aimd(), others)))));
    }

    private static BandwidthConfig trendline(BandwidthConfig config, Map<String, ?> others) {
        return Altered.with(
                config,
                Map.of(
                        "delay",
                        Altered.with(
                                config.delay(),
                                Map.of("trendline", Altered.with(config.delay().trendline(), others)))));
    }

    private static BandwidthConfig noise(BandwidthConfig config, Map<String, ?> others) {
        return trendline(
                config, Map.of("noise", Altered.with(config.delay().trendline().noise(), others)));
    }

    private static BandwidthConfig loss(BandwidthConfig config, Map<String, ?> others) {
        LossConfig changed = Altered.with(config.loss(), others);
        return Altered.with(config, Map.of("loss", changed));
    }

    private static BandwidthConfig probe(BandwidthConfig config, Map<String, ?> others) {
        return Altered.with(config, Map.of("probe", Altered.with(config.probe(), others)));
    }

    /** Sends no probes. */
    private static final class Probeless extends BridgeController {
        private long tickNs;

        Probeless() {
            super(GOOD);
        }

        @Override
        public void onTransportReady(long nowNs) {
            super.onTransportReady(nowNs);
            tickNs = nowNs;
        }

        @Override
        public long nextDeadlineNs() {
            return tickNs + GOOD.tickNs();
        }

        @Override
        public void onTick(long nowNs) {
            tickNs = nowNs;
            super.onTick(nowNs);
        }

        @Override
        public int activeProbe() {
            return 0;
        }

        @Override
        public int probeBytesDue(long nowNs) {
            return 0;
        }

        @Override
        public boolean isProbing() {
            return false;
        }
    }

    /** Takes packets that are missing for received together with the one before. */
    private static final class DeafToLoss extends BridgeController {
        private final FeedbackReport heard = new FeedbackReport();

        DeafToLoss() {
            super(GOOD);
        }

        @Override
        public void onFeedback(long nowNs, FeedbackReport report) {
            heard.begin(report.referenceTime());
            long ticks = report.referenceTime() * 256L;
            for (int i = 0; i < report.count(); i++) {
                ticks = report.isReceived(i) ? report.arrivalTicks(i) : ticks;
                heard.addReceived(report.number(i), ticks);
            }
            super.onFeedback(nowNs, heard);
        }
    }

    /** Takes packets for lost that were sent before a feedback came and are not in it: ignores how late it is. */
    private static final class LostUnderWay extends BridgeController {
        private final FeedbackReport heard = new FeedbackReport();
        private long next;

        LostUnderWay() {
            super(GOOD);
        }

        @Override
        public long onSent(long nowNs, int sizeBytes, int probeId) {
            next = super.onSent(nowNs, sizeBytes, probeId) + 1;
            return next - 1;
        }

        @Override
        public void onFeedback(long nowNs, FeedbackReport report) {
            heard.begin(report.referenceTime());
            long last = 0;
            for (int i = 0; i < report.count(); i++) {
                last = report.number(i);
                if (report.isReceived(i)) {
                    heard.addReceived(report.number(i), report.arrivalTicks(i));
                } else {
                    heard.addMissing(report.number(i));
                }
            }
            for (long number = last + 1; (number & 0xFFFF) != (next & 0xFFFF); number++) {
                heard.addMissing((int) (number & 0xFFFF));
            }
            super.onFeedback(nowNs, heard);
        }
    }
}
