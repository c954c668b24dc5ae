package org.starbridge.bridge.whip.viewer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.whip.access.RefusalException;

/**
 * The layer that a viewer selects. Each part may be absent.
 *
 * @param mediaId number of a media section, or its mid; null for the video's
 * @param rid name of a simulcast encoding; null for any
 * @param spatial the spatial layer; -1 for any
 * @param maxSpatial the highest spatial layer; -1 for no limit
 * @param temporal the temporal layer; -1 for any
 * @param maxTemporal the highest temporal layer; -1 for no limit
 * @param maxHeightPx the smaller one of the limits of height and width, of a picture of 16 by 9; -1 for no limit
 */
public record LayerRequest(
        @Nullable String mediaId,
        @Nullable String rid,
        int spatial,
        int maxSpatial,
        int temporal,
        int maxTemporal,
        int maxHeightPx) {
    private static final int ABSENT = -1;
    private static final int MAX_ID = 7;
    private static final int MAX_SIZE_PX = 100_000;
    private static final int MAX_NAME = 256;

    /**
     * Reads one.
     *
     * @throws RefusalException 400 with the field that is not as expected
     */
    public static LayerRequest read(JsonNode json) throws RefusalException {
        if (!json.isObject()) {
            throw new RefusalException(400, "expected a JSON object, such as {\"rid\":\"h\"}");
        }
        int maxWidth = number(json, "maxWidth", MAX_SIZE_PX);
        int maxHeight = number(json, "maxHeight", MAX_SIZE_PX);
        int ofWidth = maxWidth == ABSENT ? ABSENT : maxWidth * 9 / 16;
        return new LayerRequest(
                text(json, "mediaId"),
                text(json, "rid"),
                number(json, "spatialLayerId", MAX_ID),
                number(json, "maxSpatialLayerId", MAX_ID),
                number(json, "temporalLayerId", MAX_ID),
                number(json, "maxTemporalLayerId", MAX_ID),
                lower(maxHeight, ofWidth));
    }

    private static @Nullable String text(JsonNode json, String field) throws RefusalException {
        JsonNode value = json.get(field);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isTextual() || value.textValue().length() > MAX_NAME) {
            throw new RefusalException(400, field + ": expected a text of at most " + MAX_NAME + " characters");
        }
        return value.textValue();
    }

    private static int number(JsonNode json, String field, int most) throws RefusalException {
        JsonNode value = json.get(field);
        if (value == null || value.isNull()) {
            return ABSENT;
        }
        if (!value.isInt() || value.intValue() < 0 || value.intValue() > most) {
            throw new RefusalException(400, field + ": expected a whole number from 0 to " + most);
        }
        return value.intValue();
    }

    /** The lower one of two limits, of which -1 is none. */
    public static int lower(int a, int b) {
        return a == ABSENT ? b : b == ABSENT ? a : Math.min(a, b);
    }

    /**
     * The most that a viewer may get; -1 for no limit.
     *
     * @param heightPx of the picture
     * @param temporalLayer the highest temporal layer
     */
    public record Limit(int heightPx, int temporalLayer) {}

    /**
     * The most that it allows while the source has these layers. The viewer gets less if its connection does not carry
     * that.
     *
     * @throws RefusalException 422 if none of them fits
     */
    public Limit limit(List<VideoLayer> layers) throws RefusalException {
        int temporalLayer = lower(temporal, maxTemporal);
        if (rid == null && spatial == ABSENT && maxSpatial == ABSENT && temporal == ABSENT) {
            return new Limit(maxHeightPx, temporalLayer);
        }
        OptionalInt heightPx = layers.stream()
                .filter(this::fits)
                .mapToInt(VideoLayer::heightPx)
                .max();
        if (heightPx.isEmpty()) {
            throw RefusalException.unprocessable("the video has no such layer: expected one of "
                    + layers.stream()
                            .map(layer -> layer.rid() + "/" + layer.spatial() + "/" + layer.temporal())
                            .distinct()
                            .toList()
                    + " as rid/spatialLayerId/temporalLayerId");
        }
        boolean isHeightSelected = rid != null || spatial != ABSENT || maxSpatial != ABSENT;
        return new Limit(isHeightSelected ? lower(heightPx.getAsInt(), maxHeightPx) : maxHeightPx, temporalLayer);
    }

    private boolean fits(VideoLayer layer) {
        return (rid == null || rid.equals(layer.rid()))
                && (spatial == ABSENT || spatial == layer.spatial())
                && (maxSpatial == ABSENT || layer.spatial() <= maxSpatial)
                && (temporal == ABSENT || temporal == layer.temporal());
    }
}
