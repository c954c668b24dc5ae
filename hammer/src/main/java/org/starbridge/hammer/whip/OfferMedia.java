package org.starbridge.hammer.whip;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.PayloadType;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.ExtMap;
import org.starbridge.sdp.attribute.Fmtp;
import org.starbridge.sdp.attribute.RtcpFb;
import org.starbridge.sdp.attribute.RtpMap;

/** Payload types and header extensions of a section of an offer. */
final class OfferMedia {
    private OfferMedia() {}

    static List<ExtMap> extensions(Media media) {
        return media.headerExtensions().stream()
                .map(extension -> new ExtMap(extension.id(), extension.uri()))
                .toList();
    }

    static List<Attribute> codecs(Media media) {
        List<Attribute> attributes = new ArrayList<>();
        media.payloadTypes().forEach(type -> add(type, attributes));
        return attributes;
    }

    /** The payload types' numbers, as they stand in the {@code m=} line. */
    static List<String> formats(Media media) {
        return media.payloadTypes().stream()
                .map(type -> Integer.toString(type.id()))
                .toList();
    }

    private static void add(PayloadType type, List<Attribute> attributes) {
        attributes.add(new RtpMap(type.id(), String.valueOf(type.name()), type.clockRate(), type.channels()));
        type.rtcpFeedback()
                .forEach(feedback -> attributes.add(
                        new RtcpFb(type.id(), feedback.type(), feedback.subtype() == null ? "" : feedback.subtype())));
        Map<String, String> parameters = type.parameters();
        if (!parameters.isEmpty()) {
            attributes.add(new Fmtp(type.id(), parameters));
        }
    }
}
