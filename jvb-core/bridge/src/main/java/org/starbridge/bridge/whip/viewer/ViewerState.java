package org.starbridge.bridge.whip.viewer;

import java.util.List;
import java.util.Map;
import org.starbridge.bridge.http.route.Json;

/**
 * State that a viewer's event streams report, at one moment.
 *
 * @param isActive whether what it watches is being published
 * @param isOver whether the viewer shall begin another session
 * @param viewers of the room
 * @param section number of the viewer's media section of video, from 0; -1 without one
 * @param layers of the video that it watches
 */
public record ViewerState(boolean isActive, boolean isOver, int viewers, int section, List<VideoLayer> layers) {
    public ViewerState {
        layers = List.copyOf(layers);
    }

    /** The data of the event {@code layers}; empty if there are none. */
    String layersJson() {
        return layers.isEmpty()
                ? ""
                : Json.write(Map.of(
                        Integer.toString(section),
                        layers.stream().map(VideoLayer::json).toList()));
    }

    /** Returns which layers there are and which of them are active: what is worth an event, unlike each new bitrate. */
    List<String> shape() {
        return layers.stream()
                .map(layer -> layer.rid() + " " + layer.spatial() + " " + layer.temporal() + " " + layer.heightPx()
                        + (layer.bitrateBps() > 0 ? " active" : ""))
                .toList();
    }
}
