package org.starbridge.bandwidth.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.bandwidth.simulation.Mutants.Mutant;
import org.starbridge.testkit.DailyShare;
import org.starbridge.testkit.SeededScenario;
import org.starbridge.testkit.SeededScenario.Outcome;

/** The exam fails estimators that are wrong in one way, in a row that the bridge's estimator passes. */
class MutantsTest {
    private static final int SEEDS = 3;
    private static final int OF_A_DAY = 9;

    static List<Mutant> mutants() {
        return DailyShare.of("MutantsTest", OF_A_DAY, Mutants.all());
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void aMutantFailsARowThatTheBridgePasses(Mutant mutant) {
        SeededScenario row = row(Subject.BRIDGE, mutant.killer());
        Outcome good = row.measure(SEEDS);
        Outcome bad = row(mutant.subject(), mutant.killer()).measure(SEEDS);
        List<String> failed = IntStream.range(0, row.figures().size())
                .filter(i -> row.figures().get(i).holds(good.median(i))
                        && !row.figures().get(i).holds(bad.median(i)))
                .mapToObj(i -> row.figures().get(i).name())
                .toList();
        assertThat(failed)
                .as("the bridge:%n%s%s:%n%s", good.lines(), mutant, bad.lines())
                .isNotEmpty();
    }

    private static SeededScenario row(Subject subject, String name) {
        return new Rows(subject)
                .all().stream()
                        .filter(row -> row.name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void thereAreManyMutantsAndSeveralRowsKillThem() {
        List<Mutant> all = Mutants.all();
        assertThat(all.stream().map(Mutant::toString).distinct()).hasSizeGreaterThanOrEqualTo(20);
        assertThat(all.stream().map(Mutant::killer).distinct()).hasSizeGreaterThanOrEqualTo(10);
    }
}
