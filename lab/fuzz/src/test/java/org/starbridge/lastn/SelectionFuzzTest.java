package org.starbridge.lastn;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.fuzz.Input;

/** Who gets which source, whatever a receiver asks for. */
final class SelectionFuzzTest {
    private static List<String> names(Input in) {
        List<String> names = new ArrayList<>();
        for (int count = in.below(12); count > 0; count--) {
            names.add("s" + in.below(16));
        }
        return names;
    }

    /**
     * Never more than last-N, nothing twice, nothing unknown or switched off, no source passed over for a lesser one.
     */
    @FuzzTest
    void forwarded(byte[] data) {
        Input in = new Input(data);
        List<String> sources = names(in);
        Map<String, Integer> heights = new HashMap<>();
        for (String name : names(in)) {
            heights.put(name, in.below(4) - 1);
        }
        ReceiverConstraints constraints =
                new ReceiverConstraints(in.below(14) - 1, names(in), names(in), in.below(3) - 1, heights);
        List<String> forwarded = SourceSelection.forwarded(sources, constraints);

        assertThat(forwarded).doesNotHaveDuplicates();
        assertThat(sources).containsAll(forwarded);
        assertThat(forwarded).allMatch(name -> constraints.maxHeightPx(name) != 0);
        List<String> wanted = new ArrayList<>();
        for (List<String> each : List.of(constraints.onStageSources(), constraints.selectedSources(), sources)) {
            each.stream()
                    .filter(name -> sources.contains(name) && constraints.maxHeightPx(name) != 0)
                    .filter(name -> !wanted.contains(name))
                    .forEach(wanted::add);
        }
        int limit = constraints.lastN() == ReceiverConstraints.UNLIMITED ? wanted.size() : constraints.lastN();
        assertThat(forwarded).isEqualTo(wanted.subList(0, Math.min(limit, wanted.size())));
    }
}
