package org.starbridge.control.relay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.starbridge.colibri.Media;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.participant.NegotiatedMedia;
import org.starbridge.control.request.MediaDescriptions;
import org.starbridge.control.request.RequestProblems;
import org.starbridge.media.api.ForwardingTable.PayloadType;

/**
 * Negotiation of media between bridges: as with endpoints, but without the names of media sections, which mean nothing
 * to another bridge, and without a promise of feedback. Transport-wide numbers are sent; some bridges report on them,
 * Jitsi Videobridge ignores them.
 */
final class RelayMedia {
    private static final Set<String> NOT_BETWEEN_BRIDGES =
            Set.of("http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time", "urn:ietf:params:rtp-hdrext:sdes:mid");

    private final ConferenceLimits limits;

    RelayMedia(ConferenceLimits limits) {
        this.limits = limits;
    }

    /** Returns what was negotiated before and what {@code medias} add. */
    NegotiatedMedia read(NegotiatedMedia known, List<Media> medias, RequestProblems problems) {
        NegotiatedMedia read = MediaDescriptions.read(known, medias, limits, problems);
        Map<Integer, PayloadType> types = new HashMap<>();
        read.payloadTypes().forEach((number, type) -> types.put(number, withoutPromise(type)));
        Map<String, Integer> extensions = new HashMap<>(read.extensionIds());
        extensions.keySet().removeAll(NOT_BETWEEN_BRIDGES);
        return new NegotiatedMedia(types, extensions, read.acceptsTwoByteExtensions(), read.audioFormats());
    }

    private static PayloadType withoutPromise(PayloadType type) {
        return new PayloadType(
                type.number(),
                type.kind(),
                type.encoding(),
                type.clockRateHz(),
                type.supportsPli(),
                type.supportsFir(),
                type.supportsNack(),
                type.retransmits(),
                type.format(),
                false,
                false);
    }
}
