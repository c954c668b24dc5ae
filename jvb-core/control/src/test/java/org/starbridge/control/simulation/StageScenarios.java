package org.starbridge.control.simulation;

import static org.starbridge.control.simulation.ScenarioParts.rate;
import static org.starbridge.testkit.SeededScenario.Figure.atLeast;
import static org.starbridge.testkit.SeededScenario.Figure.atMost;

import java.util.List;
import org.starbridge.media.worker.SimulatedCall;
import org.starbridge.media.worker.SimulatedViewer;
import org.starbridge.testkit.SeededScenario;
import org.starbridge.transport.link.LinkConditions;

/** One camera on stage and two in tiles on links that are too small, with the encodings of a browser's 640 x 360. */
final class StageScenarios {
    private static final LinkConditions PATH = LinkConditions.PERFECT.withDelayMs(30);

    private static final long START_BPS = 2_500_000;

    private StageScenarios() {}

    static List<SeededScenario> all() {
        return List.of(stage(0.5), stage(0.3), policed(), joinNarrow(0.3), joinNarrow(0.5), joinWide());
    }

    /** @param mbps of the link, 0.14 of which is audio of three microphones */
    static SeededScenario stage(double mbps) {
        return stage("stage and two tiles, " + mbps + " Mbit/s", rate(PATH, mbps), mbps * 1e6);
    }

    static SeededScenario policed() {
        return stage("stage and two tiles, policer 0.8 Mbit/s", PATH.withPolicer(0.8e6, 50_000), 0.8e6);
    }

    /** As much is assumed as the reference configuration says, and so little is wanted that nothing is probed. */
    static SeededScenario joinNarrow(double mbps) {
        return new SeededScenario(
                "joining a link of " + mbps + " Mbit/s",
                List.of(
                        atMost("sent in 2 s / what the link carries", 1.1),
                        atMost("lost, first 5 s", 0.01),
                        atMost("longest queue, ms", 250),
                        atMost("s until the first picture", 1)),
                seed -> {
                    try (SimulatedCall call = SimulatedCall.assuming(START_BPS, seed, 3, 100_000, 350_000, 1_000_000)) {
                        call.lowestHeight(90);
                        SimulatedViewer viewer =
                                call.join(1, rate(PATH, mbps), PATH).getFirst();
                        call.showOnStage(viewer);
                        call.run(11);
                        return new double[] {
                            viewer.offeredBps(0, 2) / mbps / 1e6,
                            viewer.loss(0, 5),
                            viewer.queueMs(1, 0, 5),
                            viewer.showsEncoding(0, 1)
                        };
                    }
                });
    }

    static SeededScenario joinWide() {
        return new SeededScenario(
                "joining a link of 10 Mbit/s", List.of(atMost("s until the full layer", 0.8)), seed -> {
                    try (SimulatedCall call = SimulatedCall.assuming(START_BPS, seed, 1, 100_000, 350_000, 1_000_000)) {
                        SimulatedViewer viewer =
                                call.join(1, rate(PATH, 10), PATH).getFirst();
                        call.showOnStage(viewer);
                        call.run(5);
                        return new double[] {viewer.showsEncoding(0, 3)};
                    }
                });
    }

    private static SeededScenario stage(String name, LinkConditions link, double bps) {
        return new SeededScenario(
                name,
                List.of(
                        atLeast("pictures of a tile per second", 7).missed(bps < 0.4e6 ? 0 : 5, "see decision 42"),
                        atLeast("share of time, stage >= 180 lines", 1)
                                .missed(bps < 0.4e6 ? 0 : 0.5, "see decision 42"),
                        atMost("longest freeze, s", 1),
                        atMost("audio lost", 0.005),
                        atMost("queue p95, ms", 60).missed(140, "see decision 42"),
                        atLeast("utilisation", 0.8),
                        atMost("switches of three sources in a minute", 6).missed(60, "see decision 42")),
                seed -> {
                    try (SimulatedCall call = new SimulatedCall(seed, 3, 100_000, 350_000, 1_000_000)) {
                        call.lowestHeight(90);
                        SimulatedViewer viewer = call.join(1, link, PATH).getFirst();
                        call.showOnStage(viewer);
                        call.run(71);
                        return new double[] {
                            Math.min(viewer.framesPerSecond(1, 10, 70), viewer.framesPerSecond(2, 10, 70)),
                            viewer.showsEncodingFor(2, 10, 70),
                            viewer.longestFreeze(0, 70),
                            viewer.audioLoss(0, 70),
                            viewer.queueMs(0.95, 0, 70),
                            viewer.deliveredBps(10, 70) / bps,
                            viewer.switches(10, 70)
                        };
                    }
                });
    }
}
