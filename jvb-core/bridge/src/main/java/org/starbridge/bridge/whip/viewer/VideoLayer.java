package org.starbridge.bridge.whip.viewer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.lastn.allocation.Layer;

/**
 * A video layer as viewers are shown it.
 *
 * @param rid the publisher's name for the simulcast encoding; its number, from 0 for the smallest, if it has none
 * @param spatial the spatial layer within the encoding
 * @param temporal the temporal layer within the encoding
 * @param heightPx the smaller dimension, as far as the bridge knows it
 * @param bitrateBps measured, of this layer and all that it depends on; 0 if nothing of it comes
 */
public record VideoLayer(String rid, int spatial, int temporal, int heightPx, long bitrateBps) {

    /**
     * The layers of a source.
     *
     * @param rids names of the encodings, the smallest first; empty if they have none
     */
    public static List<VideoLayer> of(List<Layer> layers, List<String> rids) {
        List<VideoLayer> shown = new ArrayList<>();
        for (Layer layer : layers) {
            int encoding = layer.encoding();
            String rid = encoding < rids.size() ? rids.get(encoding) : Integer.toString(encoding);
            shown.add(new VideoLayer(rid, layer.spatial(), layer.temporal(), layer.heightPx(), layer.bitrateBps()));
        }
        return shown;
    }

    /** As an element of the event {@code layers}. Without a bitrate it is inactive. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("rid", rid);
        json.put("spatialLayerId", spatial);
        json.put("temporalLayerId", temporal);
        if (bitrateBps > 0) {
            json.put("bitrate", bitrateBps);
        }
        json.put("height", heightPx);
        return json;
    }
}
