package org.starbridge.jvb.conference;

import java.util.Map;
import org.starbridge.jvb.layers.LayersSnapshot;
import org.starbridge.jvb.media.StreamStats;

/**
 * What is looked at of an endpoint only when somebody asks.
 *
 * @param streams from it and to it
 * @param layers of its video sources, by the SSRC of the lowest encoding
 */
public record EndpointDetails(StreamStats streams, Map<Integer, LayersSnapshot> layers) {
    public EndpointDetails {
        layers = Map.copyOf(layers);
    }
}
