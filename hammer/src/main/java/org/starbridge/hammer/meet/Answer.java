package org.starbridge.hammer.meet;

import java.util.List;
import org.jitsi.xmpp.extensions.jingle.ContentPacketExtension;
import org.jitsi.xmpp.extensions.jingle.DtlsFingerprintPacketExtension;
import org.jitsi.xmpp.extensions.jingle.ExtmapAllowMixedPacketExtension;
import org.jitsi.xmpp.extensions.jingle.GroupPacketExtension;
import org.jitsi.xmpp.extensions.jingle.IceCandidatePacketExtension;
import org.jitsi.xmpp.extensions.jingle.IceRtcpmuxPacketExtension;
import org.jitsi.xmpp.extensions.jingle.IceUdpTransportPacketExtension;
import org.jitsi.xmpp.extensions.jingle.JingleAction;
import org.jitsi.xmpp.extensions.jingle.JingleIQ;
import org.jitsi.xmpp.extensions.jingle.JingleRtcpmuxPacketExtension;
import org.jitsi.xmpp.extensions.jingle.PayloadTypePacketExtension;
import org.jitsi.xmpp.extensions.jingle.RTPHdrExtPacketExtension;
import org.jitsi.xmpp.extensions.jingle.RtpDescriptionPacketExtension;
import org.jitsi.xmpp.extensions.jingle.SctpMapExtension;
import org.jivesoftware.smack.packet.IQ;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.hammer.client.signalling.ClientTransport;
import org.starbridge.transport.ice.IceCandidate;

/**
 * Answer of an endpoint in the session that an offer began: that it accepts (XEP-0166 section 6.4), which contents it
 * takes of what was offered, its transport, and its sources, which come and go. Immutable.
 */
final class Answer {
    private static final int LOCAL_PREFERENCE = 65_535;

    private final Offer offer;
    private final String endpoint;

    Answer(Offer offer, String endpoint) {
        this.offer = offer;
        this.endpoint = endpoint;
    }

    /** The session-accept. */
    JingleIQ accept(ClientTransport side, List<MediaSource> sources) {
        JingleIQ accept = message(JingleAction.SESSION_ACCEPT);
        accept.setInitiator(offer.initiate().getInitiator());
        accept.setResponder(offer.initiate().getTo());
        for (ContentPacketExtension offered : offer.contents()) {
            ContentPacketExtension content = content(offered.getName());
            RtpDescriptionPacketExtension description =
                    offered.getFirstChildOfType(RtpDescriptionPacketExtension.class);
            if (description != null) {
                content.addChildExtension(description(description, sources));
            }
            IceUdpTransportPacketExtension transport =
                    offered.getFirstChildOfType(IceUdpTransportPacketExtension.class);
            if (transport != null) {
                content.addChildExtension(
                        transport(side, transport.getFirstChildOfType(SctpMapExtension.class) != null));
            }
            accept.addContent(content);
        }
        accept.addExtension(GroupPacketExtension.createBundleGroup(accept.getContentList()));
        return accept;
    }

    /** A transport-info with the endpoint's addresses. */
    JingleIQ candidates(ClientTransport side) {
        JingleIQ info = message(JingleAction.TRANSPORT_INFO);
        ContentPacketExtension content = content(offer.contents().getFirst().getName());
        IceUdpTransportPacketExtension transport = transport(side, false);
        side.addresses().stream()
                .map(address -> IceCandidate.host(address, LOCAL_PREFERENCE))
                .map(Answer::candidate)
                .forEach(transport::addCandidate);
        content.addChildExtension(transport);
        info.addContent(content);
        return info;
    }

    /** A source-add or source-remove. */
    JingleIQ sources(JingleAction action, List<MediaSource> sources) {
        JingleIQ message = message(action);
        for (MediaSource source : sources) {
            String media = media(source);
            ContentPacketExtension content = content(media);
            RtpDescriptionPacketExtension description = new RtpDescriptionPacketExtension();
            description.setMedia(media);
            Jingle.declare(description, endpoint, source);
            content.addChildExtension(description);
            message.addContent(content);
        }
        return message;
    }

    private JingleIQ message(JingleAction action) {
        JingleIQ message = new JingleIQ(action, offer.initiate().getSID());
        message.setType(IQ.Type.set);
        message.setTo(offer.initiate().getFrom());
        return message;
    }

    /** The focus began the session, so it is the creator of all contents. */
    private static ContentPacketExtension content(String name) {
        ContentPacketExtension content = new ContentPacketExtension(ContentPacketExtension.CreatorEnum.initiator, name);
        content.setSenders(ContentPacketExtension.SendersEnum.both);
        return content;
    }

    private static String media(MediaSource source) {
        return source.kind() == MediaKind.AUDIO ? "audio" : "video";
    }

    private RtpDescriptionPacketExtension description(
            RtpDescriptionPacketExtension offered, List<MediaSource> sources) {
        RtpDescriptionPacketExtension description = new RtpDescriptionPacketExtension();
        description.setMedia(offered.getMedia());
        offered.getPayloadTypes().stream()
                .filter(offer::takes)
                .map(PayloadTypePacketExtension::clone)
                .forEach(description::addPayloadType);
        offered.getExtmapList().stream()
                .filter(offer::takes)
                .map(each -> RTPHdrExtPacketExtension.clone(each))
                .forEach(description::addExtmap);
        if (offered.getExtmapAllowMixed() != null) {
            description.setExtmapAllowMixed(new ExtmapAllowMixedPacketExtension());
        }
        sources.stream()
                .filter(source -> media(source).equals(offered.getMedia()))
                .forEach(source -> Jingle.declare(description, endpoint, source));
        if (offered.getFirstChildOfType(JingleRtcpmuxPacketExtension.class) != null) {
            description.addChildExtension(new JingleRtcpmuxPacketExtension());
        }
        return description;
    }

    private static IceUdpTransportPacketExtension transport(ClientTransport side, boolean withSctp) {
        IceUdpTransportPacketExtension transport = new IceUdpTransportPacketExtension();
        transport.setUfrag(side.credentials().ufrag());
        transport.setPassword(side.credentials().password());
        transport.addChildExtension(new IceRtcpmuxPacketExtension());
        DtlsFingerprintPacketExtension fingerprint = new DtlsFingerprintPacketExtension();
        fingerprint.setHash(side.fingerprint().hash());
        fingerprint.setFingerprint(side.fingerprint().value());
        fingerprint.setSetup("active");
        transport.addChildExtension(fingerprint);
        if (withSctp) {
            SctpMapExtension sctp = new SctpMapExtension();
            sctp.setPort(5000);
            sctp.setProtocol(SctpMapExtension.Protocol.WEBRTC_CHANNEL);
            sctp.setStreams(1024);
            transport.addChildExtension(sctp);
        }
        return transport;
    }

    private static IceCandidatePacketExtension candidate(IceCandidate candidate) {
        IceCandidatePacketExtension element = new IceCandidatePacketExtension();
        element.setComponent(candidate.component());
        element.setFoundation(candidate.foundation());
        element.setGeneration(0);
        element.setID(candidate.id());
        element.setIP(candidate.address().getAddress().getHostAddress());
        element.setNetwork(0);
        element.setPort(candidate.address().getPort());
        element.setPriority(candidate.priority());
        element.setProtocol("udp");
        element.setType(org.jitsi.xmpp.extensions.jingle.CandidateType.host);
        return element;
    }
}
