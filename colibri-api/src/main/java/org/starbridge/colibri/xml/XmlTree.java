package org.starbridge.colibri.xml;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds an {@link XmlElement} from what a pull parser reports, within bounds: {@value #MAX_DEPTH} levels,
 * {@value #MAX_ELEMENTS} elements, {@value #MAX_ATTRIBUTES} attributes of one element, {@value #MAX_VALUE_CHARS}
 * characters in one attribute or text. Beyond a bound it goes on listening and keeps nothing more, so that its parser
 * stays in step with the stream and only this one element is lost. For one element and one thread.
 */
public final class XmlTree {
    /** Colibri2 needs 9. */
    public static final int MAX_DEPTH = 64;

    /** A stanza of the largest size that servers pass on by default (512 kB) has fewer. */
    public static final int MAX_ELEMENTS = 50_000;

    /** A candidate has 13. */
    public static final int MAX_ATTRIBUTES = 64;

    /** A hundred times the longest we have seen. */
    public static final int MAX_VALUE_CHARS = 20_000;

    private final Deque<Open> open = new ArrayDeque<>();
    private int depth;
    private int elements;
    private @Nullable String fault;
    private @Nullable XmlElement root;

    /** An element whose end has not come. */
    private record Open(
            String namespace,
            String name,
            Map<String, String> attributes,
            StringBuilder text,
            List<XmlElement> children) {}

    /** An element begins. */
    public void onStart(String namespace, String name, Map<String, String> attributes) {
        depth++;
        elements++;
        if (depth > MAX_DEPTH) {
            refuse("nested elements", MAX_DEPTH);
        }
        if (elements > MAX_ELEMENTS) {
            refuse("elements", MAX_ELEMENTS);
        }
        if (attributes.size() > MAX_ATTRIBUTES) {
            refuse("attributes of <" + abbreviated(name) + "/>", MAX_ATTRIBUTES);
        }
        attributes.forEach((key, value) -> {
            if (key.length() > MAX_VALUE_CHARS || value.length() > MAX_VALUE_CHARS) {
                refuse("characters in attribute " + abbreviated(key), MAX_VALUE_CHARS);
            }
        });
        if (fault == null) {
            open.push(
                    new Open(namespace, name, new LinkedHashMap<>(attributes), new StringBuilder(), new ArrayList<>()));
        }
    }

    /** Characters, all of a text or a part of it. */
    public void onText(String characters) {
        Open innermost = open.peek();
        if (fault != null || innermost == null) {
            return;
        }
        if (innermost.text.length() + characters.length() > MAX_VALUE_CHARS) {
            refuse("characters in <" + abbreviated(innermost.name) + "/>", MAX_VALUE_CHARS);
            return;
        }
        innermost.text.append(characters);
    }

    /** The innermost element ends. */
    public void onEnd() {
        depth--;
        if (fault != null) {
            return;
        }
        Open ended = open.pop();
        XmlElement element = new XmlElement(
                ended.namespace,
                ended.name,
                ended.attributes,
                ended.text.toString().strip(),
                ended.children);
        Open parent = open.peek();
        if (parent == null) {
            root = element;
        } else {
            parent.children.add(element);
        }
    }

    /** Returns whether the first element has ended, also if it went beyond a bound. */
    public boolean isComplete() {
        return depth == 0 && elements > 0;
    }

    /** Returns what went beyond a bound, as a sentence; null if nothing did. */
    public @Nullable String fault() {
        return fault;
    }

    /** The element; null before its end, and when there is a {@link #fault()}. */
    public @Nullable XmlElement root() {
        return root;
    }

    private void refuse(String what, int most) {
        if (fault == null) {
            fault = "expected at most " + most + " " + what;
            open.clear();
        }
    }

    private static String abbreviated(String name) {
        return name.length() <= 60 ? name : name.substring(0, 60) + "...";
    }
}
