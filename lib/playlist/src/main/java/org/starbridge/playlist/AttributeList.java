package org.starbridge.playlist;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a tag: {@code BANDWIDTH=1800000,CODECS="avc1.42e01f"} (RFC 8216bis section 4.2). Immutable.
 *
 * @param values by name, without quotation marks
 */
record AttributeList(Map<String, String> values) {
    AttributeList {
        values = Map.copyOf(values);
    }

    /** @throws PlaylistException if it is no list of attributes */
    static AttributeList parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        int at = 0;
        while (at < text.length()) {
            int equals = text.indexOf('=', at);
            if (equals < 0) {
                throw new PlaylistException("not an attribute: " + text.substring(at));
            }
            String name = text.substring(at, equals).strip();
            int end;
            String value;
            if (equals + 1 < text.length() && text.charAt(equals + 1) == '"') {
                int quote = text.indexOf('"', equals + 2);
                if (quote < 0) {
                    throw new PlaylistException("a quotation mark is missing: " + text.substring(at));
                }
                value = text.substring(equals + 2, quote);
                end = quote + 1;
            } else {
                int comma = text.indexOf(',', equals);
                end = comma < 0 ? text.length() : comma;
                value = text.substring(equals + 1, end).strip();
            }
            if (values.put(name, value) != null) {
                throw new PlaylistException("the attribute " + name + " appears twice");
            }
            if (end < text.length() && text.charAt(end) != ',') {
                throw new PlaylistException("no comma after the attribute " + name);
            }
            at = end + 1;
        }
        return new AttributeList(values);
    }

    /** A value; null if there is none. */
    @Nullable
    String get(String name) {
        return values.get(name);
    }

    /** @throws PlaylistException if there is none */
    String require(String tag, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new PlaylistException(tag + " without " + name);
        }
        return value;
    }

    /** Returns whether the value is {@code YES}. */
    boolean isYes(String name) {
        return "YES".equals(values.get(name));
    }

    /**
     * A number; 0 if there is none.
     *
     * @throws PlaylistException if it is no number
     */
    double number(String name) {
        String value = values.get(name);
        return value == null ? 0 : Numbers.decimal(name, value);
    }
}
