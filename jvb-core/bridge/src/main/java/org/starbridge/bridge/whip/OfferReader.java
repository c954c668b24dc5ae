package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.attribute.Flag;

/**
 * Decides what becomes of an offer: the first section of audio and the first of video that can be used are accepted,
 * all others are rejected in the answer. One publisher's sections and one viewer's share one transport.
 */
final class OfferReader {
    private OfferReader() {}

    /** @throws RefusalException 422 with what is missing, if no section can be accepted */
    static Offer read(SessionDescription offer, Purpose purpose) throws RefusalException {
        if (offer.media().stream().filter(section -> !section.isRejected()).count() > 1
                && offer.bundle().isEmpty()) {
            throw RefusalException.unprocessable(
                    "several media sections without a bundle: expected a=group:BUNDLE with their mids");
        }
        SectionNegotiation negotiation = new SectionNegotiation(offer, purpose);
        List<NegotiatedSection> sections = new ArrayList<>();
        for (MediaSection section : offer.media()) {
            sections.add(negotiation.negotiate(section));
        }
        MediaSection tagged = null;
        for (NegotiatedSection section : sections) {
            if (section.isAccepted() && tagged == null) {
                tagged = section.offered();
            }
        }
        if (tagged == null) {
            throw RefusalException.unprocessable("no media section can be accepted: "
                    + (negotiation.reasons().isEmpty()
                            ? "the offer has none"
                            : String.join("; ", negotiation.reasons())));
        }
        return new Offer(
                offer,
                sections,
                new OfferedTransport(offer, tagged).read(),
                offer.attributes().has(Flag.ICE_LITE));
    }
}
