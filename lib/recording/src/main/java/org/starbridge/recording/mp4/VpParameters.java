package org.starbridge.recording.mp4;

import org.starbridge.recording.frame.TrackFormat;

/**
 * Parameters of VP8 and VP9 in {@code vpcC} and the codec's name.
 *
 * @param level ten times its number
 * @param chroma 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4
 */
record VpParameters(int profile, int level, int bitDepth, int chroma) {
    private static final int FEATURE_BYTES = 3;

    /** From the features (id, length 1, value) of a track's format; profile 0 where they are missing. */
    static VpParameters of(TrackFormat format) {
        byte[] features = format.configuration();
        int[] values = {0, 0, 10, 8, 1};
        for (int i = 0; i + FEATURE_BYTES <= features.length; i += FEATURE_BYTES) {
            int id = features[i];
            if (id > 0 && id < values.length) {
                values[id] = features[i + 2];
            }
        }
        return new VpParameters(values[1], values[2], values[3], values[4]);
    }

    VpParameters withLevel(int other) {
        return new VpParameters(profile, other, bitDepth, chroma);
    }
}
