package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.starbridge.colibri.MediaKind;
import org.starbridge.control.selection.ReceiverSlots.FirstSlots;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Msid;
import org.starbridge.sdp.attribute.SsrcAttribute;
import org.starbridge.sdp.attribute.SsrcGroup;

/** Writes the SSRCs under which a viewer gets media into a section of its answer. */
final class AnswerStream {
    /** Name of the one MediaStream that a viewer gets. */
    private static final String STREAM = "starbridge";

    private AnswerStream() {}

    static List<Attribute> of(NegotiatedSection section, FirstSlots slots) {
        SourceSlot slot = section.kind() == MediaKind.AUDIO ? slots.audio() : slots.video();
        String track = section.kind().name().toLowerCase(Locale.ROOT);
        List<Attribute> attributes = new ArrayList<>();
        attributes.add(new Msid(STREAM, track));
        List<Long> ssrcs = new ArrayList<>();
        ssrcs.add(Integer.toUnsignedLong(slot.ssrc()));
        if (section.kind() == MediaKind.VIDEO && section.hasRetransmission()) {
            ssrcs.add(Integer.toUnsignedLong(slot.retransmissionSsrc()));
            attributes.add(new SsrcGroup(org.starbridge.colibri.SsrcGroup.FID, ssrcs));
        }
        for (long ssrc : ssrcs) {
            attributes.add(new SsrcAttribute(ssrc, "cname", STREAM));
            attributes.add(new SsrcAttribute(ssrc, "msid", STREAM + " " + track));
        }
        return attributes;
    }
}
