package org.starbridge.bandwidth.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.testkit.SeededScenario;

/**
 * A selection of the scenarios: the medians of three seeds reach the targets, or what {@code Rows} says is kept
 * instead. Exam measures them all.
 */
class SimulationTest {
    private static final int SEEDS = 3;
    private static final Rows ROWS = new Rows(Subject.BRIDGE);

    static Stream<SeededScenario> rows() {
        return Stream.of(
                ROWS.startOnAGoodLink(),
                ROWS.idleThenVideo(),
                ROWS.stepDown(),
                ROWS.fixed(2),
                ROWS.fixed(5),
                ROWS.randomLoss(0.01, 0.95, 0.95),
                ROWS.randomLoss(0.05, 0.95, 0.8),
                ROWS.bufferbloat(),
                ROWS.jitter(60),
                ROWS.lostFeedback(),
                ROWS.delayedFeedback(),
                new Rfc8867Rows(Subject.BRIDGE).congestedFeedback(),
                ROWS.routeChange(),
                ROWS.deadLink(),
                ROWS.keyFramesThenVideo(),
                ROWS.shallowQueue(),
                ROWS.narrowStart(),
                ROWS.idleScreen(),
                new WiderRows(Subject.BRIDGE).transfersBeside(1, 0.25),
                new WiderRows(Subject.BRIDGE).bbrBeside());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theTargetIsReached(SeededScenario row) {
        SeededScenario.Outcome outcome = row.measure(SEEDS);
        assertThat(outcome.broken()).as(outcome.lines()).isEmpty();
    }

    @Test
    void aSeedIsReproducible() {
        assertThat(ROWS.stepDown().run().of(7)).isEqualTo(ROWS.stepDown().run().of(7));
    }

    @Test
    void aReceiverBehindADeadLinkFallsToTheMinimumAndReturns() {
        Network net =
                new Network(LinkConfig.of(5, 300, 30).withRate(ns -> ns / VirtualTime.SECOND / 30 == 1 ? 0 : 5e6), 1);
        MediaFlow flow = net.flow(Source.elastic(2.5), 0);
        net.run(30);
        double before = flow.estimator().targetBps();
        net.run(45);
        assertThat((double) flow.estimator().targetBps()).isLessThan(before / 10);
        net.run(90);
        assertThat(flow.estimator().targetBps()).isGreaterThan(2_000_000);
    }
}
