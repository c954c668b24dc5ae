package org.starbridge.bridge.hls;

import java.util.Arrays;

/**
 * Choice of the encoding of a source that each rendition shows: the one that is meant for it while that is sent, else
 * the next higher one that is, else the next lower. A screen often sends one encoding of those that were declared, and
 * browsers end encodings when their link is narrow. A rendition goes over to another encoding with a key frame. The
 * thread of the taps.
 */
final class RenditionChoice {
    /** An encoding without a frame for so long, while others had some, has ended. */
    static final long ENDED_NS = 3_000_000_000L;

    /** Least number of frames of the others: a screen on which nothing moves sends a frame now and then. */
    static final int ENDED_FRAMES = 5;

    private final int[] meant;
    private final int[] shown;
    private final long[] heardNs;
    private final int[] framesOfOthers;
    private boolean hasBegun;

    /** A source's encodings that were declared, and the renditions of the program. */
    RenditionChoice(int encodings, int renditions) {
        meant = new int[renditions];
        for (int rendition = 0; rendition < renditions; rendition++) {
            meant[rendition] = meant(rendition, encodings, renditions);
        }
        shown = meant.clone();
        heardNs = new long[encodings];
        framesOfOthers = new int[encodings];
    }

    /**
     * A source with fewer encodings than there are renditions is in some twice; of one with more, the highest are
     * shown.
     */
    private static int meant(int rendition, int encodings, int renditions) {
        return encodings >= renditions ? encodings - renditions + rendition : rendition * encodings / renditions;
    }

    int renditions() {
        return meant.length;
    }

    /** A frame came; {@link #takes} says who shows it. */
    void onFrame(int encoding, long arrivalNs) {
        if (!hasBegun) {
            hasBegun = true;
            Arrays.fill(heardNs, arrivalNs); // each has its time to begin
        }
        for (int each = 0; each < framesOfOthers.length; each++) {
            framesOfOthers[each]++;
        }
        heardNs[encoding] = arrivalNs;
        framesOfOthers[encoding] = 0;
    }

    /** Returns whether a rendition shows a frame that came now. */
    boolean takes(int rendition, int encoding, boolean isKeyFrame, long arrivalNs) {
        if (isKeyFrame && awaits(rendition, encoding, arrivalNs)) {
            shown[rendition] = encoding;
        }
        return shown[rendition] == encoding;
    }

    /** Returns whether a rendition shows an encoding. */
    boolean shows(int rendition, int encoding) {
        return shown[rendition] == encoding;
    }

    /** Returns whether a rendition is to show an encoding with its next key frame. */
    boolean awaits(int rendition, int encoding, long nowNs) {
        return shown[rendition] != encoding && wanted(rendition, nowNs) == encoding;
    }

    private int wanted(int rendition, long nowNs) {
        for (int encoding = meant[rendition]; encoding < heardNs.length; encoding++) {
            if (!hasEnded(encoding, nowNs)) {
                return encoding;
            }
        }
        for (int encoding = meant[rendition] - 1; encoding >= 0; encoding--) {
            if (!hasEnded(encoding, nowNs)) {
                return encoding;
            }
        }
        return shown[rendition];
    }

    private boolean hasEnded(int encoding, long nowNs) {
        return framesOfOthers[encoding] >= ENDED_FRAMES && nowNs - heardNs[encoding] > ENDED_NS;
    }
}
