package org.starbridge.hammer.whip;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.colibri.MediaSource;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Msid;
import org.starbridge.sdp.attribute.SsrcAttribute;
import org.starbridge.sdp.attribute.SsrcGroup;

/** The SSRCs under which a publisher sends what a section of its offer is for. */
final class OfferStreams {
    private OfferStreams() {}

    /** @param kind {@code audio} or {@code video} */
    static List<Attribute> attributes(EndpointPlan publisher, String kind) {
        List<Attribute> attributes = new ArrayList<>();
        attributes.add(new Msid(publisher.id(), kind));
        for (MediaSource source : publisher.sources()) {
            if (source.kind().name().equalsIgnoreCase(kind)) {
                source.ssrcGroups().forEach(group -> attributes.add(new SsrcGroup(group.semantics(), group.ssrcs())));
                source.sources()
                        .forEach(ssrc -> attributes.add(new SsrcAttribute(ssrc.ssrc(), "cname", publisher.id())));
            }
        }
        return attributes;
    }
}
