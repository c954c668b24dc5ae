package org.starbridge.control.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.api.ForwardingTable.SourceSlot;

class SourceSlotsTest {
    private static SourceSlots slots(int limit) {
        return new SourceSlots(limit, number -> new SourceSlot(100 + number, 200 + number, null));
    }

    /** "3 1" is 3 in the first slot and 1 in the second; "-" is an empty slot. */
    private static String shown(Map<Integer, SourceSlot> slots) {
        Map<Integer, Integer> byNumber = new TreeMap<>();
        slots.forEach((source, slot) -> assertThat(byNumber.put(slot.ssrc() - 100, source))
                .as("two sources in one slot")
                .isNull());
        int highest =
                byNumber.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1);
        return IntStream.rangeClosed(0, highest)
                .mapToObj(number -> byNumber.containsKey(number) ? String.valueOf(byNumber.get(number)) : "-")
                .collect(Collectors.joining(" "));
    }

    private static List<Integer> numbers(String text) {
        return text.isBlank()
                ? List.of()
                : Arrays.stream(text.trim().split(" ")).map(Integer::valueOf).toList();
    }

    /** Three slots, sources 1 to 9. A step is "wanted / others / those that exist", or "wanted" while all exist. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            nullValues = "nothing",
            value = {
                "first come, first slot             | 1 2          | 1 2",
                "order does not move anybody        | 1 2; 2 1     | 1 2",
                "beyond the limit: no slot          | 1 2 3 4      | 1 2 3",
                "who is not wanted keeps its slot   | 1 2; 2       | 1 2",
                "and comes back where it was        | 1 2; 2; 2 1  | 1 2",
                "a new slot before another's        | 1 2; 3       | 1 2 3",
                "the longest unwanted makes room    | 1 2 3; 2 3; 3; 3 4    | 4 2 3",
                "unwanted at once: the first slot   | 1 2 3; 4     | 4 2 3",
                "wanted ones are never displaced    | 1 2 3; 1 2 3 4; 4 1 2 | 1 2 4",
                "it moves when it returns too late  | 1 2 3; 2 3 4; 2 3 1   | 1 2 3",
                "who left leaves a place            | 1 2 3; 1 3 4 / / 1 3 4 | 1 4 3",
                "the place that is longest empty    | 1 2 3; 3 / / 2 3; 3 / / 3; 3 4 / / 3 4 | 4 - 3",
                "an empty slot before a new one     | 1 2; 2 / / 2; 2 3 / / 2 3 | 3 2",
                "who left and is back is a newcomer | 1 2; 2 / / 2; 3 2 / / 2 3; 1 2 3 | 3 2 1",
                "others take what is free           | 1 / 2 3 4 / 1 2 3 4 | 1 2 3",
                "others displace nobody             | 1 2 3; 1 / 4 5 / 1 2 3 4 5 | 1 2 3",
                "and are displaced                  | 1 / 2 3 / 1 2 3 4; 1 4 / 2 3 / 1 2 3 4 | 1 4 3",
                "nobody                             | / /          | nothing",
            })
    void findsAPlace(String what, String steps, String expected) {
        SourceSlots slots = slots(3);
        Map<Integer, SourceSlot> assigned = Map.of();
        for (String step : steps.split(";", -1)) {
            String[] parts = step.split("/", -1);
            Set<Integer> present = parts.length == 3
                    ? new HashSet<>(numbers(parts[2]))
                    : IntStream.rangeClosed(1, 9).boxed().collect(Collectors.toSet());
            assigned = slots.assign(numbers(parts[0]), parts.length == 3 ? numbers(parts[1]) : List.of(), present);
        }
        assertThat(shown(assigned)).as(what).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void theSameWishGivesTheSameAnswer() {
        SourceSlots slots = slots(2);
        Map<Integer, SourceSlot> first = slots.assign(List.of(1, 2, 3), List.of(4), Set.of(1, 2, 3, 4));
        assertThat(slots.assign(List.of(1, 2, 3), List.of(4), Set.of(1, 2, 3, 4)))
                .isEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everythingThatIsWantedAndFitsHasASlotOfItsOwnAndStaysThere(long seed) {
        Random random = new Random(seed);
        int limit = 1 + random.nextInt(6);
        SourceSlots slots = slots(limit);
        Set<Integer> ssrcs = new HashSet<>();
        Map<Integer, SourceSlot> before = Map.of();
        for (int step = 0; step < 2000; step++) {
            List<Integer> all = new ArrayList<>(IntStream.range(0, 12).boxed().toList());
            Collections.shuffle(all, random);
            Set<Integer> present = new HashSet<>(all.subList(0, 3 + random.nextInt(9)));
            List<Integer> sources = new ArrayList<>(present);
            Collections.shuffle(sources, random);
            int split = random.nextInt(sources.size());
            List<Integer> wanted = sources.subList(0, split);
            Map<Integer, SourceSlot> now = slots.assign(wanted, sources.subList(split, sources.size()), present);

            String what = "seed " + seed + ", step " + step;
            List<Integer> first = wanted.subList(0, Math.min(limit, wanted.size()));
            assertThat(now.keySet()).as(what).containsAll(first);
            assertThat(present).as(what).containsAll(now.keySet());
            assertThat(new HashSet<>(now.values())).as(what).hasSize(now.size());
            for (int source : first) {
                if (before.containsKey(source)) {
                    assertThat(now.get(source)).as(what).isEqualTo(before.get(source));
                }
            }
            now.values().forEach(slot -> ssrcs.add(slot.ssrc()));
            before = now;
        }
        assertThat(ssrcs).as("seed " + seed).hasSizeLessThanOrEqualTo(limit);
    }
}
