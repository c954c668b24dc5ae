package org.starbridge.control.simulation;

import static org.starbridge.testkit.SeededScenario.Figure.atLeast;
import static org.starbridge.testkit.SeededScenario.Figure.atMost;

import java.util.List;
import org.starbridge.media.worker.CallSettings;
import org.starbridge.media.worker.SimulatedCall;
import org.starbridge.media.worker.SimulatedViewer;
import org.starbridge.testkit.SeededScenario;
import org.starbridge.transport.link.LinkConditions;

/**
 * A source on stage with two tiles where the link carries the stage, on a bridge that may be different, for
 * {@link ConferenceMutantsTest}: three senders of 100, 350 and 1000 kbit/s with 180, 360 and 720 lines.
 */
final class TileScenarios {
    private static final LinkConditions PATH = LinkConditions.PERFECT.withDelayMs(30);

    private TileScenarios() {}

    static List<SeededScenario> all() {
        return List.of(
                stage(CallSettings.DEFAULT, 1), stage(CallSettings.DEFAULT, 2), lossyStage(CallSettings.DEFAULT));
    }

    /** The encoding of the stage that a link carries beside audio of three and two tiles. */
    private static int stageEncoding(double mbps) {
        return mbps >= 2 ? 3 : mbps >= 1 ? 2 : 1;
    }

    static SeededScenario stage(CallSettings settings, double mbps) {
        int encoding = stageEncoding(mbps);
        return new SeededScenario(
                "stage of 720 lines and two tiles, " + mbps + " Mbit/s",
                List.of(
                        atLeast("stage in encoding " + encoding + " or better, share of time", 0.9),
                        atLeast("tiles shown, share of time", 0.9),
                        atLeast("stage not below a tile, share of time", 0.98),
                        atLeast("used, or wished", mbps < 2 ? 0.75 : 0.7),
                        atMost("queue p95, ms", 80),
                        atMost("audio lost", 0.005),
                        atMost("longest freeze, s", 1),
                        atMost("up-switches per minute", 6)),
                seed -> {
                    try (SimulatedCall call = new SimulatedCall(settings, seed, 3, 100_000, 350_000, 1_000_000)) {
                        SimulatedViewer viewer =
                                call.join(1, PATH.withRate(mbps * 1e6), PATH).getFirst();
                        call.showOnStage(viewer);
                        call.run(41);
                        return new double[] {
                            viewer.shareShown(0, encoding, 10, 40),
                            Math.min(viewer.shareShown(1, 1, 10, 40), viewer.shareShown(2, 1, 10, 40)),
                            viewer.shareStageFirst(10, 40),
                            viewer.deliveredBps(10, 40) / (mbps * 1e6),
                            viewer.queueMs(0.95, 5, 40),
                            viewer.audioLoss(1, 40),
                            viewer.longestFreeze(5, 40),
                            viewer.switchesUp() * 60 / 40.0
                        };
                    }
                });
    }

    /** Losses that no rate avoids never cost the stage. */
    static SeededScenario lossyStage(CallSettings settings) {
        return new SeededScenario(
                "stage of 720 lines and two tiles, 10 % loss, 5 Mbit/s",
                List.of(
                        atLeast("stage in encoding 3, share of time", 0.85),
                        atLeast("tiles shown, share of time", 0.95),
                        atMost("longest freeze, s", 1)),
                seed -> {
                    try (SimulatedCall call = new SimulatedCall(settings, seed, 3, 100_000, 350_000, 1_000_000)) {
                        LinkConditions link = PATH.withRate(5e6).withLoss(0.1, 1);
                        SimulatedViewer viewer = call.join(1, link, PATH).getFirst();
                        call.showOnStage(viewer);
                        call.run(41);
                        return new double[] {
                            viewer.shareShown(0, 3, 5, 40),
                            Math.min(viewer.shareShown(1, 1, 5, 40), viewer.shareShown(2, 1, 5, 40)),
                            viewer.longestFreeze(5, 40)
                        };
                    }
                });
    }
}
