package org.starbridge.bridge.xmpp;

import java.util.List;
import java.util.Map;
import org.starbridge.colibri.xml.XmlElement;

/** The form with which the maker of a room configures it (XEP-0045 section 10.1.3). */
final class RoomForm {
    private static final String OWNER = "http://jabber.org/protocol/muc#owner";
    private static final String DATA = "jabber:x:data";

    private RoomForm() {}

    static XmlElement everybodySeesAddresses() {
        XmlElement form = new XmlElement(
                DATA,
                "x",
                Map.of("type", "submit"),
                "",
                List.of(
                        field("FORM_TYPE", "http://jabber.org/protocol/muc#roomconfig"),
                        field("muc#roomconfig_whois", "anyone")));
        return new XmlElement(OWNER, "query", Map.of(), "", List.of(form));
    }

    private static XmlElement field(String name, String value) {
        XmlElement text = new XmlElement(DATA, "value", Map.of(), value, List.of());
        return new XmlElement(DATA, "field", Map.of("var", name), "", List.of(text));
    }
}
