package org.starbridge.hammer.meet;

import java.util.ArrayList;
import java.util.List;

/**
 * Features that a client of Jitsi Meet announces (XEP-0030), by which a focus decides what to offer. Left out on
 * purpose: SSRC rewriting and sources as JSON, as the Hammer tells streams apart by the SSRCs with which they were
 * sent, and REMB, as it reports by transport-wide feedback. Stateless.
 */
final class Features {
    private static final List<String> ALWAYS = List.of(
            "urn:xmpp:jingle:1",
            "urn:xmpp:jingle:apps:rtp:1",
            "urn:xmpp:jingle:apps:rtp:audio",
            "urn:xmpp:jingle:apps:rtp:video",
            "urn:xmpp:jingle:transports:ice-udp:1",
            "urn:xmpp:jingle:apps:dtls:0",
            "urn:ietf:rfc:5761", // RTP and RTCP at one address
            "urn:ietf:rfc:5888", // all media over one transport
            "http://jitsi.org/tcc",
            "http://jitsi.org/source-name",
            "http://jitsi.org/receive-multiple-video-streams");

    private Features() {}

    static List<String> of(boolean rtx, boolean dataChannel) {
        List<String> features = new ArrayList<>(ALWAYS);
        if (rtx) {
            features.add("urn:ietf:rfc:4588");
        }
        if (dataChannel) {
            features.add("urn:xmpp:jingle:transports:dtls-sctp:1");
        }
        return features;
    }
}
