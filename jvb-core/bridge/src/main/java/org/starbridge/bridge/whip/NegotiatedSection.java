package org.starbridge.bridge.whip;

import java.util.List;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.sdp.MediaSection;

/**
 * Media section of an offer after negotiation.
 *
 * @param offered the section
 * @param kind of media
 * @param payloadTypes that both sides have, in the offerer's order, with its numbers; empty if it is rejected
 * @param extensions that both sides have, with the offerer's ids
 * @param rids of simulcast encodings that the offerer sends, in its order; empty without simulcast
 */
record NegotiatedSection(
        MediaSection offered,
        MediaKind kind,
        List<PayloadType> payloadTypes,
        List<RtpHeaderExtension> extensions,
        List<String> rids) {
    NegotiatedSection {
        payloadTypes = List.copyOf(payloadTypes);
        extensions = List.copyOf(extensions);
        rids = List.copyOf(rids);
    }

    static NegotiatedSection rejected(MediaSection offered, MediaKind kind) {
        return new NegotiatedSection(offered, kind, List.of(), List.of(), List.of());
    }

    boolean isAccepted() {
        return !payloadTypes.isEmpty();
    }

    boolean hasRetransmission() {
        return payloadTypes.stream().anyMatch(type -> "rtx".equalsIgnoreCase(type.name()));
    }
}
