package org.starbridge.control.participant;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.StreamStats;

/**
 * Details of an endpoint that are collected on request.
 *
 * @param streams from it and to it
 * @param layers of its video sources, by the SSRC of the lowest encoding
 * @param slots SSRCs of its own under which it gets others' sources; none if they are not rewritten
 */
public record EndpointDetails(StreamStats streams, Map<Integer, LayersSnapshot> layers, List<Slot> slots) {
    public EndpointDetails {
        layers = Map.copyOf(layers);
        slots = List.copyOf(slots);
    }

    /**
     * One with a source in it.
     *
     * @param source name of what is in it now
     * @param ssrc of what the source sends
     * @param retransmissionSsrc of what is sent again; means nothing for audio
     * @param mid the media section that packets name; null if they name none
     */
    public record Slot(
            MediaKind kind,
            String source,
            int ssrc,
            int retransmissionSsrc,
            @Nullable String mid) {}
}
