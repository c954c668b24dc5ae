package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.control.selection.ReceiverSlots.FirstSlots;
import org.starbridge.sdp.Attributes;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Direction;
import org.starbridge.sdp.attribute.Flag;
import org.starbridge.sdp.attribute.Mid;

/** Writes the media sections of answers (RFC 8829 section 5.3.1). */
final class AnswerSection {
    private static final int DISCARD_PORT = 9;
    private static final String NO_ADDRESS = "IN IP4 0.0.0.0";

    private AnswerSection() {}

    /**
     * A section that is used.
     *
     * @param local the bridge's side of the transport
     * @param isTagged whether the section carries the candidates of all sections
     * @param slots of a viewer; null for a publisher
     */
    static MediaSection accepted(
            NegotiatedSection section, IceUdpTransport local, boolean isTagged, @Nullable FirstSlots slots) {
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
            attributes.addAll(AnswerStream.of(section, slots));
        }
        return section(section, attributes);
    }

    /** It keeps its place, with port 0 (RFC 3264 section 6). */
    static MediaSection rejected(MediaSection offered) {
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

    /** A section that carries nothing but the bridge's new ICE credentials and candidates. */
    static MediaSection restarted(NegotiatedSection section, IceUdpTransport local) {
        List<Attribute> attributes = withMid(section.offered());
        attributes.addAll(AnswerTransport.ice(local, true));
        return section(section, attributes);
    }

    private static List<Attribute> withMid(MediaSection offered) {
        List<Attribute> attributes = new ArrayList<>();
        if (offered.mid() != null) {
            attributes.add(new Mid(offered.mid()));
        }
        return attributes;
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
}
