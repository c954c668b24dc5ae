package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.Stanza;
import org.jivesoftware.smack.packet.StanzaError;
import org.jivesoftware.smack.parsing.SmackParsingException;
import org.jivesoftware.smack.util.PacketParserUtils;
import org.jivesoftware.smack.xml.SmackXmlParser;
import org.jivesoftware.smack.xml.XmlPullParser;
import org.jivesoftware.smack.xml.XmlPullParserException;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlText;
import org.starbridge.colibri.xml.XmlTree;
import org.starbridge.colibri.xmpp.ElementIq;

/** What an XMPP server sends, or passes on from others. */
final class StanzaFuzzTest {
    /** The stream and the stanza around an element, and a little. */
    private static final int DEEPEST = XmlTree.MAX_DEPTH + 4;

    static {
        SmackSetUp.prepare();
    }

    /** Any text: whatever is nested, nothing deep is shown, and what begins ends. */
    @FuzzTest
    void depth(byte[] data) throws IOException {
        int open = 0;
        try {
            XmlPullParser in = SmackXmlParser.newXmlParser(new StringReader(new String(data, StandardCharsets.UTF_8)));
            for (XmlPullParser.Event event = in.next(); event != XmlPullParser.Event.END_DOCUMENT; event = in.next()) {
                assertThat(in.getDepth()).isLessThanOrEqualTo(DEEPEST);
                open += event == XmlPullParser.Event.START_ELEMENT ? 1 : 0;
                open -= event == XmlPullParser.Event.END_ELEMENT ? 1 : 0;
                assertThat(open).isBetween(0, DEEPEST);
            }
        } catch (XmlPullParserException _) { // not well-formed: the stream ends
            return;
        }
        assertThat(open).isZero();
    }

    /** Any stanza can be read or not; a request is Colibri2 or refused, and the refusal is well-formed. */
    @FuzzTest
    void stanza(byte[] data) {
        if (!(stanza(new String(data, StandardCharsets.UTF_8)) instanceof IQ iq) || !iq.isRequestIQ()) {
            return;
        }
        if (iq instanceof ElementIq modify && modify.element() != null) {
            try {
                Colibri2Xml.parseModify(modify.element(), _ -> {});
            } catch (Colibri2Exception e) {
                XmlText.parse(RefusalIq.of(iq, e).toXML().toString());
            }
        }
        XmlText.parse(
                RefusalIq.of(iq, StanzaError.Condition.forbidden, "no").toXML().toString());
    }

    /** Null for what can not be read; {@link BridgeConnection} bears what Smack throws then. */
    private static @Nullable Stanza stanza(String text) {
        try {
            return PacketParserUtils.parseStanza(text);
        } catch (XmlPullParserException | IOException | SmackParsingException | RuntimeException _) {
            return null;
        }
    }
}
