package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.GrowthCount;
import org.starbridge.hammer.client.result.GuestCount;

/**
 * Results of joins beyond those of a conference's own endpoints.
 *
 * @param burst of endpoints in the midst of the window; null if there was none
 * @param guests who came and went in the window; null if there were to be none
 * @param growth how many conferences came into being; null if there was to be one
 */
public record Joins(
        @Nullable JoinBurst burst,
        @Nullable GuestCount guests,
        @Nullable GrowthCount growth) {
    /** Everybody joined before the window. */
    public static final Joins NONE = new Joins(null, null, null);

    private static final int SHOWN_FAILURES = 20;

    /** Returns whether all that were to join did. */
    boolean isRight() {
        return problems().isEmpty();
    }

    /** Returns what is wrong, as parts of a sentence; empty if nothing is. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (growth != null && growth.end() != null) {
            problems.add(format(
                    "only %d of %d conferences were created: %s", growth.reached(), growth.planned(), growth.end()));
        }
        if (guests != null && !guests.failures().isEmpty()) {
            problems.add(format(
                    "%d of %d guests failed (the first: %s)",
                    guests.failures().size(),
                    guests.planned(),
                    guests.failures().getFirst()));
        }
        if (guests != null && guests.deaf() > 0) {
            problems.add(format("%d guests did not receive all streams within 5 s", guests.deaf()));
        }
        return problems;
    }

    /** Packets that guests received; 0 without guests. */
    long packetsOfGuests() {
        return guests == null ? 0 : guests.packetsReceived();
    }

    /** Lines of a table for people. */
    List<Map.Entry<String, String>> lines() {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        if (growth != null) {
            lines.add(new SimpleEntry<>(
                    "conferences",
                    format("%d of %d", growth.reached(), growth.planned())
                            + (growth.end() == null ? "" : "; then " + growth.end())));
        }
        if (guests != null) {
            lines.add(new SimpleEntry<>(
                    "guests",
                    format(
                            "%d of %d joined and left, at most %d at the same time; %s until DTLS keys, %s until all streams",
                            guests.joinNs().size(),
                            guests.planned(),
                            guests.mostPresent(),
                            times(guests.joinNs()),
                            times(guests.mediaNs()))));
        }
        return lines;
    }

    private static String times(List<Long> sorted) {
        return sorted.isEmpty()
                ? "–"
                : format("p50 %.0f ms, p99 %.0f ms", quantile(sorted, 0.5) / 1e6, quantile(sorted, 0.99) / 1e6);
    }

    private static long quantile(List<Long> sorted, double share) {
        return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(share * sorted.size())));
    }

    /** Adds itself for programs. */
    void putTo(ObjectNode json) {
        json.set("joinBurst", JsonFigure.orNull(burst));
        json.set("guests", guestsJson());
        json.set("growth", AnnotatedJson.of(growth));
    }

    private JsonNode guestsJson() {
        if (guests == null) {
            return NullNode.getInstance();
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("planned", guests.planned());
        json.put("joined", guests.joinNs().size());
        json.put("mostPresent", guests.mostPresent());
        json.put("deaf", guests.deaf());
        putTimes(json, "joinMillis", guests.joinNs());
        putTimes(json, "mediaMillis", guests.mediaNs());
        json.put("packetsSent", guests.packetsSent());
        json.put("packetsReceived", guests.packetsReceived());
        ArrayNode failures = json.putArray("failures");
        guests.failures().stream().limit(SHOWN_FAILURES).forEach(failures::add);
        return json;
    }

    private static void putTimes(ObjectNode json, String name, List<Long> sorted) {
        json.put(name + "P50", sorted.isEmpty() ? null : (Double) (quantile(sorted, 0.5) / 1e6));
        json.put(name + "P99", sorted.isEmpty() ? null : (Double) (quantile(sorted, 0.99) / 1e6));
        json.put(name + "Max", sorted.isEmpty() ? null : (Double) (sorted.getLast() / 1e6));
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
