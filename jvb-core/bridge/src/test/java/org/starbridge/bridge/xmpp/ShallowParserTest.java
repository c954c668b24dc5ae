package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import org.jivesoftware.smack.packet.Stanza;
import org.jivesoftware.smack.util.PacketParserUtils;
import org.jivesoftware.smack.xml.SmackXmlParser;
import org.jivesoftware.smack.xml.XmlPullParser;
import org.jivesoftware.smack.xml.XmlPullParserException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.colibri.xmpp.ElementIq;

/** What is nested a hundred thousand levels deep is read like anything else, without its depth. */
class ShallowParserTest {
    private static final String DEEP = "<a>".repeat(100_000) + "</a>".repeat(100_000);

    @BeforeAll
    static void prepare() {
        SmackSetUp.prepare();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<iq xmlns='jabber:client' type='get' id='q1' from='a@b/c'><query"
                        + " xmlns='urn:unheard:of'>%s</query></iq>",
                "<iq xmlns='jabber:client' type='get' id='q1' from='a@b/c'>"
                        + "<conference-modify xmlns='jitsi:colibri2'>%s</conference-modify></iq>",
                "<presence xmlns='jabber:client' id='q1' from='a@b/c'><raw xmlns='urn:raw'>%s</raw></presence>",
                "<message xmlns='jabber:client' id='q1' from='a@b/c'><raw xmlns='urn:raw'>%s</raw></message>"
            })
    void deepStanzasAreRead(String stanza) throws Exception {
        Stanza read = PacketParserUtils.parseStanza(stanza.replace("%s", DEEP));

        assertThat(read.getStanzaId()).isEqualTo("q1");
        if (read instanceof ElementIq iq) {
            assertThat(iq.element()).isNull();
            assertThat(iq.fault()).contains("64 nested elements");
        }
    }

    /** Found by a fuzzer: the JDK's parser has no message for it, and failed while it looked for one. */
    @Test
    void aControlCharacterInADocumentTypeIsNotWellFormed() {
        assertThatThrownBy(() -> {
                    XmlPullParser in = SmackXmlParser.newXmlParser(new StringReader("<!DOCTYPE x [\u001e]><x/>"));
                    while (in.next() != XmlPullParser.Event.END_DOCUMENT) {
                        assertThat(in.getDepth()).isLessThan(2);
                    }
                })
                .isInstanceOf(XmlPullParserException.class);
    }
}
