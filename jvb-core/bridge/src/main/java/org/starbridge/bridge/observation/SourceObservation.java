package org.starbridge.bridge.observation;

import org.jspecify.annotations.Nullable;
import org.starbridge.control.participant.EndpointSnapshot.SentVideo;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.LayersSnapshot.Layer;

/**
 * One video source beside what is usual for it. What was the most stays usual for some minutes. Levels are encodings,
 * or the spatial layers of one. Owned by the observer.
 */
final class SourceObservation {
    /** Per look: half in ten minutes. */
    private static final double DECAY = Math.pow(0.5, ConferenceObserver.INTERVAL_SECONDS / 600.0);

    private static final int SILENT_LOOKS = 2;
    private static final double AS_USUAL = 0.8;
    private static final double MOST = 0.6;
    private static final int NONE = -1;

    private int silentLooks;
    private double usualRate;
    private double usualLowestHeight;
    private double usualTopHeight;
    private double usualBps;
    private int usualLevels;
    /** The level whose frames the last look counted; {@link #NONE} before the first, and while nothing comes. */
    private int countedLevel = NONE;

    private double rateShare = 1;
    private double sizeShare = 1;
    private double missingShare;

    /**
     * Takes what comes now.
     *
     * @param wantedHeightPx the most that any receiver wants; negative for no limit
     */
    void look(SentVideo video, int wantedHeightPx) {
        LayersSnapshot layers = video.layers();
        boolean isWanted = wantedHeightPx != 0;
        Layer top = layers == null ? null : top(layers);
        boolean isStill = video.isScreen() && layers != null && !layers.layers().isEmpty();
        silentLooks = top == null && isWanted && !video.isMuted() && !isStill ? silentLooks + 1 : 0;
        rateShare = sizeShare = 1;
        missingShare = 0;
        int lastLevel = countedLevel;
        countedLevel = NONE;
        if (layers == null || top == null || video.isScreen() || video.isMuted() || !isWanted) {
            return;
        }
        if (wantedHeightPx > 0 && wantedHeightPx < usualTopHeight) {
            usualTopHeight = usualBps = usualLevels = 0; // senders leave out what no receiver wants
        }
        compare(layers, top, lastLevel);
    }

    private void compare(LayersSnapshot layers, Layer top, int lastLevel) {
        Layer lowest = lowest(layers);
        double rate = lowest == null ? 0 : lowest.receivedFramesPerSecond();
        countedLevel = lowest == null ? NONE : level(lowest);
        double height = lowest == null ? 0 : lowest.height();
        int levels = levels(layers);
        double bps = bitrate(layers);
        // Less than a second of a level that has just begun may have been counted.
        double rateNow = countedLevel == lastLevel ? share(rate, usualRate) : 1;
        double sizeNow = share(height, usualLowestHeight);
        double bpsNow = share(bps, usualBps);
        // A sender that has only one level, or one left, makes its pictures smaller when that needs too much.
        boolean isReducedForBandwidth = levels <= 1 && bpsNow < MOST;
        if (isReducedForBandwidth && sizeNow < AS_USUAL) {
            missingShare = 1 - bpsNow;
        } else {
            rateShare = rateNow;
            sizeShare = sizeNow;
            boolean isTopGone = levels < usualLevels && top.height() < usualTopHeight;
            if (isTopGone && rateNow >= AS_USUAL && sizeNow >= AS_USUAL) {
                missingShare = 1 - bpsNow;
            }
        }
        usualRate = Math.max(rate, usualRate * DECAY);
        usualLowestHeight = Math.max(height, usualLowestHeight * DECAY);
        usualTopHeight = Math.max(top.height(), usualTopHeight * DECAY);
        usualBps = Math.max(bps, usualBps * DECAY);
        usualLevels = Math.max(levels, usualLevels);
    }

    /** Returns whether nothing has come for some looks, although it is wanted and not muted. */
    boolean isSilent() {
        return silentLooks >= SILENT_LOOKS;
    }

    /** The frame rate of every layer beside the usual one; 1 if it is as usual. */
    double rateShare() {
        return rateShare;
    }

    /** The picture's height in every layer beside the usual one; 1 if it is as usual. */
    double sizeShare() {
        return sizeShare;
    }

    /** The share of the usual bitrate that is missing because the highest levels have gone. */
    double missingShare() {
        return Math.max(0, missingShare);
    }

    private static double share(double now, double usual) {
        return usual <= 0 ? 1 : Math.min(1, now / usual);
    }

    private static @Nullable Layer top(LayersSnapshot layers) {
        Layer top = null;
        for (Layer layer : layers.layers()) {
            if (layer.isActive() && (top == null || layer.height() >= top.height())) {
                top = layer;
            }
        }
        return top;
    }

    /** The lowest level with all its frames. */
    private static @Nullable Layer lowest(LayersSnapshot layers) {
        Layer lowest = null;
        for (Layer layer : layers.layers()) {
            if (layer.isActive() && (lowest == null || level(layer) == level(lowest))) {
                lowest = layer;
            }
        }
        return lowest;
    }

    private static int levels(LayersSnapshot layers) {
        int levels = 0;
        int last = -1;
        for (Layer layer : layers.layers()) {
            if (layer.isActive() && level(layer) != last) {
                last = level(layer);
                levels++;
            }
        }
        return levels;
    }

    /** The sum of all encodings, each with all its layers. */
    private static double bitrate(LayersSnapshot layers) {
        double sum = 0;
        double ofEncoding = 0;
        int encoding = -1;
        for (Layer layer : layers.layers()) {
            if (layer.encoding() != encoding) {
                sum += ofEncoding;
                ofEncoding = 0;
                encoding = layer.encoding();
            }
            if (layer.isActive()) {
                ofEncoding = Math.max(ofEncoding, (double) layer.bitrateBps());
            }
        }
        return sum + ofEncoding;
    }

    private static int level(Layer layer) {
        return layer.encoding() << 4 | layer.spatialLayer();
    }
}
