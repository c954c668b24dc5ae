package org.starbridge.bridge.whip;

import java.util.List;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MucRole;
import org.starbridge.colibri.Transport;
import org.starbridge.sdp.attribute.Flag;

/** Describes an endpoint to the conference as a focus would: what its offer negotiated, in Colibri2 terms. */
final class EndpointDescription {
    private EndpointDescription() {}

    /** An endpoint that sends and receives nothing. */
    static EndpointModify publisher(String id, Offer offer) {
        return endpoint(id, offer, Purpose.PUBLISH)
                .initialLastN(0)
                .sources(offer.accepted().stream()
                        .map(section -> PublishedSources.of(section, id + PublishedSources.suffix(section.kind())))
                        .toList())
                .build();
    }

    /** An endpoint that sends nothing; it gets one audio and one video source at a time. */
    static EndpointModify viewer(String id, RequestedVideo wish, Offer offer) {
        return endpoint(id, offer, Purpose.WATCH)
                .mucRole(MucRole.VISITOR)
                .capability(Capabilities.ONE_SOURCE_PER_KIND)
                .initialLastN(wish.source() == null ? 1 : 0)
                .sources(List.of())
                .build();
    }

    private static EndpointModify.Builder endpoint(String id, Offer offer, Purpose purpose) {
        EndpointModify.Builder endpoint = EndpointModify.builder(id)
                .create(true)
                .statsId(purpose.path())
                .capability(Capabilities.SOURCE_NAMES)
                .capability(Capabilities.EARLY_ICE_RESTART)
                .transport(new Transport(offer.isControlling(), false, false, offer.transport(), null));
        boolean allowsMixed = offer.description().attributes().has(Flag.EXTMAP_ALLOW_MIXED);
        for (NegotiatedSection section : offer.accepted()) {
            endpoint.media(new Media(
                    section.kind(),
                    section.payloadTypes(),
                    section.extensions(),
                    allowsMixed || section.offered().attributes().has(Flag.EXTMAP_ALLOW_MIXED)));
        }
        return endpoint;
    }
}
