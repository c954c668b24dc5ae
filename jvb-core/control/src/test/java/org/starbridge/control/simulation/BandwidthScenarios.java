package org.starbridge.control.simulation;

import static org.starbridge.testkit.SeededScenario.Figure.atLeast;
import static org.starbridge.testkit.SeededScenario.Figure.atMost;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.starbridge.media.worker.SimulatedCall;
import org.starbridge.media.worker.SimulatedTransfer;
import org.starbridge.media.worker.SimulatedViewer;
import org.starbridge.testkit.SeededScenario;
import org.starbridge.transport.link.LinkConditions;
import org.starbridge.transport.link.RateSchedule;

/**
 * The scenarios: test cases of RFC 8867, and ours. A camera is simulcast with 180, 360 and 720 lines. One sender offers
 * 150, 500 and 2500 kbit/s; a grid is of several senders with 115, 320 and 800 kbit/s each, so that a viewer can get
 * nearly any bitrate.
 */
final class BandwidthScenarios {
    /** Of all layers of one sender, with audio and headers. */
    private static final double ONE = 2.7e6;

    private static final double GRID_OF_THREE = 2.75e6;
    private static final double AUDIO_BPS = 60e3;

    private static final LinkConditions PATH = LinkConditions.PERFECT.withDelayMs(30);
    private static final LinkConditions RFC = LinkConditions.PERFECT.withDelayMs(50);

    private BandwidthScenarios() {}

    static List<SeededScenario> all() {
        List<SeededScenario> all = new ArrayList<>(List.of(
                variableCapacity(),
                twoViewers(),
                congestedFeedback(),
                threeViewers(),
                roundTripFairness(),
                longTransfer(),
                shortTransfers(),
                pauseAndResume()));
        for (double mbps : new double[] {0.3, 0.5, 1, 2, 5}) {
            all.add(fixed(mbps));
        }
        all.addAll(List.of(start(), idleThenVideo(), step("one sender", false), step("three senders", true)));
        all.add(lossy("random loss 1 %", 0.01, 1, 0.9));
        all.add(lossy("random loss 5 %", 0.05, 1, 0.7));
        all.add(lossy("random loss 10 %", 0.10, 1, 0.4));
        all.add(lossy("Gilbert 5 %, bursts of 8", 0.05, 8, 0.5));
        all.addAll(List.of(jitter(30, 0.9), jitter(60, 0.75), policer(0), policer(0.3), bufferbloat(), stalls()));
        all.addAll(List.of(
                reverse("feedback loss 30 %", PATH.withLoss(0.3, 1), 0.7),
                reverse("feedback delayed by 500 ms", LinkConditions.PERFECT.withDelayMs(530), 0.6)));
        all.addAll(List.of(manyReceivers(), routeChange()));
        return all;
    }

    private static SimulatedCall one(long seed) {
        return new SimulatedCall(seed, 1, 150_000, 500_000, 2_500_000);
    }

    private static SimulatedCall grid(long seed, int senders) {
        return new SimulatedCall(seed, senders, 115_000, 320_000, 800_000);
    }

    private static LinkConditions rate(LinkConditions path, double mbps) {
        return path.withRate(mbps * 1e6);
    }

    /** Rates in Mbit/s, each from a second on. */
    private static LinkConditions steps(LinkConditions path, double... secondsAndMbps) {
        long[] startsNs = new long[secondsAndMbps.length / 2];
        double[] ratesBps = new double[startsNs.length];
        for (int i = 0; i < startsNs.length; i++) {
            startsNs[i] = Math.round(secondsAndMbps[2 * i] * 1e9);
            ratesBps[i] = secondsAndMbps[2 * i + 1] * 1e6;
        }
        return path.withRate(RateSchedule.steps(startsNs, ratesBps, 0));
    }

    private static double least(double... values) {
        double least = Double.POSITIVE_INFINITY;
        for (double value : values) {
            least = Math.min(least, value);
        }
        return least;
    }

    /** Jain's index: 1 is equal shares. */
    private static double fairness(List<SimulatedViewer> viewers, ToDoubleFunction<SimulatedViewer> value) {
        double sum = viewers.stream().mapToDouble(value).sum();
        double squares = viewers.stream()
                .mapToDouble(viewer -> value.applyAsDouble(viewer) * value.applyAsDouble(viewer))
                .sum();
        return squares == 0 ? 0 : sum * sum / (viewers.size() * squares);
    }

    static SeededScenario variableCapacity() {
        return new SeededScenario(
                "RFC 8867 5.1 variable capacity",
                List.of(
                        atLeast("least utilisation of a plateau", 0.8),
                        atMost("s until <= 0.66 after 2.5 -> 0.6", 1.5),
                        atMost("queue p95 outside of drops, ms", 100),
                        atMost("loss", 0.01),
                        atMost("audio lost", 0.01)),
                seed -> {
                    try (SimulatedCall call = grid(seed, 4)) {
                        SimulatedViewer viewer = call.join(1, steps(RFC, 0, 1.0, 40, 2.5, 60, 0.6, 80, 1.0), RFC)
                                .getFirst();
                        call.run(100);
                        double utilisation = least(
                                viewer.deliveredBps(10, 40) / 1e6,
                                viewer.deliveredBps(50, 60) / 2.5e6,
                                viewer.deliveredBps(70, 80) / 0.6e6,
                                viewer.deliveredBps(90, 99) / 1e6);
                        double queue = Math.max(
                                viewer.queueMs(0.95, 3, 59.5),
                                Math.max(viewer.queueMs(0.95, 63, 80), viewer.queueMs(0.95, 80, 99)));
                        return new double[] {
                            utilisation,
                            viewer.offeredFalls(60, 0.66e6) - 60,
                            queue,
                            viewer.loss(0, 99),
                            viewer.audioLoss(0, 99)
                        };
                    }
                });
    }

    static SeededScenario twoViewers() {
        return new SeededScenario(
                "RFC 8867 5.2 two viewers",
                List.of(
                        atLeast("least Jain of plateaus, last 15 s", 0.9),
                        atLeast("least utilisation, last 15 s", 0.8),
                        atMost("loss", 0.01)),
                seed -> {
                    try (SimulatedCall call = grid(seed, 4)) {
                        List<SimulatedViewer> viewers =
                                call.join(2, steps(RFC, 0, 4, 25, 2, 50, 3.5, 75, 1, 100, 2), RFC);
                        call.run(125);
                        double[] capacity = {4e6, 2e6, 3.5e6, 1e6, 2e6};
                        double jain = 1;
                        double utilisation = 1;
                        for (int i = 0; i < capacity.length; i++) {
                            double from = 25 * i + 10;
                            double to = 25 * i + 24;
                            jain = Math.min(jain, fairness(viewers, viewer -> viewer.deliveredBps(from, to)));
                            double sum = viewers.stream()
                                    .mapToDouble(viewer -> viewer.deliveredBps(from, to))
                                    .sum();
                            utilisation = Math.min(utilisation, sum / capacity[i]);
                        }
                        double loss = viewers.stream()
                                .mapToDouble(viewer -> viewer.loss(0, 124))
                                .max()
                                .orElse(0);
                        return new double[] {jain, utilisation, loss};
                    }
                });
    }

    static SeededScenario congestedFeedback() {
        return new SeededScenario(
                "RFC 8867 5.3 congested feedback", List.of(atLeast("share of capacity, feedback full", 0.5)), seed -> {
                    try (SimulatedCall call = grid(seed, 4)) {
                        SimulatedViewer viewer = call.join(1, steps(RFC, 0, 2, 20, 1, 40, 0.5, 60, 2), RFC)
                                .getFirst();
                        call.run(35);
                        // The way back is full of other traffic: each report waits, and some are lost.
                        call.uplink(
                                viewer, LinkConditions.PERFECT.withDelayMs(350).withLoss(0.1, 1));
                        call.run(35);
                        return new double[] {
                            least(
                                    viewer.deliveredBps(36, 39.5) / 1e6,
                                    viewer.deliveredBps(45, 59.5) / 0.5e6,
                                    viewer.deliveredBps(65, 69.5) / 2e6)
                        };
                    }
                });
    }

    static SeededScenario threeViewers() {
        return new SeededScenario(
                "RFC 8867 5.4 three viewers",
                List.of(atLeast("Jain 20 s after the last start", 0.85), atLeast("utilisation", 0.8)),
                seed -> {
                    try (SimulatedCall call = grid(seed, 4)) {
                        List<SimulatedViewer> viewers = new ArrayList<>(call.join(1, rate(RFC, 3.5), RFC));
                        for (int i = 0; i < 2; i++) {
                            call.run(20);
                            viewers.add(call.joinBehind(viewers.getFirst(), RFC));
                        }
                        call.run(80);
                        // Each counts from its own connection: the last 60 s of all.
                        ToDoubleFunction<SimulatedViewer> share =
                                viewer -> viewer.deliveredBps(viewer.seconds() - 60, viewer.seconds());
                        return new double[] {
                            fairness(viewers, share),
                            viewers.stream().mapToDouble(share).sum() / 3.5e6
                        };
                    }
                });
    }

    static SeededScenario roundTripFairness() {
        return new SeededScenario(
                "RFC 8867 5.5 RTT fairness", List.of(atLeast("least share of the fair one", 0.4)), seed -> {
                    try (SimulatedCall call = grid(seed, 4)) {
                        List<SimulatedViewer> viewers =
                                call.join(5, rate(LinkConditions.PERFECT.withDelayMs(5), 4), PATH);
                        double[] delaysMs = {10, 25, 50, 100, 150};
                        for (int i = 0; i < delaysMs.length; i++) {
                            // The whole round trip's delay is on the way back, which is not shared.
                            call.uplink(viewers.get(i), LinkConditions.PERFECT.withDelayMs(2 * delaysMs[i] - 5));
                        }
                        call.run(120);
                        double least = viewers.stream()
                                .mapToDouble(viewer -> viewer.deliveredBps(60, 119))
                                .min()
                                .orElse(0);
                        return new double[] {least / (4e6 / 5)};
                    }
                });
    }

    static SeededScenario longTransfer() {
        return new SeededScenario(
                "RFC 8867 5.6 long TCP transfer, 300 ms",
                List.of(
                        atLeast("share of capacity", 0.2),
                        atLeast("TCP's share", 0.2),
                        atLeast("lowest bitrate of 5 s, kbit/s", 50),
                        atMost("audio lost", 0.05)),
                seed -> {
                    try (SimulatedCall call = grid(seed, 4)) {
                        SimulatedViewer viewer = call.join(1, rate(RFC, 2), RFC).getFirst();
                        SimulatedTransfer transfer = call.transferBeside(viewer);
                        call.run(10);
                        transfer.begin(Long.MAX_VALUE, call.nowNs());
                        call.run(90);
                        double end = viewer.seconds();
                        double lowest = Double.POSITIVE_INFINITY;
                        for (double from = end - 80; from < end - 5; from += 5) {
                            lowest = Math.min(lowest, viewer.deliveredBps(from, from + 5) / 1e3);
                        }
                        return new double[] {
                            viewer.deliveredBps(end - 60, end) / 2e6,
                            transfer.receivedBytes() * 8 / 90.0 / 2e6,
                            lowest,
                            viewer.audioLoss(end - 60, end)
                        };
                    }
                });
    }

    static SeededScenario shortTransfers() {
        return new SeededScenario(
                "RFC 8867 5.7 short TCP transfers",
                List.of(atLeast("share of capacity", 0.5), atMost("audio lost", 0.02)),
                seed -> {
                    Random random = new Random(seed);
                    try (SimulatedCall call = grid(seed, 4)) {
                        SimulatedViewer viewer = call.join(1, rate(RFC, 2), RFC).getFirst();
                        List<SimulatedTransfer> transfers = new ArrayList<>();
                        double[] beginAt = new double[10];
                        for (int i = 0; i < beginAt.length; i++) {
                            transfers.add(call.transferBeside(viewer));
                            beginAt[i] = pause(random);
                        }
                        for (double second = 0; second < 100; second += 0.1) {
                            for (int i = 0; i < beginAt.length; i++) {
                                if (second >= beginAt[i]) {
                                    // 30 to 50 kB.
                                    transfers.get(i).begin(20 + random.nextInt(14), call.nowNs());
                                    beginAt[i] = second + pause(random);
                                }
                            }
                            call.run(0.1);
                        }
                        double end = viewer.seconds();
                        return new double[] {viewer.deliveredBps(end - 80, end) / 2e6, viewer.audioLoss(end - 80, end)};
                    }
                });
    }

    /** Exponential, 10 s in the mean. */
    private static double pause(Random random) {
        return -10 * Math.log(1 - random.nextDouble());
    }

    static SeededScenario pauseAndResume() {
        return new SeededScenario(
                "RFC 8867 5.8 pause and resume", List.of(atLeast("share of the fair one, 5-20 s later", 0.8)), seed -> {
                    try (SimulatedCall call = grid(seed, 4)) {
                        List<SimulatedViewer> viewers = call.join(3, rate(RFC, 3.5), RFC);
                        SimulatedViewer first = viewers.getFirst();
                        call.run(40);
                        call.wantVideo(first, false);
                        call.run(20);
                        call.wantVideo(first, true);
                        call.run(25);
                        return new double[] {first.deliveredBps(65, 80) / (3.5e6 / 3)};
                    }
                });
    }

    static SeededScenario fixed(double mbps) {
        return new SeededScenario(
                "fixed " + mbps + " Mbit/s",
                List.of(
                        atMost("estimate is off by", 0.15),
                        atMost("s until 80 %", mbps >= 1 ? 3 : 6),
                        atMost("queue p95, ms", 80),
                        atLeast("utilisation, 20-120 s", 0.8),
                        atMost("up-switches of a source per minute", 3),
                        atMost("audio lost", 0.01),
                        atMost("longest freeze, s", 1)),
                seed -> {
                    try (SimulatedCall call = grid(seed, 3)) {
                        SimulatedViewer viewer =
                                call.join(1, rate(PATH, mbps), PATH).getFirst();
                        call.run(121);
                        double capacity = mbps * 1e6;
                        double reachable = Math.min(capacity, GRID_OF_THREE);
                        double estimate = viewer.medianEstimate(60, 120);
                        double off = capacity > GRID_OF_THREE
                                ? Math.max(0, 1 - estimate / GRID_OF_THREE)
                                : Math.abs(estimate / capacity - 1);
                        return new double[] {
                            off,
                            viewer.deliveredReaches(0, 0.8 * reachable),
                            viewer.queueMs(0.95, 0, 120),
                            viewer.deliveredBps(20, 120) / reachable,
                            viewer.switchesUp() / 3.0 / 2,
                            viewer.audioLoss(0, 120),
                            viewer.longestFreeze(0, 120)
                        };
                    }
                });
    }

    static SeededScenario start() {
        return new SeededScenario(
                "start on 10 Mbit/s, wish 2.5", List.of(atMost("s until the full layer", 1)), seed -> {
                    try (SimulatedCall call = one(seed)) {
                        SimulatedViewer viewer =
                                call.join(1, rate(PATH, 10), PATH).getFirst();
                        call.run(10);
                        return new double[] {viewer.showsEncoding(0, 3)};
                    }
                });
    }

    static SeededScenario idleThenVideo() {
        return new SeededScenario(
                "5 Mbit/s idle, then 720p",
                List.of(atMost("s until the full layer", 2), atMost("sent while idle / audio", 1.05)),
                seed -> {
                    try (SimulatedCall call = one(seed)) {
                        SimulatedViewer viewer =
                                call.join(1, rate(PATH, 5), PATH).getFirst();
                        call.wantVideo(viewer, false);
                        call.run(60);
                        double asked = viewer.seconds();
                        double idle = viewer.offeredBps(2, asked) / AUDIO_BPS;
                        call.wantVideo(viewer, true);
                        call.run(20);
                        return new double[] {viewer.showsEncoding(asked, 3) - asked, idle};
                    }
                });
    }

    static SeededScenario step(String senders, boolean isGrid) {
        return new SeededScenario(
                "3 -> 0.5 -> 3 Mbit/s, " + senders,
                List.of(
                        atMost("s until <= 0.55 Mbit/s", 1.06),
                        atMost("s until the queue is < 100 ms", 2),
                        atMost("audio lost in 20 s after the drop", 0.02),
                        atMost("audio lost 1 s after the drop", 0.01),
                        atMost("longest freeze, s", 1),
                        // Of one sender only its smallest encoding fits.
                        atLeast("used of the slow link", isGrid ? 0.6 : 0.4),
                        atMost("s until 80 % of the wish after", 10),
                        atMost("up-switches of a source after", 3)),
                seed -> {
                    try (SimulatedCall call = isGrid ? grid(seed, 3) : one(seed)) {
                        LinkConditions link = steps(PATH, 0, 3, 30, 0.5, 60, 3);
                        SimulatedViewer viewer = call.join(1, link, PATH).getFirst();
                        call.run(60);
                        int before = viewer.switchesUp();
                        call.run(30);
                        double drop = 29.7; // the record begins with the connection
                        double wish = isGrid ? GRID_OF_THREE : ONE;
                        return new double[] {
                            viewer.offeredFalls(drop + 0.2, 0.55e6) - drop,
                            viewer.queueAbove(100, drop, drop + 20) - drop,
                            viewer.audioLoss(drop, drop + 20),
                            viewer.audioLoss(drop + 1.3, drop + 29),
                            viewer.longestFreeze(drop, 89),
                            viewer.deliveredBps(drop + 5, drop + 29) / 0.5e6,
                            viewer.deliveredReaches(drop + 30, 0.8 * wish) - drop - 30,
                            (viewer.switchesUp() - before) / (isGrid ? 3.0 : 1)
                        };
                    }
                });
    }

    static SeededScenario lossy(String name, double loss, double burst, double share) {
        return new SeededScenario(
                name + ", 5 Mbit/s",
                List.of(
                        atLeast("delivered / wish, three senders", share),
                        atLeast("delivered / wish, one sender", share),
                        atMost("longest freeze, s", 1)),
                seed -> {
                    LinkConditions link = rate(PATH, 5).withLoss(loss, burst);
                    try (SimulatedCall three = grid(seed, 3);
                            SimulatedCall one = one(seed)) {
                        SimulatedViewer viewer = three.join(1, link, PATH).getFirst();
                        SimulatedViewer alone = one.join(1, link, PATH).getFirst();
                        three.run(81);
                        one.run(81);
                        return new double[] {
                            viewer.deliveredBps(20, 80) / GRID_OF_THREE,
                            alone.deliveredBps(20, 80) / ONE,
                            viewer.longestFreeze(5, 80)
                        };
                    }
                });
    }

    static SeededScenario jitter(double ms, double share) {
        return new SeededScenario(
                "jitter ± " + Math.round(ms) + " ms, no queue",
                List.of(atLeast("delivered / wish", share), atMost("up-switches of a source per minute", 1)),
                seed -> {
                    try (SimulatedCall call = grid(seed, 3)) {
                        SimulatedViewer viewer =
                                call.join(1, PATH.withJitterMs(ms), PATH).getFirst();
                        call.run(20);
                        int before = viewer.switchesUp();
                        call.run(61);
                        return new double[] {
                            viewer.deliveredBps(20, 80) / GRID_OF_THREE, (viewer.switchesUp() - before) / 3.0
                        };
                    }
                });
    }

    /** @param variation of the bitrates: pictures are not all alike */
    static SeededScenario policer(double variation) {
        return new SeededScenario(
                "policer 1 Mbit/s, 50 kB" + (variation > 0 ? ", bitrates vary" : ""),
                List.of(
                        atMost("loss, 30 to 60 s", 0.05),
                        atMost("loss, last 60 s", 0.05),
                        atLeast("rate, last 60 s", 0.7),
                        atMost("rate, at most", 1.05),
                        atMost("audio lost, last 60 s", 0.05),
                        atMost("longest freeze, s", 1)),
                seed -> {
                    try (SimulatedCall call = grid(seed, 3)) {
                        call.varyBitrates(variation);
                        SimulatedViewer viewer = call.join(1, PATH.withPolicer(1e6, 50_000), PATH)
                                .getFirst();
                        call.run(121);
                        double rate = viewer.deliveredBps(60, 120) / 1e6;
                        return new double[] {
                            viewer.loss(30, 60),
                            viewer.loss(60, 120),
                            rate,
                            rate,
                            viewer.audioLoss(60, 120),
                            viewer.longestFreeze(0, 120)
                        };
                    }
                });
    }

    static SeededScenario bufferbloat() {
        return new SeededScenario(
                "1 Mbit/s, queue 3 s",
                List.of(atMost("queue p95 after 5 s, ms", 150), atLeast("utilisation", 0.8)),
                seed -> {
                    try (SimulatedCall call = grid(seed, 3)) {
                        SimulatedViewer viewer = call.join(1, rate(PATH, 1).withQueueMs(3000), PATH)
                                .getFirst();
                        call.run(121);
                        return new double[] {viewer.queueMs(0.95, 5, 120), viewer.deliveredBps(5, 120) / 1e6};
                    }
                });
    }

    static SeededScenario stalls() {
        return new SeededScenario(
                "4 Mbit/s, stalls of 200 ms in 2 s",
                List.of(atLeast("delivered / wish", 0.6), atMost("queue p95, ms", 400), atMost("audio lost", 0.01)),
                seed -> {
                    RateSchedule rate =
                            RateSchedule.steps(new long[] {0, 200_000_000L}, new double[] {0, 4e6}, 2_000_000_000L);
                    try (SimulatedCall call = grid(seed, 3)) {
                        SimulatedViewer viewer = call.join(
                                        1, PATH.withQueueMs(500).withRate(rate), PATH)
                                .getFirst();
                        call.run(121);
                        return new double[] {
                            viewer.deliveredBps(20, 120) / GRID_OF_THREE,
                            viewer.queueMs(0.95, 5, 120),
                            viewer.audioLoss(5, 120)
                        };
                    }
                });
    }

    static SeededScenario reverse(String name, LinkConditions up, double share) {
        return new SeededScenario(name + ", 2 Mbit/s", List.of(atLeast("utilisation", share)), seed -> {
            try (SimulatedCall call = grid(seed, 3)) {
                SimulatedViewer viewer = call.join(1, rate(PATH, 2), up).getFirst();
                call.run(121);
                return new double[] {viewer.deliveredBps(20, 119) / 2e6};
            }
        });
    }

    static SeededScenario manyReceivers() {
        return new SeededScenario(
                "20 receivers behind 10 Mbit/s",
                List.of(
                        atLeast("sum", 0.8),
                        atMost("sum, at most", 1),
                        atLeast("Jain", 0.8),
                        atMost("audio lost, worst", 0.02)),
                seed -> {
                    try (SimulatedCall call = grid(seed, 3)) {
                        List<SimulatedViewer> viewers = call.join(20, rate(PATH, 10), PATH);
                        call.run(61);
                        double sum = viewers.stream()
                                .mapToDouble(viewer -> viewer.deliveredBps(30, 60))
                                .sum();
                        double audio = viewers.stream()
                                .mapToDouble(viewer -> viewer.audioLoss(0, 60))
                                .max()
                                .orElse(0);
                        return new double[] {
                            sum / 10e6, sum / 10e6, fairness(viewers, viewer -> viewer.deliveredBps(30, 60)), audio
                        };
                    }
                });
    }

    static SeededScenario routeChange() {
        return new SeededScenario(
                "route change, RTT 50 -> 250 ms",
                List.of(atLeast("estimate / before, from 2 s on", 0.8), atLeast("utilisation afterwards", 0.8)),
                seed -> {
                    LinkConditions path = LinkConditions.PERFECT.withDelayMs(25);
                    LinkConditions later = LinkConditions.PERFECT.withDelayMs(125);
                    try (SimulatedCall call = grid(seed, 3)) {
                        List<SimulatedViewer> viewers = call.join(1, rate(path, 2), path);
                        SimulatedViewer viewer = viewers.getFirst();
                        call.run(60);
                        double changed = viewer.seconds();
                        call.downlink(viewers, rate(later, 2));
                        call.uplink(viewer, later);
                        call.run(60);
                        double before = viewer.medianEstimate(30, changed);
                        return new double[] {
                            viewer.medianEstimate(changed + 2, changed + 6) / before,
                            viewer.deliveredBps(changed + 5, changed + 59) / 2e6
                        };
                    }
                });
    }
}
