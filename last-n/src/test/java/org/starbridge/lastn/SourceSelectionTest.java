package org.starbridge.lastn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceSelectionTest {
    private static final List<String> SOURCES = List.of("a-v0", "b-v0", "b-v1", "c-v0");
    private static final int ALL = ReceiverConstraints.UNLIMITED;

    @ParameterizedTest
    @MethodSource("rows")
    void forwards(List<String> sources, ReceiverConstraints constraints, List<String> expected) {
        assertThat(SourceSelection.forwarded(sources, constraints)).isEqualTo(expected);
    }

    static Stream<Arguments> rows() {
        return Stream.of(
                row("everything in the given order", constraints(ALL, List.of(), List.of(), ALL, Map.of()), SOURCES),
                row("nothing with last-N 0", constraints(0, List.of("a-v0"), List.of(), ALL, Map.of()), List.of()),
                row(
                        "last-N cuts at the end",
                        constraints(2, List.of(), List.of(), ALL, Map.of()),
                        List.of("a-v0", "b-v0")),
                row(
                        "on stage before the rest",
                        constraints(ALL, List.of("c-v0"), List.of(), ALL, Map.of()),
                        List.of("c-v0", "a-v0", "b-v0", "b-v1")),
                row(
                        "on stage before selected, each in the receiver's order",
                        constraints(3, List.of("c-v0", "b-v1"), List.of("b-v0", "c-v0"), ALL, Map.of()),
                        List.of("c-v0", "b-v1", "b-v0")),
                row(
                        "unknown names have no effect",
                        constraints(2, List.of("zz-v0"), List.of("yy-v0"), ALL, Map.of("xx-v0", 720)),
                        List.of("a-v0", "b-v0")),
                row(
                        "a name listed twice counts once",
                        constraints(2, List.of("c-v0", "c-v0"), List.of("c-v0"), ALL, Map.of()),
                        List.of("c-v0", "a-v0")),
                row(
                        "height 0 frees its place for the next",
                        constraints(2, List.of("a-v0"), List.of(), ALL, Map.of("a-v0", 0)),
                        List.of("b-v0", "b-v1")),
                row(
                        "default height 0 leaves only what is named",
                        constraints(ALL, List.of(), List.of(), 0, Map.of("c-v0", 180, "a-v0", ALL)),
                        List.of("a-v0", "c-v0")),
                row(
                        "on stage does not lift a height of 0",
                        constraints(ALL, List.of("a-v0"), List.of("b-v0"), 0, Map.of()),
                        List.of()),
                argumentSet(
                        "no sources", List.of(), constraints(5, List.of("a-v0"), List.of(), 180, Map.of()), List.of()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void holdsItsPropertiesForRandomInputs(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            List<String> sources = names(random, 12);
            ReceiverConstraints constraints = randomConstraints(random);
            List<String> forwarded = SourceSelection.forwarded(sources, constraints);
            String context = "seed " + seed + " round " + round + ": " + sources + " " + constraints;

            assertThat(forwarded).as(context).doesNotHaveDuplicates().isSubsetOf(sources);
            assertThat(forwarded).as(context).allMatch(name -> constraints.maxHeightPx(name) != 0);
            long wanted = sources.stream()
                    .filter(name -> constraints.maxHeightPx(name) != 0)
                    .count();
            long limit = constraints.lastN() == ALL ? wanted : Math.min(wanted, constraints.lastN());
            assertThat(forwarded).as(context).hasSize((int) limit);
            assertThat(ranks(forwarded, constraints)).as(context).isSorted();
            List<String> unlimited = SourceSelection.forwarded(sources, constraints.withLastN(ALL));
            assertThat(forwarded).as(context).isEqualTo(unlimited.subList(0, forwarded.size()));
        }
    }

    @Test
    void refusesCountsAndHeightsBelowUnlimited() {
        assertThatThrownBy(() -> constraints(-2, List.of(), List.of(), ALL, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lastN is -2");
        assertThatThrownBy(() -> constraints(ALL, List.of(), List.of(), -7, Map.of()))
                .hasMessageContaining("defaultMaxHeightPx is -7");
        assertThatThrownBy(() -> constraints(ALL, List.of(), List.of(), ALL, Map.of("a-v0", -3)))
                .hasMessageContaining("a-v0 is -3");
    }

    /** 0 on stage, 1 selected, 2 the rest. */
    private static List<Integer> ranks(List<String> forwarded, ReceiverConstraints constraints) {
        return forwarded.stream()
                .map(name -> constraints.onStageSources().contains(name)
                        ? 0
                        : constraints.selectedSources().contains(name) ? 1 : 2)
                .toList();
    }

    private static ReceiverConstraints randomConstraints(Random random) {
        Map<String, Integer> heights = new HashMap<>();
        for (String name : names(random, 6)) {
            heights.put(name, random.nextBoolean() ? ALL : 180);
        }
        for (String name : names(random, 3)) {
            heights.put(name, 0);
        }
        return constraints(
                random.nextInt(-1, 10),
                names(random, 4),
                names(random, 4),
                random.nextInt(3) == 0 ? 0 : random.nextInt(2) == 0 ? ALL : 180,
                heights);
    }

    private static List<String> names(Random random, int most) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            names.add("e" + i + "-v0");
        }
        Collections.shuffle(names, random);
        return List.copyOf(names.subList(0, random.nextInt(most + 1)));
    }

    private static Arguments row(String name, ReceiverConstraints constraints, List<String> expected) {
        return argumentSet(name, SOURCES, constraints, expected);
    }

    private static ReceiverConstraints constraints(
            int lastN, List<String> onStage, List<String> selected, int defaultHeight, Map<String, Integer> heights) {
        return new ReceiverConstraints(lastN, onStage, selected, defaultHeight, heights);
    }
}
