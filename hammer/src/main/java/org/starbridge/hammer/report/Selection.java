package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.SelectionCount;

/**
 * Others' video that all endpoints together got where the bridge chooses, beside what they asked for.
 *
 * @param counts one for each endpoint
 */
record Selection(List<SelectionCount> counts) implements JsonFigure {
    private static final double MS_NS = 1e6;

    Selection {
        counts = List.copyOf(counts);
    }

    /** Of a run; null if the bridge had nothing to choose. */
    static @Nullable Selection of(List<ReceiverCount> receivers) {
        List<SelectionCount> counts = receivers.stream()
                .map(ReceiverCount::selection)
                .filter(Objects::nonNull)
                .toList();
        return counts.isEmpty() ? null : new Selection(counts);
    }

    /** All together. */
    SelectionCount sum() {
        return counts.stream().reduce(SelectionCount::plus).orElseThrow();
    }

    private int sourcesAtHeight() {
        return counts.stream().mapToInt(count -> count.sources().atHeight()).sum();
    }

    boolean isRight() {
        return counts.stream().allMatch(SelectionCount::isRight);
    }

    /** For people: name and value in turns. */
    List<Map.Entry<String, String>> lines() {
        SelectionCount sum = sum();
        SelectionCount.Sources sources = sum.sources();
        SelectionCount.Changes changes = sum.changes();
        SelectionCount.Pictures pictures = sum.pictures();
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        lines.add(Map.entry(
                "video sources",
                format(
                        "%d of %d at the end%s; the bridge reported %s",
                        sources.received(),
                        sources.expected(),
                        sources.beginning() == 0 ? "" : format(", %d were starting", sources.beginning()),
                        sources.told() == null ? "nothing" : sources.told().toString())));
        StringBuilder heights = new StringBuilder();
        sources.heights()
                .forEach((height, n) -> heights.append(heights.isEmpty() ? "" : ", ")
                        .append(format("%d of %s pixels", n, height < 0 ? "unknown" : height.toString())));
        lines.add(Map.entry(
                "  heights", format("%s; %d as requested", heights.isEmpty() ? "none" : heights, sourcesAtHeight())));
        lines.add(Map.entry(
                "  switches",
                format("%d up, %d down; %d sources started", changes.up(), changes.down(), changes.beginnings())));
        lines.add(Map.entry(
                "  pictures",
                format(
                        "%,d, plus %,d undecodable and %,d broken by loss; longest pause %.0f ms, longest wait for the first %.0f ms",
                        pictures.shown(),
                        pictures.undecodable(),
                        pictures.broken(),
                        sum.longestPauseNs() / MS_NS,
                        sum.longestWaitNs() / MS_NS)));
        return lines;
    }

    /** Returns what is wrong, in words; empty if nothing is. */
    List<String> problems() {
        SelectionCount sum = sum();
        SelectionCount.Sources sources = sum.sources();
        List<String> problems = new ArrayList<>();
        if (sources.received() + sources.beginning() != sources.expected()) {
            problems.add(format("%d video sources arrived instead of %d", sources.received(), sources.expected()));
        } else if (sourcesAtHeight() != sources.received()) {
            problems.add(format("%d video sources have an unexpected height", sources.received() - sourcesAtHeight()));
        }
        Integer told = sources.told();
        if (told != null && told != sources.expected()) {
            problems.add(
                    format("the bridge reported %d forwarded video sources instead of %d", told, sources.expected()));
        }
        if (sum.pictures().undecodable() > 0) {
            problems.add(format("%,d pictures were undecodable", sum.pictures().undecodable()));
        }
        long stillNs = Math.max(sum.longestPauseNs(), sum.longestWaitNs());
        if (stillNs > SelectionCount.FREEZE_NS) {
            problems.add(format("video froze for %.1f s", stillNs / 1e9));
        }
        return problems.isEmpty() && !isRight()
                ? List.of("some receivers got more and some less than requested")
                : problems;
    }

    /** For programs. */
    @Override
    public ObjectNode toJson() {
        ObjectNode json = AnnotatedJson.object(sum());
        json.remove(List.of("heightExpected", "toldButSilent"));
        return json.put("sourcesAtHeight", sourcesAtHeight());
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
