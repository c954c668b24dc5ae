package org.starbridge.media.projection;

import java.util.Arrays;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Frames of a VP8 encoding that go to a receiver, decided at the first packet of each that is seen and never again: the
 * last {@value #SIZE} frames, by picture id. Owned by the receiver's worker.
 *
 * <p>The chain of temporal layers. Layer 0 always goes. A frame of a higher layer needs, in general, everything up to
 * its layer since the last frame that did not (Y, or a key frame); so as soon as one frame of layer t is left out,
 * layer t is <em>closed</em>, and all above it, until a frame of it says with Y that it depends on layer 0 only. The
 * rule that it is enough to have the frame before would let pass what refers, past that frame, to one that was left
 * out: decoders show such frames, wrong. Senders that never set Y are served by that weaker rule, since else they would
 * never come up again.
 *
 * <p>What was lost and comes late fills the place that was kept for it, even if the layer is not wanted any more,
 * provided the chain was open there: to the receiver the gap is a loss, and a decoder waits at it.
 *
 * <pre>
 *    0-1  1 = goes, 2 = does not     2-3  temporal layer     4-5  highest open layer afterwards
 *    6-20 frames left out up to here, this one included, mod 2^15           32-63  extended picture id
 * </pre>
 */
final class FrameHistory {
    static final int SIZE = 64;

    private static final int TOP_LAYER = 3;
    private static final int GOES = 1;
    private static final int LEFT_OUT = 2;
    /** Frames above layer 0 without one Y among them, after which a sender is taken for one that has none. */
    private static final int FRAMES_WITHOUT_SYNC = 64;

    private final long[] frames = new long[SIZE];
    private int newest;
    private int open;
    private int leftOut;
    private boolean syncSeen;
    private int withoutSync;

    /** Begins with a key frame. */
    void start(int pictureId) {
        Arrays.fill(frames, 0);
        newest = pictureId - 1;
        open = TOP_LAYER;
        leftOut = 0;
        syncSeen = false;
        withoutSync = 0;
    }

    /** The extended picture id nearest to the newest one. */
    int extend(int pictureId) {
        return newest + ((pictureId - newest) << 17 >> 17);
    }

    int newest() {
        return newest;
    }

    /** Returns whether a frame is older than the history. */
    boolean isForgotten(int frame) {
        return newest - frame >= SIZE;
    }

    /** Returns whether a frame that was decided upon goes. */
    boolean goes(int frame) {
        long entry = frames[frame & SIZE - 1];
        return (int) (entry >>> 32) == frame && (entry & 3) == GOES;
    }

    /** Frames that were left out before {@code frame}, a decided one, mod 2^15. */
    int leftOutBefore(int frame) {
        return leftOut(frames[frame & SIZE - 1]);
    }

    /**
     * Returns whether a frame goes, as decided before or now.
     *
     * @param temporalLimit the highest temporal layer that the receiver is to get, 0 to 3
     */
    boolean decide(FrameFacts facts, int frame, int temporalLimit) {
        long entry = frames[frame & SIZE - 1];
        if ((entry & 3) != 0 && (int) (entry >>> 32) == frame) {
            if (facts.isKeyFrame() && frame == newest) {
                open = TOP_LAYER; // its first packet came after others
                put(frame, GOES, 0);
            }
            return (entry & 3) == GOES;
        }
        int layer = facts.temporalLayer() & TOP_LAYER;
        if (frame - newest <= 0) {
            return decideLate(facts, frame, layer);
        }
        newest = frame;
        noteSync(facts, layer);
        boolean goes = facts.isKeyFrame() || layer == 0 || (layer <= temporalLimit && isOpen(facts, frame, layer));
        if (facts.isKeyFrame()) {
            open = TOP_LAYER;
        } else if (goes) {
            open = Math.max(open, layer);
        } else {
            leftOut = leftOut + 1 & 0x7FFF;
            if (!facts.isNonReference()) {
                open = Math.min(open, layer - 1);
            }
        }
        put(frame, goes ? GOES : LEFT_OUT, layer);
        return goes;
    }

    private void noteSync(FrameFacts facts, int layer) {
        if (layer > 0 && !syncSeen) {
            syncSeen = facts.isLayerSync();
            withoutSync++;
        }
    }

    private boolean isOpen(FrameFacts facts, int frame, int layer) {
        if (layer <= open || facts.isLayerSync()) {
            return true;
        }
        if (syncSeen || withoutSync <= FRAMES_WITHOUT_SYNC) {
            return false;
        }
        for (int before = frame - 1; newest - before < SIZE; before--) {
            long entry = frames[before & SIZE - 1];
            if ((entry & 3) != 0 && (int) (entry >>> 32) == before && layer(entry) <= layer) {
                return (entry & 3) == GOES;
            }
        }
        return false;
    }

    private boolean decideLate(FrameFacts facts, int frame, int layer) {
        long below = 0;
        for (int before = frame - 1; newest - before < SIZE && below == 0; before--) {
            long entry = frames[before & SIZE - 1];
            if ((entry & 3) != 0 && (int) (entry >>> 32) == before) {
                below = entry;
            }
        }
        boolean goes = below != 0 && (layer == 0 || facts.isLayerSync() || layer <= open(below));
        if (newest - frame < SIZE) {
            int openAfter = facts.isKeyFrame() ? TOP_LAYER : open(below);
            frames[frame & SIZE - 1] = entry(frame, goes ? GOES : LEFT_OUT, layer, openAfter, leftOut(below));
        }
        return goes;
    }

    private void put(int frame, int decision, int layer) {
        frames[frame & SIZE - 1] = entry(frame, decision, layer, open, leftOut);
    }

    private static long entry(int frame, int decision, int layer, int open, int leftOut) {
        return (long) frame << 32 | decision | (long) layer << 2 | (long) Math.max(0, open) << 4 | (long) leftOut << 6;
    }

    private static int layer(long entry) {
        return (int) (entry >>> 2) & 3;
    }

    private static int open(long entry) {
        return (int) (entry >>> 4) & 3;
    }

    private static int leftOut(long entry) {
        return (int) (entry >>> 6) & 0x7FFF;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        state.longs(frames);
        newest = state.i32(newest);
        open = state.i32(open);
        leftOut = state.i32(leftOut);
        syncSeen = state.bool(syncSeen);
        withoutSync = state.i32(withoutSync);
    }
}
