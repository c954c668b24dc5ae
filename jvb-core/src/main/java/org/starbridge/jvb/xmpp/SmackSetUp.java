package org.starbridge.jvb.xmpp;

import java.util.List;
import org.jivesoftware.smack.roster.Roster;
import org.jivesoftware.smack.xml.SmackXmlParser;
import org.jivesoftware.smack.xml.XmlPullParserFactory;
import org.jivesoftware.smackx.iqversion.VersionManager;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xmpp.ElementIq;

/** What Smack and the JDK's XML parser must know, once in the process, before the first connection. */
final class SmackSetUp {
    /**
     * The JDK counts all that was ever read from one XML document against these, and to it a stream that lasts for months is one
     * document. Attributes and names are bounded by the size of a stanza, which the server limits, and by our own reader.
     */
    private static final List<String> LIMITS_OF_A_DOCUMENT = List.of(
            "jdk.xml.totalEntitySizeLimit",
            "jdk.xml.maxGeneralEntitySizeLimit",
            "jdk.xml.entityExpansionLimit",
            "jdk.xml.entityReplacementLimit",
            "jdk.xml.elementAttributeLimit",
            "jdk.xml.maxXMLNameLimit",
            "jdk.xml.maxElementDepth");

    private static boolean isPrepared;

    private SmackSetUp() {}

    static synchronized void prepare() {
        if (isPrepared) {
            return;
        }
        isPrepared = true;
        for (String limit : LIMITS_OF_A_DOCUMENT) {
            if (System.getProperty(limit) == null) {
                System.setProperty(limit, "0");
            }
        }
        // A bridge has no contacts. To disable the class is not enough: other parts of Smack load it all the same, and
        // while it waits for a server to answer, every presence waits too.
        Roster.setRosterLoadedAtLoginDefault(false);
        XmlPullParserFactory parsers = SmackXmlParser.getXmlPullParserFactory();
        SmackXmlParser.setXmlPullParserFactory(reader -> new ShallowParser(parsers.newXmlPullParser(reader)));
        VersionManager.setAutoAppendSmackVersion(false);
        ElementIq.register(Colibri2Xml.MODIFY, Colibri2Xml.NAMESPACE);
        ElementIq.register(BridgeIqs.HEALTH, BridgeIqs.HEALTH_NAMESPACE);
    }
}
