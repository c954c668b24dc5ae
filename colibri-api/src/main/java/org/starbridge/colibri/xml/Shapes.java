package org.starbridge.colibri.xml;

import org.starbridge.colibri.xml.ElementShape.Many;
import org.starbridge.colibri.xml.ElementShape.One;
import org.starbridge.colibri.xml.ElementShape.Pairs;
import org.starbridge.colibri.xml.ElementShape.Presence;
import org.starbridge.colibri.xml.ElementShape.Text;
import org.starbridge.colibri.xml.ElementShape.Words;
import org.starbridge.colibri.xml.ElementShape.Wrapped;
import org.starbridge.colibri.xml.ElementShape.WrappedWords;

/** The table: every element of Colibri2, its namespace, and its name in JSON. */
final class Shapes {
    static final String COLIBRI2 = "jitsi:colibri2";
    static final String COLIBRI1 = "http://jitsi.org/protocol/colibri";
    private static final String RTP = "urn:xmpp:jingle:apps:rtp:1";
    private static final String RTCP_FB = "urn:xmpp:jingle:apps:rtp:rtcp-fb:0";
    private static final String HDREXT = "urn:xmpp:jingle:apps:rtp:rtp-hdrext:0";
    private static final String SSMA = "urn:xmpp:jingle:apps:rtp:ssma:0";
    private static final String ICE = "urn:xmpp:jingle:transports:ice-udp:1";
    private static final String DTLS = "urn:xmpp:jingle:apps:dtls:0";

    private static final ElementShape PAYLOAD_TYPE = ElementShape.of(
            RTP,
            "payload-type",
            new Pairs("parameters", RTP, "parameter"),
            new Many("rtcp-fbs", ElementShape.of(RTCP_FB, "rtcp-fb")));

    private static final ElementShape MEDIA = ElementShape.of(
            COLIBRI2,
            "media",
            new Many("payload-types", PAYLOAD_TYPE),
            new Many("rtp-hdrexts", ElementShape.of(HDREXT, "rtp-hdrext")),
            new Presence("extmap-allow-mixed", HDREXT, "extmap-allow-mixed"));

    private static final ElementShape ICE_UDP = ElementShape.of(
            ICE,
            "transport",
            new Presence("rtcp-mux", ICE, "rtcp-mux"),
            new Many("fingerprints", ElementShape.of(DTLS, "fingerprint", new Text("fingerprint"))),
            new Many("candidates", ElementShape.of(ICE, "candidate")),
            new Words("web-sockets", COLIBRI1, "web-socket", "url"));

    private static final ElementShape TRANSPORT = ElementShape.of(
            COLIBRI2, "transport", new One("transport", ICE_UDP), new One("sctp", ElementShape.of(COLIBRI2, "sctp")));

    /** XEP-0339 has a source's parameters in the source's namespace; jitsi-xmpp-extensions also writes the other. */
    private static final Pairs SOURCE_PARAMETERS = new Pairs("parameters", SSMA, "parameter", RTP);

    private static final ElementShape MEDIA_SOURCE = ElementShape.of(
            COLIBRI2,
            "media-source",
            new Many("sources", ElementShape.of(SSMA, "source", SOURCE_PARAMETERS)),
            new Many("ssrc-groups", ElementShape.of(SSMA, "ssrc-group", new Words("sources", SSMA, "source", "ssrc"))));

    private static final ElementShape ENDPOINT = ElementShape.of(
            COLIBRI2,
            "endpoint",
            new Many("medias", MEDIA),
            new One("transport", TRANSPORT),
            new Wrapped("sources", COLIBRI2, "sources", MEDIA_SOURCE),
            new One("force-mute", ElementShape.of(COLIBRI2, "force-mute")),
            new One("initial-last-n", ElementShape.of(COLIBRI2, "initial-last-n")),
            new Words("capabilities", COLIBRI2, "capability", "name"));

    private static final ElementShape RELAY = ElementShape.of(
            COLIBRI2,
            "relay",
            new Many("medias", MEDIA),
            new One("transport", TRANSPORT),
            new Wrapped("sources", COLIBRI2, "sources", MEDIA_SOURCE),
            new Wrapped("endpoints", COLIBRI2, "endpoints", ENDPOINT));

    private static final ElementShape CONNECT = ElementShape.of(
            COLIBRI2,
            "connect",
            new Pairs("headers", COLIBRI2, "http-header"),
            new One("ping", ElementShape.of(COLIBRI2, "ping")),
            new WrappedWords("exports", COLIBRI2, "exports", "export", "name"),
            new WrappedWords("requests", COLIBRI2, "requests", "request", "name"));

    static final ElementShape MODIFY = ElementShape.of(
            COLIBRI2,
            "conference-modify",
            new Many("endpoints", ENDPOINT),
            new Many("relays", RELAY),
            new Wrapped("connects", COLIBRI2, "connects", CONNECT));

    static final ElementShape MODIFIED = ElementShape.of(
            COLIBRI2,
            "conference-modified",
            new Many("endpoints", ENDPOINT),
            new Many("relays", RELAY),
            new Wrapped("sources", COLIBRI2, "sources", MEDIA_SOURCE));

    private Shapes() {}
}
