package org.starbridge.trials.focus;

import java.util.List;
import java.util.Map;
import org.starbridge.colibri.xml.XmlElement;

/** Namespaces of Jingle as lib-jitsi-meet speaks it, and short forms for building and reading elements. Stateless. */
final class JingleXml {
    static final String JINGLE = "urn:xmpp:jingle:1";
    static final String RTP = "urn:xmpp:jingle:apps:rtp:1";
    static final String SSMA = "urn:xmpp:jingle:apps:rtp:ssma:0";
    static final String ICE = "urn:xmpp:jingle:transports:ice-udp:1";
    static final String SCTP = "urn:xmpp:jingle:transports:dtls-sctp:1";
    static final String GROUPING = "urn:xmpp:jingle:apps:grouping:0";
    static final String FOCUS = "http://jitsi.org/protocol/focus";
    static final String JITMEET = "http://jitsi.org/jitmeet";
    static final String WEB_SOCKETS = "http://jitsi.org/protocol/colibri";

    private JingleXml() {}

    static XmlElement element(String namespace, String name, Map<String, String> attributes, XmlElement... children) {
        return element(namespace, name, attributes, List.of(children));
    }

    static XmlElement element(
            String namespace, String name, Map<String, String> attributes, List<XmlElement> children) {
        return new XmlElement(namespace, name, attributes, "", children);
    }

    /** The children of one kind, in order. */
    static List<XmlElement> children(XmlElement parent, String namespace, String name) {
        return parent.children().stream()
                .filter(child -> child.is(namespace, name))
                .toList();
    }

    /** The attribute's value; empty when there is none. */
    static String attribute(XmlElement element, String name) {
        String value = element.attribute(name);
        return value == null ? "" : value;
    }

    /** A message of a session, from the focus. */
    static XmlElement jingle(String action, String sid, List<XmlElement> children) {
        return element(JINGLE, "jingle", Map.of("action", action, "sid", sid), children);
    }

    /** A session's end; {@code reason} is one of XEP-0166 section 7.4. */
    static XmlElement terminate(String sid, String reason) {
        return jingle(
                "session-terminate",
                sid,
                List.of(element(JINGLE, "reason", Map.of(), element(JINGLE, reason, Map.of()))));
    }
}
