package org.starbridge.colibri.xmpp;

import java.util.List;

/** The JDK's bounds on XML documents, where a document is a stream that lasts for months. Stateless. */
public final class XmlLimits {
    /**
     * The JDK counts all that was ever read from one XML document against these. Attributes and names are bounded by
     * the size of a stanza, which the server limits, and by our own reader.
     */
    private static final List<String> OF_A_DOCUMENT = List.of(
            "jdk.xml.totalEntitySizeLimit",
            "jdk.xml.maxGeneralEntitySizeLimit",
            "jdk.xml.entityExpansionLimit",
            "jdk.xml.entityReplacementLimit",
            "jdk.xml.elementAttributeLimit",
            "jdk.xml.maxXMLNameLimit",
            "jdk.xml.maxElementDepth");

    private XmlLimits() {}

    /** Lifts the limits that are not set, for the whole process; to be called before the first connection. */
    public static void lift() {
        for (String limit : OF_A_DOCUMENT) {
            if (System.getProperty(limit) == null) {
                System.setProperty(limit, "0");
            }
        }
    }
}
