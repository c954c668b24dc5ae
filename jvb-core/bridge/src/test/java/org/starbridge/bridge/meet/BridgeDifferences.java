package org.starbridge.bridge.meet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Differences between what two bridges answer to the same request: names that only one has, and names with values of
 * another type. Names below objects are paths, in which ids, numbers and names of bridges are {@code *}.
 *
 * @param onlyFirst names of which the second bridge has none, with their types
 * @param onlySecond names of which the first bridge has none, with their types
 * @param otherTypes names that both have, with the types of each
 */
record BridgeDifferences(
        SortedMap<String, String> onlyFirst,
        SortedMap<String, String> onlySecond,
        SortedMap<String, String> otherTypes) {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Ids of endpoints, conferences and meetings, names of sources, SSRCs, and the bridges of a trial. */
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8,16}(-[av]\\d+)?|[0-9a-f-]{36}|\\d+|ours-\\d|theirs");

    private static final Pattern TYPE =
            Pattern.compile("(?m)^# TYPE jitsi_jvb_(?!\\S+_created )(\\S+?)(?:_total|_info)? (\\w+)$");

    /** Compares two texts of JSON. */
    static BridgeDifferences of(String first, String second) throws JsonProcessingException {
        return of(types(first), types(second));
    }

    /** Compares two texts of Prometheus by the names that they declare; times of creation are left out. */
    static BridgeDifferences ofMetrics(String first, String second) {
        return of(metrics(first), metrics(second));
    }

    private static SortedMap<String, String> metrics(String text) {
        SortedMap<String, String> types = new TreeMap<>();
        TYPE.matcher(text).results().forEach(type -> types.put(type.group(1), type.group(2)));
        return types;
    }

    private static BridgeDifferences of(SortedMap<String, String> left, SortedMap<String, String> right) {
        SortedMap<String, String> onlyFirst = new TreeMap<>(left);
        onlyFirst.keySet().removeAll(right.keySet());
        SortedMap<String, String> onlySecond = new TreeMap<>(right);
        onlySecond.keySet().removeAll(left.keySet());
        SortedMap<String, String> other = new TreeMap<>();
        left.forEach((name, type) -> {
            String there = right.get(name);
            if (there != null && !there.equals(type)) {
                other.put(name, type + ", " + there);
            }
        });
        return new BridgeDifferences(onlyFirst, onlySecond, other);
    }

    private static SortedMap<String, String> types(String json) throws JsonProcessingException {
        SortedMap<String, String> types = new TreeMap<>();
        collect("", JSON.readTree(json), types);
        return types;
    }

    private static void collect(String path, JsonNode node, Map<String, String> types) {
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                String name = ID.matcher(field.getKey()).matches() ? "*" : field.getKey();
                collect(path.isEmpty() ? name : path + "." + name, field.getValue(), types);
            }
        } else if (!node.isNull()) {
            types.put(path, node.getNodeType().name().toLowerCase(Locale.ROOT));
        }
    }

    /** Names that only the second bridge has, and that a page of differences does not name between backquotes. */
    List<String> missing(String page) {
        return onlySecond.keySet().stream()
                .filter(name -> !page.contains("`" + name + "`"))
                .toList();
    }

    /** The same without names below this many others. */
    List<String> missing(String page, int depth) {
        return missing(page).stream()
                .filter(name -> name.chars().filter(c -> c == '.').count() < depth)
                .toList();
    }

    /** A list in Markdown. */
    String toMarkdown(String title) {
        StringBuilder text = new StringBuilder("## " + title + "\n");
        Map<String, SortedMap<String, String>> parts = new TreeMap<>(Map.of(
                "Only Starbridge", onlyFirst,
                "Only Jitsi Videobridge", onlySecond,
                "Other types, Starbridge's first", otherTypes));
        parts.forEach((heading, names) -> {
            text.append("\n### ").append(heading).append("\n\n");
            names.forEach((name, type) -> text.append("- `")
                    .append(name)
                    .append("` ")
                    .append(Objects.requireNonNull(type))
                    .append('\n'));
        });
        return text.append('\n').toString();
    }
}
