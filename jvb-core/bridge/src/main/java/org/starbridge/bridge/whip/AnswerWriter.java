package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.control.selection.ReceiverSlots.FirstSlots;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.sdp.Attributes;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.TrickleFragment;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Direction;
import org.starbridge.sdp.attribute.ExtMap;
import org.starbridge.sdp.attribute.Fingerprint;
import org.starbridge.sdp.attribute.Flag;
import org.starbridge.sdp.attribute.Fmtp;
import org.starbridge.sdp.attribute.Group;
import org.starbridge.sdp.attribute.IceOptions;
import org.starbridge.sdp.attribute.IcePwd;
import org.starbridge.sdp.attribute.IceUfrag;
import org.starbridge.sdp.attribute.Mid;
import org.starbridge.sdp.attribute.Msid;
import org.starbridge.sdp.attribute.OtherAttribute;
import org.starbridge.sdp.attribute.Rid;
import org.starbridge.sdp.attribute.RtcpFb;
import org.starbridge.sdp.attribute.RtpMap;
import org.starbridge.sdp.attribute.Setup;
import org.starbridge.sdp.attribute.Simulcast;
import org.starbridge.sdp.attribute.SsrcAttribute;
import org.starbridge.sdp.attribute.SsrcGroup;

/**
 * Writes answers (RFC 8829 section 5.3): the sections of the offer in its order, the bridge's ICE and DTLS, and, for a
 * viewer, the SSRCs under which it will get media. All candidates are in the first accepted section.
 */
final class AnswerWriter {
    private static final int DISCARD_PORT = 9;
    private static final String NO_ADDRESS = "IN IP4 0.0.0.0";
    private static final IceOptions OPTIONS = new IceOptions(List.of("trickle", "ice2"));

    /** Name of the one MediaStream that a viewer gets. */
    private static final String STREAM = "starbridge";

    private final Offer offer;
    private final IceUdpTransport local;
    private final @Nullable FirstSlots slots;

    private AnswerWriter(Offer offer, IceUdpTransport local, @Nullable FirstSlots slots) {
        this.offer = offer;
        this.local = local;
        this.slots = slots;
    }

    /**
     * @param local the bridge's side
     * @param sessionId unsigned, for the origin line
     * @param slots of a viewer; null for a publisher
     */
    static String write(Offer offer, IceUdpTransport local, long sessionId, @Nullable FirstSlots slots) {
        return new AnswerWriter(offer, local, slots).answer(sessionId).text();
    }

    private SessionDescription answer(long sessionId) {
        List<Attribute> session = new ArrayList<>();
        if (offer.hasBundle()) {
            session.add(bundle(offer));
        }
        if (offer.description().attributes().has(Flag.EXTMAP_ALLOW_MIXED)) {
            session.add(Flag.EXTMAP_ALLOW_MIXED);
        }
        session.add(new OtherAttribute("msid-semantic", "WMS *"));
        List<MediaSection> sections = new ArrayList<>();
        boolean isFirst = true;
        for (NegotiatedSection section : offer.sections()) {
            sections.add(section.isAccepted() ? accepted(section, isFirst) : rejected(section.offered()));
            isFirst &= !section.isAccepted();
        }
        return new SessionDescription(
                "- " + (sessionId >>> 1) + " 1 IN IP4 127.0.0.1", "-", null, new Attributes(session), sections);
    }

    private static Group bundle(Offer offer) {
        return new Group(
                Group.BUNDLE,
                offer.accepted().stream().map(section -> String.valueOf(section.offered().mid())).toList());
    }

    /** It keeps its place, with port 0 (RFC 3264 section 6). */
    private static MediaSection rejected(MediaSection offered) {
        List<Attribute> attributes = new ArrayList<>();
        if (offered.mid() != null) {
            attributes.add(new Mid(offered.mid()));
        }
        attributes.add(Direction.INACTIVE);
        return new MediaSection(
                offered.media(), 0, offered.protocol(), offered.formats(), NO_ADDRESS, List.of(), new Attributes(attributes));
    }

    private MediaSection accepted(NegotiatedSection section, boolean isTagged) {
        MediaSection offered = section.offered();
        List<Attribute> attributes = new ArrayList<>(transport(isTagged));
        if (offered.mid() != null) {
            attributes.add(new Mid(offered.mid()));
        }
        for (RtpHeaderExtension extension : section.extensions()) {
            attributes.add(new ExtMap(extension.id(), extension.uri()));
        }
        attributes.add(slots == null ? Direction.RECVONLY : Direction.SENDONLY);
        attributes.add(Flag.RTCP_MUX);
        if (offered.attributes().has(Flag.RTCP_RSIZE)) {
            attributes.add(Flag.RTCP_RSIZE);
        }
        section.payloadTypes().forEach(type -> addCodec(type, attributes));
        if (!section.rids().isEmpty()) {
            section.rids().forEach(rid -> attributes.add(new Rid(rid, false, Map.of())));
            attributes.add(new Simulcast(List.of(), Simulcast.streams(section.rids())));
        }
        if (slots != null) {
            addStream(section, section.kind() == MediaKind.AUDIO ? slots.audio() : slots.video(), attributes);
        }
        return section(offered, section.payloadTypes().stream().map(type -> Integer.toString(type.id())).toList(), attributes);
    }

    private static MediaSection section(MediaSection offered, List<String> formats, List<Attribute> attributes) {
        return new MediaSection(
                offered.media(),
                DISCARD_PORT,
                offered.protocol(),
                formats,
                NO_ADDRESS,
                List.of(),
                new Attributes(attributes));
    }

    private List<Attribute> transport(boolean isTagged) {
        List<Attribute> attributes = ice(local, isTagged);
        for (org.starbridge.colibri.Fingerprint fingerprint : local.fingerprints()) {
            attributes.add(new Fingerprint(fingerprint.hash(), fingerprint.value()));
        }
        attributes.add(setup(local));
        return attributes;
    }

    private static List<Attribute> ice(IceUdpTransport local, boolean isTagged) {
        List<Attribute> attributes = new ArrayList<>();
        attributes.add(new IceUfrag(String.valueOf(local.ufrag())));
        attributes.add(new IcePwd(String.valueOf(local.pwd())));
        attributes.add(OPTIONS);
        if (isTagged) {
            attributes.addAll(IceCandidates.write(local.candidates()));
            attributes.add(Flag.END_OF_CANDIDATES);
        }
        return attributes;
    }

    private static Setup setup(IceUdpTransport local) {
        boolean isClient = !local.fingerprints().isEmpty()
                && local.fingerprints().getFirst().setup() == DtlsSetup.ACTIVE;
        return isClient ? Setup.ACTIVE : Setup.PASSIVE;
    }

    private static void addCodec(PayloadType type, List<Attribute> attributes) {
        attributes.add(new RtpMap(type.id(), String.valueOf(type.name()), type.clockRate(), type.channels()));
        for (RtcpFeedback feedback : type.rtcpFeedback()) {
            attributes.add(new RtcpFb(
                    type.id(), feedback.type(), feedback.subtype() == null ? "" : feedback.subtype()));
        }
        if (!type.parameters().isEmpty()) {
            attributes.add(new Fmtp(type.id(), type.parameters()));
        }
    }

    private static void addStream(NegotiatedSection section, SourceSlot slot, List<Attribute> attributes) {
        String track = section.kind().name().toLowerCase(Locale.ROOT);
        attributes.add(new Msid(STREAM, track));
        List<Long> ssrcs = new ArrayList<>();
        ssrcs.add(Integer.toUnsignedLong(slot.ssrc()));
        if (section.kind() == MediaKind.VIDEO && section.hasRetransmission()) {
            ssrcs.add(Integer.toUnsignedLong(slot.retransmissionSsrc()));
            attributes.add(new SsrcGroup(org.starbridge.colibri.SsrcGroup.FID, ssrcs));
        }
        for (long ssrc : ssrcs) {
            attributes.add(new SsrcAttribute(ssrc, "cname", STREAM));
            attributes.add(new SsrcAttribute(ssrc, "msid", STREAM + " " + track));
        }
    }

    /** What a PATCH that restarts ICE is answered with (RFC 9725 section 4.3.3). */
    static String restart(Offer offer, IceUdpTransport local) {
        NegotiatedSection tagged = offer.accepted().getFirst();
        List<Attribute> attributes = new ArrayList<>();
        if (tagged.offered().mid() != null) {
            attributes.add(new Mid(tagged.offered().mid()));
        }
        attributes.addAll(ice(local, true));
        MediaSection section = section(
                tagged.offered(), List.of(Integer.toString(tagged.payloadTypes().getFirst().id())), attributes);
        Attributes session = offer.hasBundle() ? new Attributes(List.of(bundle(offer))) : Attributes.NONE;
        return new TrickleFragment(session, List.of(section)).text();
    }
}
