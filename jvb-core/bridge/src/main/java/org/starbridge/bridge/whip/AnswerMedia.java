package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Direction;
import org.starbridge.sdp.attribute.ExtMap;
import org.starbridge.sdp.attribute.Fmtp;
import org.starbridge.sdp.attribute.Rid;
import org.starbridge.sdp.attribute.RtcpFb;
import org.starbridge.sdp.attribute.RtpMap;
import org.starbridge.sdp.attribute.Simulcast;

/** Writes codecs, header extensions and simulcast encodings into an accepted section of an answer. */
final class AnswerMedia {
    private AnswerMedia() {}

    static List<Attribute> extensions(NegotiatedSection section) {
        List<Attribute> attributes = new ArrayList<>();
        for (RtpHeaderExtension chosen : section.extensions()) {
            attributes.add(new ExtMap(chosen.id(), direction(section, chosen), chosen.uri(), ""));
        }
        return attributes;
    }

    /** An extension that is offered for one direction is answered with the opposite one (RFC 8285 section 6). */
    private static @Nullable Direction direction(NegotiatedSection section, RtpHeaderExtension chosen) {
        for (ExtMap offered : section.offered().attributes().all(ExtMap.class)) {
            if (offered.id() == chosen.id() && offered.direction() != null) {
                return switch (offered.direction()) {
                    case SENDONLY -> Direction.RECVONLY;
                    case RECVONLY -> Direction.SENDONLY;
                    case SENDRECV, INACTIVE -> offered.direction();
                };
            }
        }
        return null;
    }

    static List<Attribute> codecs(NegotiatedSection section) {
        List<Attribute> attributes = new ArrayList<>();
        for (PayloadType type : section.payloadTypes()) {
            attributes.add(new RtpMap(type.id(), String.valueOf(type.name()), type.clockRate(), type.channels()));
            for (RtcpFeedback feedback : type.rtcpFeedback()) {
                String parameter = feedback.subtype() == null ? "" : feedback.subtype();
                attributes.add(new RtcpFb(type.id(), feedback.type(), parameter));
            }
            if (!type.parameters().isEmpty()) {
                attributes.add(new Fmtp(type.id(), type.parameters()));
            }
        }
        return attributes;
    }

    /** Empty without simulcast. */
    static List<Attribute> simulcast(NegotiatedSection section) {
        List<Attribute> attributes = new ArrayList<>();
        section.rids().forEach(rid -> attributes.add(new Rid(rid, false, Map.of())));
        if (!attributes.isEmpty()) {
            attributes.add(new Simulcast(List.of(), Simulcast.streams(section.rids())));
        }
        return attributes;
    }
}
