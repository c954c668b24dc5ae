package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
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

    int sourcesExpected() {
        return counts.stream().mapToInt(SelectionCount::sourcesExpected).sum();
    }

    int sourcesReceived() {
        return counts.stream().mapToInt(SelectionCount::sourcesReceived).sum();
    }

    int sourcesBeginning() {
        return counts.stream().mapToInt(SelectionCount::sourcesBeginning).sum();
    }

    /** Null if an endpoint got no message from the bridge. */
    @Nullable
    Integer sourcesTold() {
        int sum = 0;
        for (SelectionCount count : counts) {
            Integer told = count.sourcesTold();
            if (told == null) {
                return null;
            }
            sum += told;
        }
        return sum;
    }

    int sourcesAtHeight() {
        return counts.stream().mapToInt(SelectionCount::sourcesAtHeight).sum();
    }

    private SortedMap<Integer, Integer> heights() {
        SortedMap<Integer, Integer> heights = new TreeMap<>();
        counts.forEach(count -> count.heights().forEach((height, n) -> heights.merge(height, n, Integer::sum)));
        return heights;
    }

    long pictures() {
        return counts.stream().mapToLong(SelectionCount::pictures).sum();
    }

    long picturesUndecodable() {
        return counts.stream().mapToLong(SelectionCount::picturesUndecodable).sum();
    }

    private long picturesBroken() {
        return counts.stream().mapToLong(SelectionCount::picturesBroken).sum();
    }

    long switchesUp() {
        return counts.stream().mapToLong(SelectionCount::switchesUp).sum();
    }

    long switchesDown() {
        return counts.stream().mapToLong(SelectionCount::switchesDown).sum();
    }

    long beginnings() {
        return counts.stream().mapToLong(SelectionCount::beginnings).sum();
    }

    long longestWaitNs() {
        return counts.stream().mapToLong(SelectionCount::longestWaitNs).max().orElse(0);
    }

    long longestPauseNs() {
        return counts.stream().mapToLong(SelectionCount::longestPauseNs).max().orElse(0);
    }

    boolean isRight() {
        return counts.stream().allMatch(SelectionCount::isRight);
    }

    /** For people: name and value in turns. */
    List<Map.Entry<String, String>> lines() {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        Integer told = sourcesTold();
        lines.add(Map.entry(
                "video sources",
                format(
                        "%d of %d at the end%s; the bridge reported %s",
                        sourcesReceived(),
                        sourcesExpected(),
                        sourcesBeginning() == 0 ? "" : format(", %d were starting", sourcesBeginning()),
                        told == null ? "nothing" : told.toString())));
        StringBuilder heights = new StringBuilder();
        heights()
                .forEach((height, n) -> heights.append(heights.isEmpty() ? "" : ", ")
                        .append(format("%d of %s pixels", n, height < 0 ? "unknown" : height.toString())));
        lines.add(Map.entry(
                "  heights", format("%s; %d as requested", heights.isEmpty() ? "none" : heights, sourcesAtHeight())));
        lines.add(Map.entry(
                "  switches",
                format("%d up, %d down; %d sources started", switchesUp(), switchesDown(), beginnings())));
        lines.add(Map.entry(
                "  pictures",
                format(
                        "%,d, plus %,d undecodable and %,d broken by loss; longest pause %.0f ms, longest wait for the first %.0f ms",
                        pictures(),
                        picturesUndecodable(),
                        picturesBroken(),
                        longestPauseNs() / MS_NS,
                        longestWaitNs() / MS_NS)));
        return lines;
    }

    /** Returns what is wrong, in words; empty if nothing is. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (sourcesReceived() + sourcesBeginning() != sourcesExpected()) {
            problems.add(format("%d video sources arrived instead of %d", sourcesReceived(), sourcesExpected()));
        } else if (sourcesAtHeight() != sourcesReceived()) {
            problems.add(format("%d video sources have an unexpected height", sourcesReceived() - sourcesAtHeight()));
        }
        Integer told = sourcesTold();
        if (told != null && told != sourcesExpected()) {
            problems.add(
                    format("the bridge reported %d forwarded video sources instead of %d", told, sourcesExpected()));
        }
        if (picturesUndecodable() > 0) {
            problems.add(format("%,d pictures were undecodable", picturesUndecodable()));
        }
        long stillNs = Math.max(longestPauseNs(), longestWaitNs());
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
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("sourcesExpected", sourcesExpected());
        json.put("sourcesTold", sourcesTold());
        json.put("sourcesReceived", sourcesReceived());
        json.put("sourcesBeginning", sourcesBeginning());
        json.put("sourcesAtHeight", sourcesAtHeight());
        put(json, heights());
        json.put("switchesUp", switchesUp());
        json.put("switchesDown", switchesDown());
        json.put("beginnings", beginnings());
        json.put("pictures", pictures());
        json.put("picturesUndecodable", picturesUndecodable());
        json.put("picturesBroken", picturesBroken());
        json.put(
                "picturesEarly",
                counts.stream().mapToLong(SelectionCount::picturesEarly).sum());
        json.put(
                "picturesCutOff",
                counts.stream().mapToLong(SelectionCount::picturesCutOff).sum());
        json.put("longestWaitNanos", longestWaitNs());
        json.put("longestPauseNanos", longestPauseNs());
        return json;
    }

    /** One endpoint's, for programs. */
    static ObjectNode toJson(SelectionCount count) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("sourcesExpected", count.sourcesExpected());
        json.put("sourcesTold", count.sourcesTold());
        json.put("sourcesReceived", count.sourcesReceived());
        json.put("sourcesBeginning", count.sourcesBeginning());
        json.put("heightExpected", count.heightExpected());
        put(json, count.heights());
        json.put("switchesUp", count.switchesUp());
        json.put("switchesDown", count.switchesDown());
        json.put("beginnings", count.beginnings());
        json.put("pictures", count.pictures());
        json.put("picturesUndecodable", count.picturesUndecodable());
        json.put("picturesBroken", count.picturesBroken());
        json.put("picturesEarly", count.picturesEarly());
        json.put("picturesCutOff", count.picturesCutOff());
        json.put("longestWaitNanos", count.longestWaitNs());
        json.put("longestPauseNanos", count.longestPauseNs());
        ArrayNode silent = json.putArray("toldButSilent");
        count.silent().forEach(silent::add);
        return json;
    }

    private static void put(ObjectNode json, SortedMap<Integer, Integer> heights) {
        ObjectNode byHeight = json.putObject("sourcesByHeight");
        heights.forEach((height, n) -> byHeight.put(Integer.toString(height), n));
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
