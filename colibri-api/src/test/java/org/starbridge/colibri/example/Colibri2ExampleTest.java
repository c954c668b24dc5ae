package org.starbridge.colibri.example;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.json.Colibri2Json;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.colibri.xml.XmlText;

/** Reads a Colibri2 request as REST carries it, and writes it as XMPP carries it. */
class Colibri2ExampleTest {
    @Test
    void readsJsonAndWritesXml() {
        ConferenceModify request = Colibri2Json.parseModify("""
                {"meeting-id": "m1", "create": true, "endpoints": [{"id": "ab12", "create": true}]}
                """, null);
        assertThat(request.endpoints().getFirst().id()).isEqualTo("ab12");

        XmlElement xml = Colibri2Xml.write(request);
        assertThat(xml.name()).isEqualTo(Colibri2Xml.MODIFY);
        assertThat(xml.namespace()).isEqualTo(Colibri2Xml.NAMESPACE);

        String text = xml.toXml();
        assertThat(text).contains("meeting-id=").contains("ab12");
        assertThat(Colibri2Xml.parseModify(XmlText.parse(text), null)).isEqualTo(request);
    }
}
