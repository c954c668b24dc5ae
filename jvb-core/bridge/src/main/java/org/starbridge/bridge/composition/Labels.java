package org.starbridge.bridge.composition;

import java.util.Map;

/**
 * Names under the participants of a composed room.
 *
 * @param areDrawn whether there are any; drawing needs an FFmpeg with fonts
 * @param names by endpoint id; an endpoint without one is labelled with its id
 */
record Labels(boolean areDrawn, Map<String, String> names) {
    private static final int HEIGHT = 22;

    Labels {
        names = Map.copyOf(names);
    }

    /** The filter that draws the name of an endpoint, behind a comma; empty if none is drawn. */
    String filter(String endpoint) {
        if (!areDrawn) {
            return "";
        }
        // Ids come from signalling: characters with a meaning in filters are left out.
        String safe = names.getOrDefault(endpoint, endpoint).replaceAll("[^\\p{L}\\p{N} ._~-]", "_");
        return ",drawtext=expansion=none:text='" + safe + "':fontsize=" + HEIGHT
                + ":fontcolor=white:box=1:boxcolor=black@0.6:boxborderw=6:x=10:y=h-th-12";
    }
}
