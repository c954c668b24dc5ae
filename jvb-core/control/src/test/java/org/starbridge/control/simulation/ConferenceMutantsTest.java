package org.starbridge.control.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.worker.CallSettings;
import org.starbridge.testkit.DailyShare;
import org.starbridge.testkit.SeededScenario;
import org.starbridge.testkit.SeededScenario.Outcome;

/** Bridges that are wrong in one way fail a scenario with a whole conference in which the bridge reaches the target. */
class ConferenceMutantsTest {
    private static final DownlinkSettings GOOD = DownlinkSettings.DEFAULT;
    private static final SelectionPolicy TRUSTING = SelectionPolicy.defaults(true);

    /** One of them, and the scenario that fails it. */
    record Mutant(String name, CallSettings settings, Function<CallSettings, SeededScenario> killer) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Mutant> mutants() {
        return DailyShare.of(
                "ConferenceMutantsTest",
                1,
                List.of(
                        new Mutant(
                                "ignores the stage",
                                new CallSettings(GOOD, TRUSTING, false),
                                settings -> TileScenarios.stage(settings, 1)),
                        new Mutant(
                                "does not trust its estimates",
                                new CallSettings(GOOD, TRUSTING.withoutTrust(), true),
                                settings -> TileScenarios.stage(settings, 1)),
                        new Mutant(
                                "does not probe",
                                new CallSettings(
                                        new DownlinkSettings(GOOD.estimator(), true, false, true), TRUSTING, true),
                                settings -> TileScenarios.stage(settings, 2)),
                        new Mutant(
                                "does not estimate",
                                new CallSettings(DownlinkSettings.OFF, TRUSTING, true),
                                settings -> TileScenarios.stage(settings, 0.5)),
                        new Mutant(
                                "never sends less than 1 Mbit/s",
                                new CallSettings(
                                        GOOD.with(BandwidthConfig.defaults()
                                                .withBitrates(1_000_000, 1_000_000, 20_000_000)),
                                        TRUSTING,
                                        true),
                                settings -> TileScenarios.stage(settings, 0.5))));
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void aMutantFailsAFigureThatTheBridgeReaches(Mutant mutant) {
        SeededScenario scenario = mutant.killer().apply(CallSettings.DEFAULT);
        Outcome good = scenario.measure(1);
        Outcome bad = mutant.killer().apply(mutant.settings()).measure(1);
        assertThat(IntStream.range(0, scenario.figures().size())
                        .filter(i -> scenario.figures().get(i).holds(good.median(i))
                                && !scenario.figures().get(i).holds(bad.median(i))))
                .as("the bridge:%n%s%s:%n%s", good.lines(), mutant, bad.lines())
                .isNotEmpty();
    }
}
