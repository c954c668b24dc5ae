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

    private StageScenarios() {}

    static List<SeededScenario> all() {
        return List.of(stage(0.5), stage(0.3), policed());
    }

    /** @param mbps of the link, 0.14 of which is audio of three microphones */
    static SeededScenario stage(double mbps) {
        return stage("stage and two tiles, " + mbps + " Mbit/s", rate(PATH, mbps), mbps * 1e6);
    }

    static SeededScenario policed() {
        return stage("stage and two tiles, policer 0.8 Mbit/s", PATH.withPolicer(0.8e6, 50_000), 0.8e6);
    }

    private static SeededScenario stage(String name, LinkConditions link, double bps) {
        return new SeededScenario(
                name,
                List.of(
                        atLeast("pictures of a tile per second", 7),
                        atLeast("share of time, stage >= 180 lines", 1).missed(bps < 0.4e6 ? 0 : 0.6, "see decision 42"),
                        atMost("longest freeze, s", 1),
                        atMost("audio lost", 0.005),
                        atMost("queue p95, ms", 60).missed(120, "see decision 42"),
                        atLeast("utilisation", 0.8),
                        atMost("switches of three sources in a minute", 6).missed(40, "see decision 42")),
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
