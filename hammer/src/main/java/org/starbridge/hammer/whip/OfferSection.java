package org.starbridge.hammer.whip;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Media;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.signalling.ClientTransport;
import org.starbridge.sdp.Attributes;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Direction;
import org.starbridge.sdp.attribute.Flag;
import org.starbridge.sdp.attribute.Mid;

/** Writes one media section of an offer. */
final class OfferSection {
    private static final String PROTOCOL = "UDP/TLS/RTP/SAVPF";
    private static final String NO_ADDRESS = "IN IP4 0.0.0.0";
    private static final int DISCARD_PORT = 9;

    private OfferSection() {}

    /**
     * Writes a section.
     *
     * @param kind {@code audio} or {@code video}
     * @param publisher that sends what the section is for; null if the section only receives
     */
    static MediaSection of(
            String mid, String kind, Media media, ClientTransport own, @Nullable EndpointPlan publisher) {
        List<Attribute> attributes = new ArrayList<>();
        attributes.add(new Mid(mid));
        attributes.addAll(OfferTransport.attributes(own));
        attributes.addAll(OfferMedia.extensions(media));
        attributes.add(publisher == null ? Direction.RECVONLY : Direction.SENDONLY);
        attributes.add(Flag.RTCP_MUX);
        attributes.add(Flag.RTCP_RSIZE);
        attributes.addAll(OfferMedia.codecs(media));
        if (publisher != null) {
            attributes.addAll(OfferStreams.attributes(publisher, kind));
        }
        return new MediaSection(
                kind,
                DISCARD_PORT,
                PROTOCOL,
                OfferMedia.formats(media),
                NO_ADDRESS,
                List.of(),
                new Attributes(attributes));
    }
}
