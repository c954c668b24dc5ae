package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.control.selection.ReceiverSlots.FirstSlots;
import org.starbridge.sdp.Attributes;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.TrickleFragment;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Flag;
import org.starbridge.sdp.attribute.OtherAttribute;

/**
 * Writes answers (RFC 8829 section 5.3): the sections of the offer in its order, the bridge's ICE and DTLS, and, for a
 * viewer, the SSRCs under which it will get media. All candidates are in the first accepted section.
 */
final class AnswerWriter {
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
            session.add(offer.bundle());
        }
        if (offer.description().attributes().has(Flag.EXTMAP_ALLOW_MIXED)) {
            session.add(Flag.EXTMAP_ALLOW_MIXED);
        }
        session.add(new OtherAttribute("msid-semantic", "WMS *"));
        List<MediaSection> sections = new ArrayList<>();
        boolean isFirst = true;
        for (NegotiatedSection section : offer.sections()) {
            sections.add(
                    section.isAccepted()
                            ? AnswerSection.accepted(section, local, isFirst, slots)
                            : AnswerSection.rejected(section.offered()));
            isFirst &= !section.isAccepted();
        }
        return new SessionDescription(
                "- " + (sessionId >>> 1) + " 1 IN IP4 127.0.0.1", "-", null, new Attributes(session), sections);
    }

    /** Returns the answer to a PATCH that restarts ICE (RFC 9725 section 4.3.3). */
    static String restart(Offer offer, IceUdpTransport local) {
        Attributes session = offer.hasBundle() ? new Attributes(List.of(offer.bundle())) : Attributes.NONE;
        MediaSection tagged = AnswerSection.restarted(offer.accepted().getFirst(), local);
        return new TrickleFragment(session, List.of(tagged)).text();
    }
}
