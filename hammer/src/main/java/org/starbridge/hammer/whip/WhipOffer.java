package org.starbridge.hammer.whip;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.PayloadType;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.signalling.ClientTransport;
import org.starbridge.hammer.media.Codec;
import org.starbridge.sdp.Attributes;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Direction;
import org.starbridge.sdp.attribute.ExtMap;
import org.starbridge.sdp.attribute.Fingerprint;
import org.starbridge.sdp.attribute.Flag;
import org.starbridge.sdp.attribute.Fmtp;
import org.starbridge.sdp.attribute.Group;
import org.starbridge.sdp.attribute.IcePwd;
import org.starbridge.sdp.attribute.IceUfrag;
import org.starbridge.sdp.attribute.Mid;
import org.starbridge.sdp.attribute.Msid;
import org.starbridge.sdp.attribute.RtcpFb;
import org.starbridge.sdp.attribute.RtpMap;
import org.starbridge.sdp.attribute.Setup;
import org.starbridge.sdp.attribute.SsrcAttribute;
import org.starbridge.sdp.attribute.SsrcGroup;

/**
 * An offer of one section of audio and one of video in one bundle (RFC 8829): a publisher's with its SSRCs, a viewer's
 * without. It has no candidates; servers learn the addresses from the checks.
 */
final class WhipOffer {
    private static final String PROTOCOL = "UDP/TLS/RTP/SAVPF";
    private static final String NO_ADDRESS = "IN IP4 0.0.0.0";
    private static final int DISCARD_PORT = 9;

    private final EndpointPlan plan;
    private final ClientTransport own;
    private final boolean isPublished;
    private final List<MediaSection> sections = new ArrayList<>();

    WhipOffer(EndpointPlan plan, ClientTransport own, Codec videoCodec, boolean rtx, boolean isPublished) {
        this.plan = plan;
        this.own = own;
        this.isPublished = isPublished;
        NegotiatedMedia numbers = NegotiatedMedia.OURS;
        if (!isPublished || plan.audio() != null) {
            add("audio", numbers.audio());
        }
        if (!isPublished || !plan.video().isEmpty()) {
            add("video", numbers.video(videoCodec, rtx));
        }
    }

    String text() {
        List<String> mids =
                sections.stream().map(section -> String.valueOf(section.mid())).toList();
        Attributes session = new Attributes(List.of(new Group(Group.BUNDLE, mids)));
        return new SessionDescription("- " + (plan.number() + 1L) + " 1 IN IP4 127.0.0.1", "-", null, session, sections)
                .text();
    }

    private void add(String kind, Media media) {
        List<Attribute> attributes = new ArrayList<>();
        attributes.add(new Mid(Integer.toString(sections.size())));
        attributes.add(new IceUfrag(own.credentials().ufrag()));
        attributes.add(new IcePwd(own.credentials().password()));
        attributes.add(
                new Fingerprint(own.fingerprint().hash(), own.fingerprint().value()));
        attributes.add(Setup.ACTPASS);
        media.headerExtensions().forEach(extension -> attributes.add(new ExtMap(extension.id(), extension.uri())));
        attributes.add(isPublished ? Direction.SENDONLY : Direction.RECVONLY);
        attributes.add(Flag.RTCP_MUX);
        attributes.add(Flag.RTCP_RSIZE);
        media.payloadTypes().forEach(type -> addCodec(type, attributes));
        if (isPublished) {
            addStream(kind, attributes);
        }
        List<String> formats = media.payloadTypes().stream()
                .map(type -> Integer.toString(type.id()))
                .toList();
        sections.add(new MediaSection(
                kind, DISCARD_PORT, PROTOCOL, formats, NO_ADDRESS, List.of(), new Attributes(attributes)));
    }

    private static void addCodec(PayloadType type, List<Attribute> attributes) {
        attributes.add(new RtpMap(type.id(), String.valueOf(type.name()), type.clockRate(), type.channels()));
        type.rtcpFeedback()
                .forEach(feedback -> attributes.add(
                        new RtcpFb(type.id(), feedback.type(), feedback.subtype() == null ? "" : feedback.subtype())));
        Map<String, String> parameters = type.parameters();
        if (!parameters.isEmpty()) {
            attributes.add(new Fmtp(type.id(), parameters));
        }
    }

    private void addStream(String kind, List<Attribute> attributes) {
        attributes.add(new Msid(plan.id(), kind));
        for (MediaSource source : plan.sources()) {
            if (source.kind().name().equalsIgnoreCase(kind)) {
                source.ssrcGroups().forEach(group -> attributes.add(new SsrcGroup(group.semantics(), group.ssrcs())));
                source.sources().forEach(ssrc -> attributes.add(new SsrcAttribute(ssrc.ssrc(), "cname", plan.id())));
            }
        }
    }
}
