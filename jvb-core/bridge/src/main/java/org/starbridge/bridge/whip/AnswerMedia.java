package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.sdp.attribute.Attribute;
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
        section.extensions().forEach(each -> attributes.add(new ExtMap(each.id(), each.uri())));
        return attributes;
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
