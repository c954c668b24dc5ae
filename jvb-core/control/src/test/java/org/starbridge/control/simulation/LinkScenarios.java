package org.starbridge.control.simulation;

import static org.starbridge.control.simulation.ScenarioParts.fairness;
import static org.starbridge.control.simulation.ScenarioParts.grid;
import static org.starbridge.control.simulation.ScenarioParts.one;
import static org.starbridge.control.simulation.ScenarioParts.rate;
import static org.starbridge.control.simulation.ScenarioParts.steps;
import static org.starbridge.testkit.SeededScenario.Figure.atLeast;
import static org.starbridge.testkit.SeededScenario.Figure.atMost;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.media.worker.SimulatedCall;
import org.starbridge.media.worker.SimulatedViewer;
import org.starbridge.testkit.SeededScenario;
import org.starbridge.transport.link.LinkConditions;
import org.starbridge.transport.link.RateSchedule;

/** Links of all kinds: narrow, wide, changing, lossy, jittery, policed. */
final class LinkScenarios {
    /** Of all layers of one sender, with audio and headers. */
    private static final double ONE = 2.7e6;

    private static final double GRID_OF_THREE = 2.75e6;
    private static final double AUDIO_BPS = 60e3;

    private static final LinkConditions PATH = LinkConditions.PERFECT.withDelayMs(30);

    private LinkScenarios() {}

    static List<SeededScenario> all() {
        List<SeededScenario> all = new ArrayList<>();
        for (double mbps : new double[] {0.3, 0.5, 1, 2, 5}) {
            all.add(fixed(mbps));
        }
        all.addAll(List.of(start(), screen(10, 1), screen(2, 3)));
        all.addAll(List.of(idleThenVideo(), step("one sender", false), step("three senders", true)));
        all.add(lossy("random loss 1 %", 0.01, 1, 0.95));
        all.add(lossy("random loss 5 %", 0.05, 1, 0.9));
        all.add(lossy("random loss 10 %", 0.10, 1, 0.8));
        all.add(lossy("Gilbert 5 %, bursts of 8", 0.05, 8, 0.85));
        all.addAll(List.of(jitter(30, 0.95), jitter(60, 0.95), policer(0), policer(0.3), bufferbloat(), stalls()));
        all.addAll(List.of(
                reverse("feedback loss 30 %", PATH.withLoss(0.3, 1), 0.7),
                reverse("feedback delayed by 500 ms", LinkConditions.PERFECT.withDelayMs(530), 0.6)));
        all.addAll(List.of(manyReceivers(), routeChange()));
        return all;
    }

    static SeededScenario fixed(double mbps) {
        return new SeededScenario(
                "fixed " + mbps + " Mbit/s",
                List.of(
                        atMost("estimate is off by", 0.15),
                        atMost("s until 80 %", mbps >= 1 ? 3 : 6),
                        atMost("queue p95, ms", 80),
                        atLeast("utilisation, 10-60 s", 0.8),
                        atMost("up-switches of a source, first minute", 4),
                        atMost("audio lost", 0.01),
                        atMost("longest freeze, s", 1)),
                seed -> {
                    try (SimulatedCall call = grid(seed, 3)) {
                        SimulatedViewer viewer =
                                call.join(1, rate(PATH, mbps), PATH).getFirst();
                        call.run(61);
                        double capacity = mbps * 1e6;
                        double reachable = Math.min(capacity, GRID_OF_THREE);
                        double estimate = viewer.medianEstimate(30, 60);
                        double off = capacity > GRID_OF_THREE
                                ? Math.max(0, 1 - estimate / GRID_OF_THREE)
                                : Math.abs(estimate / capacity - 1);
                        return new double[] {
                            off,
                            viewer.deliveredReaches(0, 0.8 * reachable),
                            viewer.queueMs(0.95, 0, 60),
                            viewer.deliveredBps(10, 60) / reachable,
                            viewer.switchesUp() / 3.0,
                            viewer.audioLoss(0, 60),
                            viewer.longestFreeze(0, 60)
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

    /** A screen is sent in one encoding, the third of three that are declared. */
    static SeededScenario screen(double mbps, double seconds) {
        return new SeededScenario(
                "a screen of 1.5 Mbit/s in the third encoding alone, " + mbps + " Mbit/s",
                List.of(
                        atMost("s until it is shown", seconds),
                        atMost("longest freeze, s", 1),
                        atLeast("delivered / sent, 5-30 s", 0.9)),
                seed -> {
                    try (SimulatedCall call = ScenarioParts.screen(seed)) {
                        SimulatedViewer viewer =
                                call.join(1, rate(PATH, mbps), PATH).getFirst();
                        call.run(30);
                        return new double[] {
                            viewer.showsEncoding(0, 3),
                            viewer.longestFreeze(5, 30),
                            viewer.deliveredBps(5, 30) / ScenarioParts.SCREEN_BPS
                        };
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
                        three.run(51);
                        one.run(51);
                        return new double[] {
                            viewer.deliveredBps(10, 50) / GRID_OF_THREE,
                            alone.deliveredBps(10, 50) / ONE,
                            viewer.longestFreeze(5, 50)
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
                        call.run(10);
                        int before = viewer.switchesUp();
                        call.run(51);
                        return new double[] {
                            viewer.deliveredBps(10, 60) / GRID_OF_THREE, (viewer.switchesUp() - before) / 3.0 * 60 / 51
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
                        atMost("loss, last 30 s", 0.02),
                        atLeast("rate, last 30 s", 0.75),
                        atMost("rate, at most", 1.05),
                        atMost("audio lost, last 30 s", 0.02),
                        atMost("longest freeze, s", 1)),
                seed -> {
                    try (SimulatedCall call = grid(seed, 3)) {
                        call.varyBitrates(variation);
                        SimulatedViewer viewer = call.join(1, PATH.withPolicer(1e6, 50_000), PATH)
                                .getFirst();
                        call.run(91);
                        double rate = viewer.deliveredBps(60, 90) / 1e6;
                        return new double[] {
                            viewer.loss(30, 60),
                            viewer.loss(60, 90),
                            rate,
                            rate,
                            viewer.audioLoss(60, 90),
                            viewer.longestFreeze(0, 90)
                        };
                    }
                });
    }

    static SeededScenario bufferbloat() {
        return new SeededScenario(
                "1 Mbit/s, queue 3 s",
                List.of(
                        atMost("queue p95 after 5 s, ms", 150),
                        atLeast("utilisation", 0.8)
                                .missed(
                                        0.75,
                                        "layers of three senders come in steps, and less leaves while a queue drains")),
                seed -> {
                    try (SimulatedCall call = grid(seed, 3)) {
                        SimulatedViewer viewer = call.join(1, rate(PATH, 1).withQueueMs(3000), PATH)
                                .getFirst();
                        call.run(61);
                        return new double[] {viewer.queueMs(0.95, 5, 60), viewer.deliveredBps(5, 60) / 1e6};
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
                        call.run(61);
                        return new double[] {
                            viewer.deliveredBps(10, 60) / GRID_OF_THREE,
                            viewer.queueMs(0.95, 5, 60),
                            viewer.audioLoss(5, 60)
                        };
                    }
                });
    }

    static SeededScenario reverse(String name, LinkConditions up, double share) {
        return new SeededScenario(name + ", 2 Mbit/s", List.of(atLeast("utilisation", share)), seed -> {
            try (SimulatedCall call = grid(seed, 3)) {
                SimulatedViewer viewer = call.join(1, rate(PATH, 2), up).getFirst();
                call.run(61);
                return new double[] {viewer.deliveredBps(10, 59) / 2e6};
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
