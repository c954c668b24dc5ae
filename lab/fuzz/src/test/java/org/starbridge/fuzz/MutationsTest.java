package org.starbridge.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MutationsTest {
    private static final List<byte[]> CORPUS = List.of(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, new byte[40], new byte[0]);
    private static final int MAX_BYTES = 48;
    private static final int COUNT = 5000;

    private static List<String> made(long seed) {
        Mutations mutations = new Mutations(CORPUS, MAX_BYTES, seed);
        return Stream.generate(mutations::next)
                .limit(COUNT)
                .map(Arrays::toString)
                .toList();
    }

    @Test
    void aSeedMakesTheSameInputsAndAnotherMakesOthers() {
        assertThat(made(7)).isEqualTo(made(7)).isNotEqualTo(made(8));
    }

    @Test
    void mostInputsAreNew() {
        Set<String> distinct = new HashSet<>(made(7));
        CORPUS.forEach(each -> distinct.remove(Arrays.toString(each)));
        assertThat(distinct).hasSizeGreaterThan(COUNT * 3 / 4);
    }

    @Test
    void inputsGrowAndShrinkWithinTheLimit() {
        Mutations mutations = new Mutations(CORPUS, MAX_BYTES, 7);
        Set<Integer> lengths = new HashSet<>();
        for (int i = 0; i < COUNT; i++) {
            lengths.add(mutations.next().length);
        }
        assertThat(lengths).hasSize(MAX_BYTES + 1).contains(0, MAX_BYTES);
    }

    /** Each byte of an input takes every value. */
    @Test
    void everyByteIsReached() {
        Mutations mutations = new Mutations(CORPUS.subList(0, 1), MAX_BYTES, 7);
        boolean[][] seen = new boolean[8][256];
        for (int i = 0; i < 20 * COUNT; i++) {
            byte[] input = mutations.next();
            for (int at = 0; at < Math.min(8, input.length); at++) {
                seen[at][input[at] & 0xFF] = true;
            }
        }
        assertThat(seen).isDeepEqualTo(filled(8));
    }

    private static boolean[][] filled(int rows) {
        boolean[][] all = new boolean[rows][256];
        for (boolean[] row : all) {
            Arrays.fill(row, true);
        }
        return all;
    }

    @Test
    void theCorpusIsLeftAlone() {
        byte[] input = {1, 2, 3};
        Mutations mutations = new Mutations(List.of(input), MAX_BYTES, 7);
        for (int i = 0; i < COUNT; i++) {
            mutations.next();
        }
        assertThat(input).containsExactly(1, 2, 3);
    }
}
