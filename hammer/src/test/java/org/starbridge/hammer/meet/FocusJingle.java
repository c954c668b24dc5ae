package org.starbridge.hammer.meet;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jitsi.xmpp.extensions.colibri.SourcePacketExtension;
import org.jitsi.xmpp.extensions.colibri.WebSocketPacketExtension;
import org.jitsi.xmpp.extensions.jingle.CandidateType;
import org.jitsi.xmpp.extensions.jingle.ContentPacketExtension;
import org.jitsi.xmpp.extensions.jingle.DtlsFingerprintPacketExtension;
import org.jitsi.xmpp.extensions.jingle.IceCandidatePacketExtension;
import org.jitsi.xmpp.extensions.jingle.IceRtcpmuxPacketExtension;
import org.jitsi.xmpp.extensions.jingle.IceUdpTransportPacketExtension;
import org.jitsi.xmpp.extensions.jingle.JingleAction;
import org.jitsi.xmpp.extensions.jingle.JingleIQ;
import org.jitsi.xmpp.extensions.jingle.ParameterPacketExtension;
import org.jitsi.xmpp.extensions.jingle.PayloadTypePacketExtension;
import org.jitsi.xmpp.extensions.jingle.RTPHdrExtPacketExtension;
import org.jitsi.xmpp.extensions.jingle.RtcpFbPacketExtension;
import org.jitsi.xmpp.extensions.jingle.RtpDescriptionPacketExtension;
import org.jitsi.xmpp.extensions.jingle.SctpMapExtension;
import org.jitsi.xmpp.extensions.jingle.SourceGroupPacketExtension;
import org.jivesoftware.smack.packet.IQ;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.colibri.Transport;

/** A focus's side of Jingle: what a bridge said as an offer, and what clients say as Colibri2. */
final class FocusJingle {
    private FocusJingle() {}

    static JingleIQ initiate(String sid, List<Media> medias, Transport transport, List<MediaSource> sources) {
        JingleIQ initiate = new JingleIQ(JingleAction.SESSION_INITIATE, sid);
        initiate.setType(IQ.Type.set);
        for (Media media : medias) {
            RtpDescriptionPacketExtension description = description(media);
            sources.stream()
                    .filter(source -> source.kind() == media.kind())
                    .forEach(source -> add(description, source));
            ContentPacketExtension content = content(name(media.kind()));
            content.addChildExtension(description);
            content.addChildExtension(transport(transport, false));
            initiate.addContent(content);
        }
        if (transport.sctp() != null) {
            ContentPacketExtension content = content("data");
            content.addChildExtension(transport(transport, true));
            initiate.addContent(content);
        }
        return initiate;
    }

    static JingleIQ sources(JingleAction action, String sid, List<MediaSource> sources) {
        JingleIQ message = new JingleIQ(action, sid);
        message.setType(IQ.Type.set);
        for (MediaSource source : sources) {
            RtpDescriptionPacketExtension description = new RtpDescriptionPacketExtension();
            description.setMedia(name(source.kind()));
            add(description, source);
            ContentPacketExtension content = content(name(source.kind()));
            content.addChildExtension(description);
            message.addContent(content);
        }
        return message;
    }

    private static String name(MediaKind kind) {
        return kind == MediaKind.VIDEO ? "video" : "audio";
    }

    private static ContentPacketExtension content(String name) {
        ContentPacketExtension content = new ContentPacketExtension(ContentPacketExtension.CreatorEnum.initiator, name);
        content.setSenders(ContentPacketExtension.SendersEnum.both);
        return content;
    }

    private static RtpDescriptionPacketExtension description(Media media) {
        RtpDescriptionPacketExtension description = new RtpDescriptionPacketExtension();
        description.setMedia(name(media.kind()));
        for (PayloadType type : media.payloadTypes()) {
            PayloadTypePacketExtension element = new PayloadTypePacketExtension();
            element.setId(type.id());
            element.setName(type.name());
            element.setClockrate(type.clockRate());
            element.setChannels(type.channels());
            type.parameters().forEach((name, value) -> element.addParameter(new ParameterPacketExtension(name, value)));
            for (RtcpFeedback feedback : type.rtcpFeedback()) {
                RtcpFbPacketExtension each = new RtcpFbPacketExtension();
                each.setFeedbackType(feedback.type());
                if (feedback.subtype() != null) {
                    each.setFeedbackSubtype(feedback.subtype());
                }
                element.addRtcpFeedbackType(each);
            }
            description.addPayloadType(element);
        }
        for (RtpHeaderExtension extension : media.headerExtensions()) {
            RTPHdrExtPacketExtension element = new RTPHdrExtPacketExtension();
            element.setID(Integer.toString(extension.id()));
            element.setURI(URI.create(extension.uri()));
            description.addExtmap(element);
        }
        return description;
    }

    private static IceUdpTransportPacketExtension transport(Transport transport, boolean withSctp) {
        IceUdpTransport ice = Objects.requireNonNull(transport.iceUdp());
        IceUdpTransportPacketExtension element = new IceUdpTransportPacketExtension();
        element.setUfrag(ice.ufrag());
        element.setPassword(ice.pwd());
        element.addChildExtension(new IceRtcpmuxPacketExtension());
        ice.webSockets().forEach(url -> element.addChildExtension(new WebSocketPacketExtension(url)));
        for (Fingerprint fingerprint : ice.fingerprints()) {
            DtlsFingerprintPacketExtension each = new DtlsFingerprintPacketExtension();
            each.setHash(fingerprint.hash());
            each.setFingerprint(fingerprint.value());
            each.setSetup("actpass");
            element.addChildExtension(each);
        }
        for (Candidate candidate : ice.candidates()) {
            IceCandidatePacketExtension each = new IceCandidatePacketExtension();
            each.setComponent(candidate.component());
            each.setFoundation(candidate.foundation());
            each.setGeneration(candidate.generation());
            each.setID(candidate.id());
            each.setIP(candidate.ip());
            each.setNetwork(candidate.network());
            each.setPort(candidate.port());
            each.setPriority(candidate.priority());
            each.setProtocol(candidate.protocol());
            each.setType(CandidateType.valueOf(candidate.type()));
            element.addCandidate(each);
        }
        if (withSctp) {
            SctpMapExtension sctp = new SctpMapExtension();
            sctp.setPort(5000);
            sctp.setProtocol(SctpMapExtension.Protocol.WEBRTC_CHANNEL);
            sctp.setStreams(1024);
            element.addChildExtension(sctp);
        }
        return element;
    }

    private static void add(RtpDescriptionPacketExtension description, MediaSource source) {
        for (Source each : source.sources()) {
            SourcePacketExtension element = new SourcePacketExtension();
            element.setSSRC(each.ssrc());
            element.setName(source.id());
            description.addChildExtension(element);
        }
        for (SsrcGroup group : source.ssrcGroups()) {
            SourceGroupPacketExtension element = new SourceGroupPacketExtension();
            element.setSemantics(group.semantics());
            element.addSources(group.ssrcs().stream()
                    .map(ssrc -> {
                        SourcePacketExtension each = new SourcePacketExtension();
                        each.setSSRC(ssrc);
                        return each;
                    })
                    .toList());
            description.addChildExtension(element);
        }
    }

    /** What a client declares, by the names of its sources. */
    static List<MediaSource> sources(JingleIQ message) {
        List<MediaSource> sources = new ArrayList<>();
        for (ContentPacketExtension content : message.getContentList()) {
            RtpDescriptionPacketExtension description =
                    content.getFirstChildOfType(RtpDescriptionPacketExtension.class);
            if (description == null) {
                continue;
            }
            Map<String, List<Source>> byName = new LinkedHashMap<>();
            for (SourcePacketExtension each : description.getChildExtensionsOfType(SourcePacketExtension.class)) {
                byName.computeIfAbsent(each.getName(), _ -> new ArrayList<>())
                        .add(Source.named(each.getSSRC(), each.getName()));
            }
            List<SsrcGroup> groups = description.getChildExtensionsOfType(SourceGroupPacketExtension.class).stream()
                    .map(group -> new SsrcGroup(
                            group.getSemantics(),
                            group.getSources().stream()
                                    .map(SourcePacketExtension::getSSRC)
                                    .toList()))
                    .toList();
            MediaKind kind = description.getMedia().equals("video") ? MediaKind.VIDEO : MediaKind.AUDIO;
            byName.forEach((name, ssrcs) -> sources.add(new MediaSource(kind, name, false, ssrcs, groups)));
        }
        return sources;
    }

    /** A client's transport, candidates included. */
    static Transport transport(JingleIQ message) {
        IceUdpTransport ice = Jingle.transport(Objects.requireNonNull(
                message.getContentList().getFirst().getFirstChildOfType(IceUdpTransportPacketExtension.class)));
        List<Fingerprint> active = ice.fingerprints().stream()
                .map(each -> new Fingerprint(each.hash(), each.value(), DtlsSetup.ACTIVE, false))
                .toList();
        return Transport.of(
                new IceUdpTransport(ice.ufrag(), ice.pwd(), null, true, ice.candidates(), active, List.of()));
    }
}
