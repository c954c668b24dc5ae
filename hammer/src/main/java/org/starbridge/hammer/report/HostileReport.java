package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Behaviour of a bridge under attack.
 *
 * @param bytesFromStrangers UDP payload sent to the media port from addresses that no endpoint has
 * @param bytesToStrangers UDP payload that came back to them
 * @param logLines lines that the bridge logged meanwhile, without those about calls; -1 if unknown
 * @param healthProblem the first thing that was wrong with the bridge's health; empty if nothing was
 * @param heap the bridge's
 * @param seed the same seed sends the same again
 */
public record HostileReport(
        List<Kind> kinds,
        long bytesFromStrangers,
        long bytesToStrangers,
        long seconds,
        long logLines,
        String healthProblem,
        HeapUse heap,
        long seed) {
    /** Guests and the star's clients may come and go; beyond that a line in ten seconds is not one for each packet. */
    private static final long LOG_LINES_ALLOWED = 20;

    private static final int SECONDS_PER_LOG_LINE = 10;

    /**
     * One kind of bad input.
     *
     * @param sent during the whole attack
     * @param sentAlone of these, while no other kind was about that is counted under the same keys
     * @param leastCounted of these, how many had to be counted
     * @param grown by how much its counters grew meanwhile
     */
    public record Kind(String name, long sent, long sentAlone, long leastCounted, Map<String, Long> grown) {
        public Kind {
            grown = Map.copyOf(grown);
        }

        /** Under all its keys. */
        public long counted() {
            return grown.values().stream().mapToLong(Long::longValue).sum();
        }

        boolean passed() {
            return sentAlone > 0 && counted() >= leastCounted;
        }
    }

    public HostileReport {
        kinds = List.copyOf(kinds);
    }

    /** Returns what went wrong, a sentence each; empty if nothing did. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (Kind kind : kinds) {
            if (!kind.passed()) {
                problems.add(format(
                        "%s: of %d sent without other traffic the bridge counted %d, expected at least %d",
                        kind.name, kind.sentAlone, kind.counted(), kind.leastCounted));
            }
        }
        if (bytesToStrangers > bytesFromStrangers) {
            problems.add(format(
                    "amplification: the bridge sent unknown senders %d bytes in answer to %d",
                    bytesToStrangers, bytesFromStrangers));
        }
        if (logLines > LOG_LINES_ALLOWED + seconds / SECONDS_PER_LOG_LINE) {
            problems.add(format("the bridge wrote %d log lines in %d s, without the call log", logLines, seconds));
        }
        if (!healthProblem.isEmpty()) {
            problems.add("the bridge was not healthy: " + healthProblem);
        }
        if (heap.hasGrown()) {
            problems.add(format(
                    "the bridge's heap grew: at least %,d bytes were in use in the first third, %,d in the last",
                    heap.firstBytes(), heap.lastBytes()));
        }
        return problems;
    }

    /** A line for each kind, and the rest. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(format("  %-36s %9s %9s  %s", "bad input", "sent", "alone", "counters increased"));
        for (Kind kind : kinds) {
            lines.add(format("  %-36s %,9d %,9d  %s", kind.name, kind.sent, kind.sentAlone, grown(kind)));
        }
        lines.add(format(
                "  %-36s %,d bytes answered to %,d (seed %d)",
                "unknown senders", bytesToStrangers, bytesFromStrangers, seed));
        lines.add(format("  %-36s %s", "log lines, without call log", logLines < 0 ? "–" : Long.toString(logLines)));
        lines.add(format(
                "  %-36s least %,d MB in the first third, %,d MB in the last; most %,d MB",
                "bridge heap in use", heap.firstBytes() >> 20, heap.lastBytes() >> 20, heap.mostBytes() >> 20));
        problems().forEach(problem -> lines.add("  PROBLEM: " + problem));
        return lines;
    }

    private static String grown(Kind kind) {
        if (kind.grown.isEmpty()) {
            return "nothing";
        }
        List<String> counters = new ArrayList<>();
        kind.grown.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(each -> counters.add(
                        format("%s +%,d", each.getKey().replace("total_dropped_packets_", ""), each.getValue())));
        return String.join(", ", counters);
    }

    /** For programs. */
    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("passed", problems().isEmpty());
        json.put("seed", seed);
        json.put("bytesFromStrangers", bytesFromStrangers);
        json.put("bytesToStrangers", bytesToStrangers);
        json.put("logLines", logLines);
        json.putObject("heap")
                .put("firstBytes", heap.firstBytes())
                .put("lastBytes", heap.lastBytes())
                .put("mostBytes", heap.mostBytes());
        ArrayNode list = json.putArray("kinds");
        for (Kind kind : kinds) {
            ObjectNode each = list.addObject();
            each.put("name", kind.name);
            each.put("sent", kind.sent);
            each.put("sentAlone", kind.sentAlone);
            each.put("leastCounted", kind.leastCounted);
            each.set("grown", JsonNodeFactory.instance.objectNode());
            ((ObjectNode) each.get("grown")).setAll(numbers(kind.grown));
        }
        ArrayNode problems = json.putArray("problems");
        problems().forEach(problems::add);
        return json;
    }

    private static ObjectNode numbers(Map<String, Long> values) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        values.forEach(json::put);
        return json;
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
