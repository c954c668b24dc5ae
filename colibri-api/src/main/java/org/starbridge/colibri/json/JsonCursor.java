package org.starbridge.colibri.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A place in a JSON document that knows its path, so that a wrong value can be named. Reads are typed; each throws a
 * {@link JsonFaultException} if the value has another type. JSON {@code null} is a wrong type everywhere.
 *
 * <p>Immutable; one per value that is looked at.
 */
public final class JsonCursor {
    /** More entries than this in one array or map are refused: thirty times a conference of a few hundred endpoints. */
    public static final int MAX_ENTRIES = 10_000;

    private static final int QUOTED_CHARS = 60;
    private static final double EXACT_DOUBLES = 1L << 53;

    private final JsonNode node;
    private final @Nullable JsonCursor parent;
    private final String segment;
    private final @Nullable Consumer<String> skipped;

    /** Numbers and booleans are texts. */
    private final boolean hasTexts;

    private JsonCursor(
            JsonNode node,
            @Nullable JsonCursor parent,
            String segment,
            @Nullable Consumer<String> skipped,
            boolean hasTexts) {
        this.node = node;
        this.parent = parent;
        this.segment = segment;
        this.skipped = skipped;
        this.hasTexts = hasTexts;
    }

    private JsonCursor below(JsonNode child, String childSegment) {
        return new JsonCursor(child, this, childSegment, skipped, hasTexts);
    }

    /** A cursor on the top of a document, which must be an object. */
    public static JsonCursor root(JsonNode node) {
        return new JsonCursor(node, null, "", null, false).requireObject();
    }

    /** A cursor on a tree that was made from XML, in which numbers and booleans are texts. */
    static JsonCursor ofTexts(ObjectNode tree) {
        return new JsonCursor(tree, null, "", null, true);
    }

    /**
     * This place, read with forbearance: below it, an entry of a list or an optional member whose value cannot be (not:
     * whose JSON type is wrong) is left out, and a sentence about it goes to {@code sink}.
     */
    public JsonCursor forgiving(Consumer<String> sink) {
        return new JsonCursor(node, parent, segment, sink, hasTexts);
    }

    /** Returns the position of this value: {@code endpoints[0].id}, or "the document" at the top. */
    public String path() {
        StringBuilder path = new StringBuilder();
        appendPath(path);
        return path.isEmpty() ? "the document" : path.toString();
    }

    /** The tree below this place, for values that are passed through untouched. */
    public JsonNode node() {
        return node;
    }

    /** This object as if its members with the value null were absent. */
    public JsonCursor withoutNulls() {
        ObjectNode kept = ((ObjectNode) requireObject().node).deepCopy();
        kept.properties().removeIf(member -> member.getValue().isNull());
        return new JsonCursor(kept, parent, segment, skipped, hasTexts);
    }

    /** The value of {@code key}; null when the key is absent. */
    public @Nullable JsonCursor find(String key) {
        requireObject();
        JsonNode child = node.get(key);
        return child == null ? null : below(child, key);
    }

    /** The value of {@code key}, which must be there. */
    public JsonCursor require(String key) {
        JsonCursor child = find(key);
        if (child == null) {
            throw new JsonFaultException(below(node, key).path() + ": missing", JsonFaultException.Kind.VALUE);
        }
        return child;
    }

    /** The value of {@code key} read by {@code reader}; null when the key is absent. */
    public <T> @Nullable T optional(String key, Function<JsonCursor, T> reader) {
        JsonCursor child = find(key);
        return child == null ? null : read(child, reader);
    }

    /** Null for what is skipped. */
    private <T> @Nullable T read(JsonCursor child, Function<JsonCursor, T> reader) {
        Consumer<String> sink = skipped;
        if (sink == null) {
            return reader.apply(child);
        }
        try {
            return reader.apply(child);
        } catch (JsonFaultException e) {
            if (e.isAboutValue()) {
                sink.accept(e.sentence());
                return null;
            }
            throw e;
        }
    }

    /** The boolean at {@code key}; {@code absent} when the key is absent. */
    public boolean flag(String key, boolean absent) {
        JsonCursor child = find(key);
        return child == null ? absent : child.bool();
    }

    /** The entries of the array at {@code key}; empty when the key is absent. */
    public <T> List<T> list(String key, Function<JsonCursor, T> reader) {
        List<T> entries = listOrNull(key, reader);
        return entries == null ? List.of() : entries;
    }

    /** The entries of the array at {@code key}; null when the key is absent. */
    public <T> @Nullable List<T> listOrNull(String key, Function<JsonCursor, T> reader) {
        JsonCursor array = find(key);
        return array == null ? null : array.entries(reader);
    }

    /** The entries of this array. */
    public <T> List<T> entries(Function<JsonCursor, T> reader) {
        if (!node.isArray()) {
            throw expected("an array");
        }
        requireFewEntries();
        List<T> entries = new ArrayList<>(node.size());
        for (int i = 0; i < node.size(); i++) {
            T entry = read(below(node.get(i), "[" + i + "]"), reader);
            if (entry != null) {
                entries.add(entry);
            }
        }
        return entries;
    }

    /** The members of the object at {@code key}, in order; empty when the key is absent. */
    public <T> Map<String, T> map(String key, Function<JsonCursor, T> reader) {
        JsonCursor object = find(key);
        return object == null ? Map.of() : object.members(reader);
    }

    /** The members of this object, in order. */
    public <T> Map<String, T> members(Function<JsonCursor, T> reader) {
        requireObject();
        requireFewEntries();
        Map<String, T> members = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            members.put(member.getKey(), reader.apply(below(member.getValue(), member.getKey())));
        }
        return members;
    }

    /** This, which must be an object. */
    public JsonCursor requireObject() {
        if (!node.isObject()) {
            throw expected("an object");
        }
        return this;
    }

    public boolean isNumber() {
        return node.isNumber();
    }

    /** This string. */
    public String string() {
        if (!node.isTextual()) {
            throw expected("a string");
        }
        return node.textValue();
    }

    /** This string, or a number or boolean as it was written; JSON null (an attribute without a value) is empty. */
    public String attribute() {
        if (node.isContainerNode()) {
            throw expected("a string");
        }
        return node.isNull() ? "" : node.asText();
    }

    /** This boolean. */
    public boolean bool() {
        if (hasTexts) {
            String text = string();
            return text.equals("true") || text.equals("1");
        }
        if (!node.isBoolean()) {
            throw expected("true or false");
        }
        return node.booleanValue();
    }

    /** This number, whole and within 64 bits. */
    public long longNumber() {
        if (hasTexts && node.isTextual()) {
            return longAttribute();
        }
        if (!node.isNumber()) {
            throw expected("a number");
        }
        if (node.isIntegralNumber() ? !node.canConvertToLong() : !isWhole(node.doubleValue())) {
            throw expectedValue("a whole number of at most 64 bits");
        }
        return node.longValue();
    }

    /** JSON does not tell 1.0 and 1e0 from 1, as long as a double is exact. */
    private static boolean isWhole(double value) {
        return value == Math.rint(value) && Math.abs(value) <= EXACT_DOUBLES;
    }

    /** This number, whole and within 32 bits. */
    public int intNumber() {
        return narrow(longNumber());
    }

    /** This number, finite. */
    public double doubleNumber() {
        if (!node.isNumber()) {
            throw expected("a number");
        }
        double value = node.doubleValue();
        if (!Double.isFinite(value)) {
            throw expectedValue("a finite number");
        }
        return value;
    }

    /** This whole number, or a string with one: attributes that came from XML are strings. */
    public long longAttribute() {
        if (!node.isTextual()) {
            if (!node.isNumber()) {
                throw expected("a number, or a string that contains one");
            }
            return longNumber();
        }
        try {
            return Long.parseLong(node.textValue());
        } catch (NumberFormatException e) {
            throw expectedValue("a number");
        }
    }

    /** Like {@link #longAttribute()}, within 32 bits. */
    public int intAttribute() {
        return narrow(longAttribute());
    }

    /** The constant of {@code type} whose name this string is, whatever the case, with {@code -} for {@code _}. */
    public <E extends Enum<E>> E constant(Class<E> type) {
        E constant = constantOrNull(type);
        if (constant == null) {
            StringBuilder names = new StringBuilder();
            for (E each : type.getEnumConstants()) {
                names.append(names.isEmpty() ? "" : ", ").append(each.name().toLowerCase(Locale.ROOT));
            }
            throw expectedValue("one of " + names);
        }
        return constant;
    }

    /** Like {@link #constant}, with null for words that are not known. */
    public <E extends Enum<E>> @Nullable E constantOrNull(Class<E> type) {
        String word = string().replace('-', '_');
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(word)) {
                return constant;
            }
        }
        return null;
    }

    /** Runs a constructor that checks its values, and gives its complaint this path. */
    public <T> T build(Supplier<T> constructor) {
        try {
            return constructor.get();
        } catch (IllegalArgumentException e) {
            throw new JsonFaultException(path() + ": " + e.getMessage(), JsonFaultException.Kind.VALUE);
        }
    }

    /** A fault at this path that shows what stands here. */
    public JsonFaultException expected(String what) {
        return new JsonFaultException(path() + ": expected " + what + ", got " + shown());
    }

    private JsonFaultException expectedValue(String what) {
        return new JsonFaultException(
                path() + ": expected " + what + ", got " + shown(), JsonFaultException.Kind.VALUE);
    }

    /** Like {@link #intNumber()}, and not below {@code min}. */
    public int intNumberFrom(int min) {
        int value = intNumber();
        if (value < min) {
            throw expectedValue(min + " or more");
        }
        return value;
    }

    private int narrow(long value) {
        if (value != (int) value) {
            throw expectedValue("a whole number of at most 32 bits");
        }
        return (int) value;
    }

    private void requireFewEntries() {
        if (node.size() > MAX_ENTRIES) {
            throw new JsonFaultException(path() + ": expected at most " + MAX_ENTRIES + " entries, got " + node.size());
        }
    }

    private String shown() {
        if (node.isObject()) {
            return "an object";
        }
        if (node.isArray()) {
            return "an array";
        }
        if (node.isMissingNode()) {
            return "nothing";
        }
        String text = node.toString();
        return text.length() <= QUOTED_CHARS ? text : text.substring(0, QUOTED_CHARS) + "...";
    }

    private void appendPath(StringBuilder path) {
        if (parent != null) {
            parent.appendPath(path);
        }
        if (!path.isEmpty() && !segment.startsWith("[")) {
            path.append('.');
        }
        path.append(segment.length() <= QUOTED_CHARS ? segment : segment.substring(0, QUOTED_CHARS) + "...");
    }
}
