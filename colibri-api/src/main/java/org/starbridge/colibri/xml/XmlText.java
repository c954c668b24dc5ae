package org.starbridge.colibri.xml;

import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.MissingResourceException;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads an element from a text, within the bounds of {@link XmlTree}; a document type, and so any entity, is refused.
 */
public final class XmlText {
    private static final XMLInputFactory FACTORY = factory();

    private XmlText() {}

    /**
     * Reads the text's one element.
     *
     * @throws IllegalArgumentException with a sentence when it is no XML, or beyond a bound
     */
    public static XmlElement parse(String text) {
        XmlTree tree = new XmlTree();
        try {
            XMLStreamReader in = FACTORY.createXMLStreamReader(new StringReader(text));
            while (in.hasNext()) {
                switch (in.next()) {
                    case XMLStreamConstants.START_ELEMENT ->
                        tree.onStart(orEmpty(in.getNamespaceURI()), in.getLocalName(), attributes(in));
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> tree.onText(in.getText());
                    case XMLStreamConstants.END_ELEMENT -> tree.onEnd();
                    case XMLStreamConstants.DTD ->
                        throw new IllegalArgumentException("a document type declaration is not allowed");
                    default -> {}
                }
            }
        } catch (XMLStreamException
                | MissingResourceException e) { // the JDK lacks words for some faults of a document type
            throw new IllegalArgumentException("not XML: " + e.getMessage(), e);
        }
        XmlElement root = tree.root();
        if (root == null) {
            throw new IllegalArgumentException(String.valueOf(tree.fault()));
        }
        return root;
    }

    private static Map<String, String> attributes(XMLStreamReader in) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < in.getAttributeCount(); i++) {
            if (orEmpty(in.getAttributeNamespace(i)).isEmpty()) {
                attributes.put(in.getAttributeLocalName(i), in.getAttributeValue(i));
            }
        }
        return attributes;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }
}
