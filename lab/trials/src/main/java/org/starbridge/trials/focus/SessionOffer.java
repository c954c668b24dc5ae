package org.starbridge.trials.focus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;

/**
 * The contents of a {@code session-initiate}: audio, video and, with a data channel, data, all with the bridge's
 * transport (BUNDLE, RFC 9143).
 */
final class SessionOffer {
    private final XmlElement answer;
    private final boolean hasData;
    private final List<XmlElement> audio = new ArrayList<>();
    private final List<XmlElement> video = new ArrayList<>();

    /**
     * @param answer of the bridge to the request that created the endpoint
     * @param hasData whether the bridge channel is to be a data channel; else it is a WebSocket
     */
    SessionOffer(ConferenceModified answer, boolean hasData) {
        this.answer = Colibri2Xml.write(answer);
        this.hasData = hasData;
        XmlElement own = this.answer.child(Colibri2Xml.NAMESPACE, "sources");
        if (own != null) {
            own.children().forEach(this::addBridgeSource);
        }
    }

    /** The bridge's own SSRCs have labels by which lib-jitsi-meet knows them. */
    private void addBridgeSource(XmlElement mediaSource) {
        String media = JingleXml.attribute(mediaSource, "type");
        XmlElement msid = XmlElement.of(
                JingleXml.RTP, "parameter", Map.of("name", "msid", "value", "mixedmslabel mixedlabel" + media + "0"));
        List<XmlElement> sources = JingleXml.children(mediaSource, JingleXml.SSMA, "source").stream()
                .map(source -> JingleXml.element(JingleXml.SSMA, "source", source.attributes(), msid))
                .toList();
        add("jvb", new DeclaredSource(media, JingleXml.attribute(mediaSource, "id"), sources, List.of()));
    }

    /** Adds a source that the participant receives. */
    void add(String owner, DeclaredSource source) {
        (source.media().equals("video") ? video : audio).addAll(source.toJingle(owner));
    }

    /** The children of the {@code jingle} element. */
    List<XmlElement> contents(String bridgeSession) {
        List<XmlElement> contents = new ArrayList<>();
        XmlElement transport = transport();
        for (XmlElement media : offered()) {
            String kind = JingleXml.attribute(media, "type");
            List<XmlElement> described = new ArrayList<>(media.children());
            described.addAll(kind.equals("video") ? video : audio);
            described.add(JingleXml.element(JingleXml.RTP, "rtcp-mux", Map.of()));
            contents.add(content(
                    kind,
                    JingleXml.element(JingleXml.RTP, "description", Map.of("media", kind), described),
                    transport));
        }
        if (hasData) {
            contents.add(content("data", withSctp(transport)));
        }
        List<XmlElement> names = contents.stream()
                .map(content -> XmlElement.of(
                        JingleXml.GROUPING, "content", Map.of("name", JingleXml.attribute(content, "name"))))
                .toList();
        contents.add(JingleXml.element(JingleXml.GROUPING, "group", Map.of("semantics", "BUNDLE"), names));
        contents.add(XmlElement.of(JingleXml.FOCUS, "bridge-session", Map.of("id", bridgeSession)));
        return contents;
    }

    private static XmlElement content(String name, XmlElement... children) {
        return JingleXml.element(
                JingleXml.JINGLE, "content", Map.of("creator", "initiator", "name", name, "senders", "both"), children);
    }

    /** Colibri2's {@code media} has the children that Jingle's {@code description} has. */
    private static List<XmlElement> offered() {
        EndpointModify.Builder endpoint = EndpointModify.builder("any");
        for (Media media : OfferedMedia.ALL) {
            endpoint.media(media);
        }
        XmlElement request = Colibri2Xml.write(ConferenceModify.updating("any", List.of(endpoint.build())));
        return JingleXml.children(request.children().getFirst(), Colibri2Xml.NAMESPACE, "media");
    }

    private XmlElement transport() {
        XmlElement endpoint = Objects.requireNonNull(answer.child(Colibri2Xml.NAMESPACE, "endpoint"), "endpoint");
        XmlElement outer = Objects.requireNonNull(endpoint.child(Colibri2Xml.NAMESPACE, "transport"), "transport");
        XmlElement inner = Objects.requireNonNull(outer.child(JingleXml.ICE, "transport"), "transport");
        if (!hasData) {
            return inner;
        }
        List<XmlElement> children = inner.children().stream()
                .filter(child -> !child.is(JingleXml.WEB_SOCKETS, "web-socket"))
                .toList();
        return JingleXml.element(JingleXml.ICE, "transport", inner.attributes(), children);
    }

    private static XmlElement withSctp(XmlElement transport) {
        List<XmlElement> children = new ArrayList<>(transport.children());
        children.add(XmlElement.of(
                JingleXml.SCTP,
                "sctpmap",
                Map.of("number", "5000", "protocol", "webrtc-datachannel", "streams", "1024")));
        return JingleXml.element(JingleXml.ICE, "transport", transport.attributes(), children);
    }
}
