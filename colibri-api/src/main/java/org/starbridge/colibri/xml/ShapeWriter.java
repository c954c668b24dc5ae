package org.starbridge.colibri.xml;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.starbridge.colibri.xml.ElementShape.Many;
import org.starbridge.colibri.xml.ElementShape.One;
import org.starbridge.colibri.xml.ElementShape.Pairs;
import org.starbridge.colibri.xml.ElementShape.Part;
import org.starbridge.colibri.xml.ElementShape.Presence;
import org.starbridge.colibri.xml.ElementShape.Text;
import org.starbridge.colibri.xml.ElementShape.Words;
import org.starbridge.colibri.xml.ElementShape.Wrapped;
import org.starbridge.colibri.xml.ElementShape.WrappedWords;

/** The JSON tree to elements, by a table of shapes; the twin of {@link ShapeReader}. */
final class ShapeWriter {
    /** A parameter's key in JSON when it has no name. */
    static final String NAMELESS = "null";

    /** Stands for the URL of a bridge channel that the other side opens. */
    static final String ACTIVE = "active";

    private ShapeWriter() {}

    static XmlElement write(JsonNode json, ElementShape shape) {
        Set<String> claimed = new HashSet<>();
        claimed.add("xmlns");
        List<XmlElement> children = new ArrayList<>();
        String text = "";
        for (Part part : shape.parts()) {
            claimed.add(part.key());
            JsonNode value = json.get(part.key());
            if (value != null && part instanceof Text) {
                text = value.asText();
            } else if (value != null) {
                write(value, part, children);
            }
        }
        return new XmlElement(shape.namespace(), shape.name(), attributes(json, claimed), text, children);
    }

    /** Scalars are attributes, unless they stand for a child; a source without a name is a bare number. */
    private static Map<String, String> attributes(JsonNode json, Set<String> claimed) {
        Map<String, String> attributes = new LinkedHashMap<>();
        if (json.isNumber()) {
            attributes.put("ssrc", json.asText());
        }
        json.properties().forEach(member -> {
            if (member.getValue().isValueNode() && !claimed.contains(member.getKey())) {
                attributes.put(member.getKey(), attribute(member.getKey(), member.getValue()));
            }
        });
        return attributes;
    }

    /** The SCTP role is the one word that JSON has in upper case. */
    private static String attribute(String key, JsonNode value) {
        String text = value.asText();
        return key.equals("role") ? text.toLowerCase(Locale.ROOT) : text;
    }

    private static void write(JsonNode value, Part part, List<XmlElement> into) {
        switch (part) {
            case One one -> into.add(write(value, one.shape()));
            case Many many -> into.addAll(entries(value, many.shape()));
            case Wrapped wrapped ->
                into.add(new XmlElement(
                        wrapped.namespace(), wrapped.wrapper(), Map.of(), "", entries(value, wrapped.shape())));
            case Words words -> into.addAll(words(value, words.namespace(), words.name(), words.attribute()));
            case WrappedWords wrapped ->
                into.add(new XmlElement(
                        wrapped.namespace(),
                        wrapped.wrapper(),
                        Map.of(),
                        "",
                        words(value, wrapped.namespace(), wrapped.name(), wrapped.attribute())));
            case Pairs pairs -> into.addAll(pairs(value, pairs));
            case Presence presence -> into.add(XmlElement.of(presence.namespace(), presence.name(), Map.of()));
            case Text _ -> throw new IllegalStateException("text is not a child element");
        }
    }

    private static List<XmlElement> entries(JsonNode array, ElementShape shape) {
        List<XmlElement> entries = new ArrayList<>();
        array.forEach(entry -> entries.add(write(entry, shape)));
        return entries;
    }

    private static List<XmlElement> words(JsonNode array, String namespace, String name, String attribute) {
        List<XmlElement> words = new ArrayList<>();
        for (JsonNode word : array) {
            boolean isActive = attribute.equals("url") && word.asText().equals(ACTIVE);
            words.add(XmlElement.of(
                    namespace, name, isActive ? Map.of(ACTIVE, "true") : Map.of(attribute, word.asText())));
        }
        return words;
    }

    private static List<XmlElement> pairs(JsonNode map, Pairs pairs) {
        List<XmlElement> children = new ArrayList<>();
        map.properties().forEach(member -> {
            Map<String, String> attributes = new LinkedHashMap<>();
            if (!member.getKey().equals(NAMELESS)) {
                attributes.put("name", member.getKey());
            }
            attributes.put("value", member.getValue().asText());
            children.add(XmlElement.of(pairs.namespace(), pairs.name(), attributes));
        });
        return children;
    }
}
