package org.starbridge.colibri.xml;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.xml.ElementShape.Many;
import org.starbridge.colibri.xml.ElementShape.One;
import org.starbridge.colibri.xml.ElementShape.Pairs;
import org.starbridge.colibri.xml.ElementShape.Part;
import org.starbridge.colibri.xml.ElementShape.Presence;
import org.starbridge.colibri.xml.ElementShape.Text;
import org.starbridge.colibri.xml.ElementShape.Words;
import org.starbridge.colibri.xml.ElementShape.Wrapped;
import org.starbridge.colibri.xml.ElementShape.WrappedWords;

/** Elements to the JSON tree that says the same, by a table of shapes; every value in it is a text. */
final class ShapeReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ShapeReader() {}

    static ObjectNode read(XmlElement element, ElementShape shape) {
        ObjectNode out = NODES.objectNode();
        element.attributes().forEach(out::put);
        for (Part part : shape.parts()) {
            out.remove(part.key()); // an attribute that is called as a child is none of ours
            read(element, part, out);
        }
        return out;
    }

    private static void read(XmlElement element, Part part, ObjectNode out) {
        switch (part) {
            case One one -> {
                XmlElement child =
                        element.child(one.shape().namespace(), one.shape().name());
                if (child != null) {
                    out.set(one.key(), read(child, one.shape()));
                }
            }
            case Many many -> putUnlessEmpty(out, many.key(), entries(element, many.shape()));
            case Wrapped wrapped -> {
                XmlElement wrapper = element.child(wrapped.namespace(), wrapped.wrapper());
                if (wrapper != null) {
                    out.set(wrapped.key(), entries(wrapper, wrapped.shape()));
                }
            }
            case Words words ->
                putUnlessEmpty(out, words.key(), words(element, words.namespace(), words.name(), words.attribute()));
            case WrappedWords wrapped -> {
                XmlElement wrapper = element.child(wrapped.namespace(), wrapped.wrapper());
                if (wrapper != null) {
                    out.set(wrapped.key(), words(wrapper, wrapped.namespace(), wrapped.name(), wrapped.attribute()));
                }
            }
            case Pairs pairs -> {
                ObjectNode map = pairs(element, pairs);
                if (!map.isEmpty()) {
                    out.set(pairs.key(), map);
                }
            }
            case Presence presence -> {
                if (element.child(presence.namespace(), presence.name()) != null) {
                    out.put(presence.key(), "true");
                }
            }
            case Text text -> out.put(text.key(), element.text());
        }
    }

    private static ArrayNode entries(XmlElement element, ElementShape shape) {
        ArrayNode array = NODES.arrayNode();
        for (XmlElement child : element.children()) {
            if (child.is(shape.namespace(), shape.name())) {
                array.add(read(child, shape));
            }
        }
        return array;
    }

    private static ArrayNode words(XmlElement element, String namespace, String name, String attribute) {
        ArrayNode array = NODES.arrayNode();
        for (XmlElement child : element.children()) {
            if (child.is(namespace, name)) {
                String word = child.attribute(attribute);
                if (word != null) {
                    array.add(word);
                } else if ("true".equals(child.attribute(ShapeWriter.ACTIVE))) {
                    array.add(ShapeWriter.ACTIVE);
                }
            }
        }
        return array;
    }

    private static ObjectNode pairs(XmlElement element, Pairs pairs) {
        ObjectNode map = NODES.objectNode();
        for (XmlElement child : element.children()) {
            if (child.is(pairs.namespace(), pairs.name()) || child.is(pairs.otherNamespace(), pairs.name())) {
                map.put(orElse(child.attribute("name"), ShapeWriter.NAMELESS), orElse(child.attribute("value"), ""));
            }
        }
        return map;
    }

    private static String orElse(@Nullable String value, String absent) {
        return value == null ? absent : value;
    }

    private static void putUnlessEmpty(ObjectNode out, String key, ArrayNode array) {
        if (!array.isEmpty()) {
            out.set(key, array);
        }
    }
}
