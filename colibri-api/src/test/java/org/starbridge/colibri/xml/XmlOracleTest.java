package org.starbridge.colibri.xml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;
import org.jitsi.xmpp.Smack;
import org.jitsi.xmpp.extensions.colibri2.IqProviderUtils;
import org.jitsi.xmpp.extensions.colibri2.json.Colibri2JSONDeserializer;
import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.util.PacketParserUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.json.Colibri2Json;
import org.starbridge.colibri.json.GeneratedMessages;

/** Our XML read and written again by the library, and the library's own XML, must give an equal record. */
class XmlOracleTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @BeforeAll
    static void registerProviders() {
        Smack.INSTANCE.initialize(true);
        IqProviderUtils.registerProviders();
    }

    @Test
    void generatedRequestsSurviveTheLibrary() throws Exception {
        for (long seed = 1; seed <= 200; seed++) {
            ConferenceModify ours = new GeneratedMessages(seed).modify();
            String xml = Colibri2Xml.write(ours).toXml();

            ConferenceModify back = Colibri2Xml.parseModify(throughLibrary(xml, "get"), null);

            assertThat(back).as("seed %d: %s", seed, xml).isEqualTo(ours);
        }
    }

    @Test
    void generatedAnswersSurviveTheLibrary() throws Exception {
        for (long seed = 1; seed <= 200; seed++) {
            ConferenceModified ours = new GeneratedMessages(seed).modified();
            String xml = Colibri2Xml.write(ours).toXml();

            ConferenceModified back = Colibri2Xml.parseModified(throughLibrary(xml, "result"));

            assertThat(back).as("seed %d: %s", seed, xml).isEqualTo(ours);
        }
    }

    @Test
    void requestsThatTheLibraryMadeOfJsonMeanTheSame() throws Exception {
        for (long seed = 1001; seed <= 1200; seed++) {
            ConferenceModify ours = new GeneratedMessages(seed).modify();
            ObjectNode json = (ObjectNode) MAPPER.readTree(Colibri2Json.write(ours));

            String stanza = Colibri2JSONDeserializer.deserializeConferenceModify(json)
                    .build()
                    .toXML()
                    .toString();

            ConferenceModify back =
                    Colibri2Xml.parseModify(XmlText.parse(stanza).children().getFirst(), null);
            assertThat(back).as("seed %d: %s", seed, stanza).isEqualTo(ours);
        }
    }

    /** What only XML has. */
    @Test
    void iceRestartAndDiarizeSurviveTheLibrary() throws Exception {
        String xml = "<conference-modify xmlns='jitsi:colibri2' meeting-id='m'><endpoint id='a' diarize='true'>"
                + "<transport ice-restart='true'/></endpoint></conference-modify>";

        ConferenceModify request = Colibri2Xml.parseModify(throughLibrary(xml, "get"), null);

        assertThat(request.endpoints().getFirst().diarize()).isTrue();
        assertThat(Objects.requireNonNull(request.endpoints().getFirst().transport())
                        .iceRestart())
                .isTrue();
        assertThat(Colibri2Xml.parseModify(
                        throughLibrary(Colibri2Xml.write(request).toXml(), "get"), null))
                .isEqualTo(request);
    }

    /** Our child of an IQ, as the library writes it after it has read it. */
    private static XmlElement throughLibrary(String child, String type) throws Exception {
        IQ iq = PacketParserUtils.parseStanza(
                "<iq xmlns='jabber:client' type='" + type + "' id='q1' from='a@b/c' to='d@e/f'>" + child + "</iq>");
        return XmlText.parse(iq.toXML().toString()).children().getFirst();
    }
}
