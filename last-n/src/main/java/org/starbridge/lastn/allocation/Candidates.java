package org.starbridge.lastn.allocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.starbridge.lastn.ReceiverConstraints;

/**
 * The layers of a source that are worth considering for a receiver, in the order in which they are preferred.
 *
 * @param layers lowest preference first
 * @param preferred up to here a source on stage comes before all others; -1 if there are none
 * @param oversend up to here a source on stage may exceed the budget; -1 if it may not
 * @param verdicts for each layer of the source
 */
record Candidates(List<Layer> layers, int preferred, int oversend, List<LayerVerdict> verdicts) {
    private static final int THUMBNAIL_HEIGHT_PX = 180;

    /**
     * Those of one source.
     *
     * @param limit what the receiver asked for
     */
    static Candidates of(VideoSource source, Limit limit, boolean isOnStage, AllocationPolicy policy) {
        List<Layer> all = source.layers();
        if (limit.heightPx == 0 || all.isEmpty()) {
            return none(all.size());
        }
        List<Layer> slow = limit.slowOf(all);
        if (slow.isEmpty()) {
            return none(0).withFast(all, limit);
        }
        Candidates candidates = switch (source.content()) {
            case CAMERA -> camera(slow, limit.pixels(), policy);
            case DESKTOP -> desktop(slow, limit.pixels(), isOnStage, policy);
        };
        return slow.size() == all.size() ? candidates : candidates.withFast(all, limit);
    }

    /**
     * The most that a receiver asked for; {@link ReceiverConstraints#UNLIMITED} for no limit.
     *
     * @param heightPx of the picture
     * @param temporalLayer the highest temporal layer
     */
    record Limit(int heightPx, int temporalLayer) {
        private int pixels() {
            return heightPx == ReceiverConstraints.UNLIMITED ? Integer.MAX_VALUE : heightPx;
        }

        private boolean isSlow(Layer layer) {
            return temporalLayer == ReceiverConstraints.UNLIMITED || layer.temporal() <= temporalLayer;
        }

        private List<Layer> slowOf(List<Layer> all) {
            return temporalLayer == ReceiverConstraints.UNLIMITED
                    ? all
                    : all.stream().filter(this::isSlow).toList();
        }
    }

    /** The same of a source that has faster layers, too. */
    private Candidates withFast(List<Layer> all, Limit limit) {
        List<LayerVerdict> ofAll = new ArrayList<>(all.size());
        Iterator<LayerVerdict> ofSlow = verdicts.iterator();
        for (Layer layer : all) {
            ofAll.add(limit.isSlow(layer) ? ofSlow.next() : LayerVerdict.TOO_FAST);
        }
        return new Candidates(layers, preferred, oversend, ofAll);
    }

    static Candidates none(int layers) {
        return new Candidates(List.of(), -1, -1, Collections.nCopies(layers, LayerVerdict.SOURCE_NOT_CONSIDERED));
    }

    /** Smooth while small; from the preferred height on only with the preferred frame rate. */
    private static Candidates camera(List<Layer> all, int limitPx, AllocationPolicy policy) {
        boolean isAnyActive = isAnyActive(all);
        Layer lowest = lowest(all, isAnyActive);
        int lowestPx = lowest.heightPx();
        double fastest = Layer.UNKNOWN_RATE;
        for (Layer layer : all) {
            if (layer.isActive() || !isAnyActive) {
                fastest = Math.max(fastest, layer.framesPerSecond());
            }
        }
        boolean hasPreference = limitPx > THUMBNAIL_HEIGHT_PX;
        int preferredPx = hasPreference ? policy.preferredHeightPx() : -1;
        double preferredRate = hasPreference ? Math.min(policy.preferredFramesPerSecond(), fastest) : 0;
        List<Layer> kept = new ArrayList<>(all.size());
        LayerVerdict[] verdicts = new LayerVerdict[all.size()];
        int preferred = -1;
        for (int i = 0; i < verdicts.length; i++) {
            Layer layer = all.get(i);
            LayerVerdict verdict = cameraVerdict(layer, isAnyActive, lowest, limitPx, preferredPx, preferredRate);
            verdicts[i] = verdict;
            if (verdict == LayerVerdict.CANDIDATE) {
                if (layer.heightPx() <= Math.max(preferredPx, lowestPx)) {
                    preferred = kept.size();
                }
                kept.add(layer);
            }
        }
        return new Candidates(kept, preferred, -1, Arrays.asList(verdicts));
    }

    private static LayerVerdict cameraVerdict(
            Layer layer, boolean isAnyActive, Layer lowest, int limitPx, int preferredPx, double preferredRate) {
        if (isAnyActive && !layer.isActive()) {
            return LayerVerdict.INACTIVE;
        }
        if (layer.heightPx() == lowest.heightPx()) {
            return layer.heightPx() <= limitPx || layer.isOfSamePictureAs(lowest)
                    ? LayerVerdict.CANDIDATE
                    : LayerVerdict.TOO_DEAR;
        }
        if (layer.heightPx() > limitPx) {
            return LayerVerdict.TOO_HIGH;
        }
        boolean isFast = layer.framesPerSecond() < 0 || layer.framesPerSecond() >= preferredRate;
        return layer.heightPx() < preferredPx || isFast ? LayerVerdict.CANDIDATE : LayerVerdict.TOO_SLOW;
    }

    /** As sharp as asked for, however slow. */
    private static Candidates desktop(List<Layer> all, int limitPx, boolean isOnStage, AllocationPolicy policy) {
        boolean isAnyActive = isAnyActive(all);
        Layer lowest = lowest(all, isAnyActive);
        boolean isAllTooHigh = lowest.heightPx() > limitPx;
        int reachedPx = isAllTooHigh ? lowest.heightPx() : limitPx;
        List<Layer> kept = new ArrayList<>(all.size());
        LayerVerdict[] verdicts = new LayerVerdict[all.size()];
        for (int i = 0; i < verdicts.length; i++) {
            Layer layer = all.get(i);
            if (isAnyActive && !layer.isActive()) {
                verdicts[i] = LayerVerdict.INACTIVE;
            } else if (layer.heightPx() > reachedPx) {
                verdicts[i] = LayerVerdict.TOO_HIGH;
            } else if (isAllTooHigh && !layer.isOfSamePictureAs(lowest)) {
                verdicts[i] = LayerVerdict.TOO_DEAR;
            } else if (isAllTooHigh
                    && !isOnStage
                    && !kept.isEmpty()
                    && kept.getFirst().framesPerSecond() < 0) {
                verdicts[i] = LayerVerdict.ONE_IS_ENOUGH;
            } else {
                verdicts[i] = LayerVerdict.CANDIDATE;
                kept.add(layer);
            }
        }
        int oversend = isOnStage && policy.allowOversendOnStage() ? cheapestOfHighest(kept) : -1;
        return new Candidates(kept, kept.size() - 1, oversend, Arrays.asList(verdicts));
    }

    /**
     * A layer of the smallest picture. Of several of that size, as screens have them, it is the lowest one, or one that
     * costs less than half as much: so what is chosen does not change with every measurement.
     */
    private static Layer lowest(List<Layer> layers, boolean isAnyActive) {
        Layer lowest = null;
        for (Layer layer : layers) {
            if (isAnyActive && !layer.isActive()) {
                continue;
            }
            if (lowest == null || layer.heightPx() < lowest.heightPx() || isInPlaceOf(layer, lowest, layers)) {
                lowest = layer;
            }
        }
        return lowest == null ? layers.getFirst() : lowest; // there is one: they are all active, or none is
    }

    private static boolean isInPlaceOf(Layer layer, Layer lowest, List<Layer> layers) {
        return layer.heightPx() == lowest.heightPx()
                && !layer.isOfSamePictureAs(lowest)
                && 2 * pictureBps(layer, layers) < pictureBps(lowest, layers);
    }

    /** Returns the bitrate of a picture at its full frame rate. */
    private static long pictureBps(Layer one, List<Layer> layers) {
        long bps = 0;
        for (Layer layer : layers) {
            if (layer.isOfSamePictureAs(one)) {
                bps = Math.max(bps, layer.bitrateBps());
            }
        }
        return bps;
    }

    private static int cheapestOfHighest(List<Layer> layers) {
        int best = -1;
        for (int i = 0; i < layers.size(); i++) {
            Layer layer = layers.get(i);
            Layer bestYet = best < 0 ? layer : layers.get(best);
            boolean isHigher = layer.heightPx() > bestYet.heightPx();
            boolean isCheaper = layer.heightPx() == bestYet.heightPx() && layer.bitrateBps() < bestYet.bitrateBps();
            if (best < 0 || isHigher || isCheaper) {
                best = i;
            }
        }
        return best;
    }

    private static boolean isAnyActive(List<Layer> layers) {
        for (Layer layer : layers) {
            if (layer.isActive()) {
                return true;
            }
        }
        return false;
    }
}
