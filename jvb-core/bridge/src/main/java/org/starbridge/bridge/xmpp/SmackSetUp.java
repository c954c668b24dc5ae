package org.starbridge.bridge.xmpp;

import org.jivesoftware.smack.roster.Roster;
import org.jivesoftware.smack.xml.SmackXmlParser;
import org.jivesoftware.smack.xml.XmlPullParserFactory;
import org.jivesoftware.smackx.iqversion.VersionManager;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xmpp.ElementIq;
import org.starbridge.colibri.xmpp.XmlLimits;

/** Preparation of Smack and the JDK's XML parser, once in the process, before the first connection. */
final class SmackSetUp {
    private static boolean isPrepared;

    private SmackSetUp() {}

    static synchronized void prepare() {
        if (isPrepared) {
            return;
        }
        isPrepared = true;
        XmlLimits.lift();
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
