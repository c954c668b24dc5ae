package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.attribute.Flag;

/** Decides about the media sections of one offer, one after the other: codecs, header extensions, simulcast. */
final class SectionNegotiation {
    private static final String PROTOCOL = "UDP/TLS/RTP/SAVPF";

    /** RFC 8829 section 5.1.2: all of these stand for media over DTLS-SRTP. */
    private static final Pattern PROTOCOLS = Pattern.compile("((UDP|TCP)/TLS/)?RTP/SAVPF?", Pattern.CASE_INSENSITIVE);

    private final SessionDescription offer;
    private final Purpose purpose;
    private final HeaderExtensionChoice extensions;
    private final Set<MediaKind> accepted = EnumSet.noneOf(MediaKind.class);
    private final Set<Integer> numbers = new HashSet<>();
    private final List<String> reasons = new ArrayList<>();

    SectionNegotiation(SessionDescription offer, Purpose purpose) {
        this.offer = offer;
        this.purpose = purpose;
        this.extensions = new HeaderExtensionChoice(purpose);
    }

    /** Returns the reasons why sections were rejected, one sentence each. */
    List<String> reasons() {
        return reasons;
    }

    /**
     * Accepts or rejects the next section.
     *
     * @throws RefusalException 422 if packets could not be told from those of other streams
     */
    NegotiatedSection negotiate(MediaSection section) throws RefusalException {
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
                requireDistinct(section, types);
                if (purpose == Purpose.PUBLISH && PublishedSources.cannotBeKnown(section, chosen)) {
                    throw RefusalException.unprocessable("m=" + section.media()
                            + " has a=rid, but neither a=extmap for " + HeaderExtensionChoice.RID
                            + " nor a=ssrc: one of them is needed");
                }
                List<String> rids = purpose == Purpose.PUBLISH ? PublishedSources.rids(section, chosen) : List.of();
                boolean sendsVp8 = purpose == Purpose.PUBLISH
                        && "VP8".equalsIgnoreCase(types.getFirst().name());
                return new NegotiatedSection(
                        section,
                        kind,
                        types,
                        sendsVp8 ? HeaderExtensionChoice.withoutDependencies(chosen) : chosen,
                        rids);
            }
        }
        reasons.add("m=" + section.media() + " " + problem);
        return NegotiatedSection.rejected(section, kind);
    }

    /** A payload type has one meaning in a bundle (RFC 9143 section 9.1). */
    private void requireDistinct(MediaSection section, List<PayloadType> types) throws RefusalException {
        for (PayloadType type : types) {
            if (!numbers.add(type.id())) {
                throw RefusalException.unprocessable("m=" + section.media() + " has payload type " + type.id()
                        + " as another section does: expected different payload types");
            }
        }
    }

    private @Nullable String problem(MediaSection section, MediaKind kind) {
        String mid = section.mid();
        if (section.isRejected()) {
            return "has port 0";
        } else if (kind == MediaKind.DATA) {
            return "is neither audio nor video";
        } else if (accepted.contains(kind)) {
            return "is a second section of the same media type";
        } else if (!PROTOCOLS.matcher(section.protocol()).matches()) {
            return "has a protocol other than " + PROTOCOL;
        } else if (!section.attributes().has(Flag.RTCP_MUX)) {
            return "lacks a=rtcp-mux";
        } else if (!offer.bundle().isEmpty() && (mid == null || !offer.bundle().contains(mid))) {
            return "is not in the bundle";
        } else if (purpose == Purpose.PUBLISH && !offer.direction(section).sends()) {
            return "does not send: expected a=sendonly";
        } else if (purpose == Purpose.WATCH && !offer.direction(section).receives()) {
            return "does not receive: expected a=recvonly";
        }
        return null;
    }
}
