package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.attribute.Flag;

/**
 * Decides what becomes of an offer: the first section of audio and the first of video that can be used are accepted,
 * all others are rejected in the answer. One publisher's sections and one viewer's share one transport.
 */
final class OfferReader {
    private static final String PROTOCOL = "UDP/TLS/RTP/SAVPF";

    private final SessionDescription offer;
    private final Purpose purpose;
    private final HeaderExtensionChoice extensions;
    private final Set<MediaKind> accepted = EnumSet.noneOf(MediaKind.class);
    private final List<String> reasons = new ArrayList<>();

    private OfferReader(SessionDescription offer, Purpose purpose) {
        this.offer = offer;
        this.purpose = purpose;
        this.extensions = new HeaderExtensionChoice(purpose);
    }

    /** @throws RefusalException 422 with what is missing, if no section can be accepted */
    static Offer read(SessionDescription offer, Purpose purpose) throws RefusalException {
        return new OfferReader(offer, purpose).read();
    }

    private Offer read() throws RefusalException {
        if (offer.media().stream().filter(section -> !section.isRejected()).count() > 1
                && offer.bundle().isEmpty()) {
            throw RefusalException.unprocessable(
                    "several media sections without a bundle: expected a=group:BUNDLE with their mids");
        }
        List<NegotiatedSection> sections = new ArrayList<>();
        for (MediaSection section : offer.media()) {
            sections.add(section(section));
        }
        MediaSection tagged = null;
        for (NegotiatedSection section : sections) {
            if (section.isAccepted() && tagged == null) {
                tagged = section.offered();
            }
        }
        if (tagged == null) {
            throw RefusalException.unprocessable("no media section can be accepted: "
                    + (reasons.isEmpty() ? "there is none" : String.join("; ", reasons)));
        }
        return new Offer(
                offer,
                sections,
                new OfferedTransport(offer, tagged).read(),
                offer.attributes().has(Flag.ICE_LITE));
    }

    private NegotiatedSection section(MediaSection section) {
        MediaKind kind = switch (section.media()) {
            case "audio" -> MediaKind.AUDIO;
            case "video" -> MediaKind.VIDEO;
            default -> MediaKind.DATA;
        };
        String problem = problem(section, kind);
        if (problem == null) {
            List<RtpHeaderExtension> chosen = extensions.choose(section);
            List<PayloadType> types = Codecs.choose(section, kind, HeaderExtensionChoice.hasTransportNumbers(chosen));
            if (types.isEmpty()) {
                problem = "has no codec that the bridge forwards";
            } else {
                accepted.add(kind);
                List<String> rids = purpose == Purpose.PUBLISH ? PublishedSources.rids(section) : List.of();
                return new NegotiatedSection(section, kind, types, chosen, rids);
            }
        }
        reasons.add("m=" + section.media() + " " + problem);
        return NegotiatedSection.rejected(section, kind);
    }

    private @Nullable String problem(MediaSection section, MediaKind kind) {
        String mid = section.mid();
        if (section.isRejected()) {
            return "has port 0";
        } else if (kind == MediaKind.DATA) {
            return "is neither audio nor video";
        } else if (accepted.contains(kind)) {
            return "is the second of its kind";
        } else if (!section.protocol().equals(PROTOCOL)) {
            return "has another protocol than " + PROTOCOL;
        } else if (!section.attributes().has(Flag.RTCP_MUX)) {
            return "lacks a=rtcp-mux";
        } else if (!offer.bundle().isEmpty() && (mid == null || !offer.bundle().contains(mid))) {
            return "is not in the bundle";
        } else if (purpose == Purpose.PUBLISH && !section.direction().sends()) {
            return "does not send: expected a=sendonly";
        } else if (purpose == Purpose.WATCH && !section.direction().receives()) {
            return "does not receive: expected a=recvonly";
        } else if (purpose == Purpose.PUBLISH && !PublishedSources.canBeKnown(section)) {
            return "has neither a=ssrc nor a=simulcast with a=rid: expected one of them";
        }
        return null;
    }
}
