package org.starbridge.colibri.xml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One XML element with all that is in it; comments, processing instructions and attributes with a namespace are not
 * kept.
 *
 * @param namespace empty when there is none
 * @param name without prefix
 * @param attributes by local name, in order
 * @param text the characters directly in it, stripped; empty when there are none
 * @param children in order
 */
public record XmlElement(
        String namespace, String name, Map<String, String> attributes, String text, List<XmlElement> children) {
    public XmlElement {
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
        children = List.copyOf(children);
    }

    /** An element with attributes only. */
    public static XmlElement of(String namespace, String name, Map<String, String> attributes) {
        return new XmlElement(namespace, name, attributes, "", List.of());
    }

    /** Returns whether it has this name in this namespace. */
    public boolean is(String otherNamespace, String otherName) {
        return name.equals(otherName) && namespace.equals(otherNamespace);
    }

    /** The attribute's value, or null. */
    public @Nullable String attribute(String attributeName) {
        return attributes.get(attributeName);
    }

    /** The first child of this kind, or null. */
    public @Nullable XmlElement child(String childNamespace, String childName) {
        for (XmlElement child : children) {
            if (child.is(childNamespace, childName)) {
                return child;
            }
        }
        return null;
    }

    /** Its text as XML, for a place where no namespace is declared. */
    public String toXml() {
        return toXml("");
    }

    /** Its text as XML, for a place where {@code declared} is the default namespace. */
    public String toXml(String declared) {
        StringBuilder out = new StringBuilder();
        append(out, declared);
        return out.toString();
    }

    private void append(StringBuilder out, String declared) {
        out.append('<').append(name);
        if (!namespace.equals(declared)) {
            appendAttribute(out, "xmlns", namespace);
        }
        attributes.forEach((key, value) -> appendAttribute(out, key, value));
        if (text.isEmpty() && children.isEmpty()) {
            out.append("/>");
            return;
        }
        out.append('>');
        appendEscaped(out, text);
        for (XmlElement child : children) {
            child.append(out, namespace);
        }
        out.append("</").append(name).append('>');
    }

    private static void appendAttribute(StringBuilder out, String key, String value) {
        out.append(' ').append(key).append("='");
        appendEscaped(out, value);
        out.append('\'');
    }

    /**
     * Writes a replacement character for what XML 1.0 does not allow (section 2.2): a stream with it would be closed.
     */
    private static void appendEscaped(StringBuilder out, String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '\'' -> out.append("&apos;");
                case '"' -> out.append("&quot;");
                case '\t', '\n', '\r' -> out.append("&#").append(c).append(';');
                default -> out.appendCodePoint(isXml(c) ? c : 0xFFFD);
            }
        }
    }

    private static boolean isXml(int c) {
        return c >= 0x20 && !(c >= 0xD800 && c <= 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
    }
}
