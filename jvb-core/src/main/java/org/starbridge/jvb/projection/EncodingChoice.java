package org.starbridge.jvb.projection;

import java.util.Arrays;
import org.starbridge.rtp.codec.FrameFacts;

/**
 * Which encoding of a source a receiver gets, and when that changes: only where decoding can begin. Owned by the receiver's
 * worker.
 *
 * <p>Key frames of a source's encodings come as a group, within {@value #GROUP_NS} ns. A receiver that has nothing takes
 * the first that is not above its target, and moves up from one to the next; one that is to have less waits for exactly
 * its target (to go below it first would only show a worse picture for a moment); and one that has what it should takes no
 * notice of the others. If the group passes by and something better than what it has still arrives, a key frame is wished
 * for again.
 *
 * <p>An encoding can end without notice, when the sender lacks bandwidth or power. Then the next best takes its place.
 */
final class EncodingChoice {
    static final int NONE = -1;
    static final long GROUP_NS = 300_000_000;

    /** Frames of other encodings without one of the current encoding, after which it counts as ended. */
    private static final int ENDED_FRAMES = 5;

    private static final long ENDED_NS = 500_000_000;
    /** How long a target must not have been seen before a worse one is taken while the old encoding still flows. */
    private static final long ABSENT_NS = 2_000_000_000;

    private static final long NEVER = Long.MIN_VALUE / 2;

    private final long[] highestSeen = new long[FrameFacts.MAX_ENCODINGS];
    private final long[] seenNs = new long[FrameFacts.MAX_ENCODINGS];
    private int target = NONE;
    private int current = NONE;
    private int framesOfOthers;
    private long groupNs = NEVER;
    private long wishedNs = NEVER;
    private boolean wish;

    EncodingChoice() {
        forget();
    }

    /** Another source comes. */
    void forget() {
        Arrays.fill(highestSeen, NEVER);
        Arrays.fill(seenNs, NEVER);
        current = NONE;
        groupNs = NEVER;
        wishedNs = NEVER;
        framesOfOthers = 0;
        wish = target != NONE;
    }

    void target(int encoding) {
        if (encoding == NONE) {
            current = NONE;
        }
        if (encoding != target) {
            wish = encoding != NONE && encoding != current;
        }
        target = encoding;
    }

    int target() {
        return target;
    }

    int current() {
        return current;
    }

    /** The current encoding can not be gone on with. */
    void lose() {
        current = NONE;
        wish = target != NONE;
    }

    /** Whether a key frame is wished for; the answer is given once. */
    boolean takeWish() {
        boolean wished = wish;
        wish = false;
        return wished;
    }

    /**
     * A packet of any encoding came.
     *
     * @param canStart whether decoding can begin with it
     * @return whether its encoding becomes the current one with this packet
     */
    boolean onPacket(int encoding, long extSeq, boolean canStart, boolean endOfFrame, long arrivalNs) {
        // A key frame whose later packets went by already is of no use.
        boolean isFresh = extSeq > highestSeen[encoding];
        if (isFresh) {
            highestSeen[encoding] = extSeq;
        }
        seenNs[encoding] = arrivalNs;
        if (target == NONE) {
            return false;
        }
        if (encoding == current) {
            framesOfOthers = 0;
            return false;
        }
        if (canStart && arrivalNs - groupNs > GROUP_NS) {
            groupNs = arrivalNs;
        }
        if (encoding > target) {
            return false;
        }
        if (endOfFrame) {
            framesOfOthers++;
        }
        if (!isBetter(encoding, arrivalNs)) {
            return false;
        }
        if (canStart && isFresh) {
            current = encoding;
            framesOfOthers = 0;
            if (encoding == target) {
                wish = false;
            }
            return true;
        }
        if ((canStart && encoding == target) || arrivalNs - Math.max(groupNs, wishedNs) > GROUP_NS) {
            wishedNs = arrivalNs;
            wish = true;
        }
        return false;
    }

    private boolean isBetter(int encoding, long nowNs) {
        if (current == NONE || (framesOfOthers >= ENDED_FRAMES && nowNs - seenNs[current] > ENDED_NS)) {
            return true;
        }
        if (current > target) {
            return encoding == target || nowNs - seenNs[target] > ABSENT_NS;
        }
        return encoding > current;
    }
}
