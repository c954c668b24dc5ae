package org.starbridge.control.simulation;

import static org.starbridge.control.simulation.ScenarioParts.fairness;
import static org.starbridge.control.simulation.ScenarioParts.grid;
import static org.starbridge.control.simulation.ScenarioParts.least;
import static org.starbridge.control.simulation.ScenarioParts.rate;
import static org.starbridge.control.simulation.ScenarioParts.steps;
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

/** The test cases of RFC 8867, section 5: viewers of a grid of four senders. */
final class Rfc8867Scenarios {
    private static final LinkConditions RFC = LinkConditions.PERFECT.withDelayMs(50);
    private static final LinkConditions PATH = LinkConditions.PERFECT.withDelayMs(30);

    private Rfc8867Scenarios() {}

    static List<SeededScenario> all() {
        return List.of(
                variableCapacity(),
                twoViewers(),
                congestedFeedback(),
                threeViewers(),
                roundTripFairness(),
                longTransfer(),
                shortTransfers(),
                pauseAndResume());
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
                "RFC 8867 5.8 pause and resume",
                List.of(atLeast("share of the fair one, 5-20 s later", 0.8).missed(0.6, "see decision 24")),
                seed -> {
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
}
