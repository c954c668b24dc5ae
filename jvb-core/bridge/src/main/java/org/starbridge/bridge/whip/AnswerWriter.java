package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.MediaKind;
import org.starbridge.control.selection.ReceiverSlots.FirstSlots;
import org.starbridge.sdp.Attributes;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.TrickleFragment;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Direction;
import org.starbridge.sdp.attribute.Flag;
import org.starbridge.sdp.attribute.Group;
import org.starbridge.sdp.attribute.Mid;
import org.starbridge.sdp.attribute.OtherAttribute;

/**
 * Writes answers (RFC 8829 section 5.3): the sections of the offer in its order, the bridge's ICE and DTLS, and, for a
 * viewer, the SSRCs under which it will get media. All candidates are in the first accepted section.
 */
final class AnswerWriter {
    private static final int DISCARD_PORT = 9;
    private static final String NO_ADDRESS = "IN IP4 0.0.0.0";

    private final Offer offer;
    private final IceUdpTransport local;
    private final @Nullable FirstSlots slots;

    private AnswerWriter(Offer offer, IceUdpTransport local, @Nullable FirstSlots slots) {
        this.offer = offer;
        this.local = local;
        this.slots = slots;
    }

    /**
     * Writes one.
     *
     * @param local the bridge's side
     * @param sessionId of the origin line; its sign is dropped
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
                offer.accepted().stream()
                        .map(section -> String.valueOf(section.offered().mid()))
                        .toList());
    }

    /** It keeps its place, with port 0 (RFC 3264 section 6). */
    private static MediaSection rejected(MediaSection offered) {
        List<Attribute> attributes = withMid(offered);
        attributes.add(Direction.INACTIVE);
        return new MediaSection(
                offered.media(),
                0,
                offered.protocol(),
                offered.formats(),
                NO_ADDRESS,
                List.of(),
                new Attributes(attributes));
    }

    private static List<Attribute> withMid(MediaSection offered) {
        List<Attribute> attributes = new ArrayList<>();
        if (offered.mid() != null) {
            attributes.add(new Mid(offered.mid()));
        }
        return attributes;
    }

    private MediaSection accepted(NegotiatedSection section, boolean isTagged) {
        MediaSection offered = section.offered();
        List<Attribute> attributes = withMid(offered);
        attributes.addAll(AnswerTransport.all(local, isTagged));
        attributes.addAll(AnswerMedia.extensions(section));
        attributes.add(slots == null ? Direction.RECVONLY : Direction.SENDONLY);
        attributes.add(Flag.RTCP_MUX);
        if (offered.attributes().has(Flag.RTCP_RSIZE)) {
            attributes.add(Flag.RTCP_RSIZE);
        }
        attributes.addAll(AnswerMedia.codecs(section));
        attributes.addAll(AnswerMedia.simulcast(section));
        if (slots != null) {
            attributes.addAll(
                    AnswerStream.of(section, section.kind() == MediaKind.AUDIO ? slots.audio() : slots.video()));
        }
        return section(section, attributes);
    }

    private static MediaSection section(NegotiatedSection section, List<Attribute> attributes) {
        return new MediaSection(
                section.offered().media(),
                DISCARD_PORT,
                section.offered().protocol(),
                section.payloadTypes().stream()
                        .map(type -> Integer.toString(type.id()))
                        .toList(),
                NO_ADDRESS,
                List.of(),
                new Attributes(attributes));
    }

    /** What a PATCH that restarts ICE is answered with (RFC 9725 section 4.3.3). */
    static String restart(Offer offer, IceUdpTransport local) {
        NegotiatedSection tagged = offer.accepted().getFirst();
        List<Attribute> attributes = withMid(tagged.offered());
        attributes.addAll(AnswerTransport.ice(local, true));
        Attributes session = offer.hasBundle() ? new Attributes(List.of(bundle(offer))) : Attributes.NONE;
        return new TrickleFragment(session, List.of(section(tagged, attributes))).text();
    }
}
