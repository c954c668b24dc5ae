package org.starbridge.media.projection;

import java.util.Arrays;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Record of which of the last {@value #SIZE} frames of an encoding go to a receiver, by frame number: two bits for
 * each. Owned by the receiver's worker.
 *
 * <p>A frame that has not arrived yet is neither passed nor left out. What depends on it may pass: if it comes late it
 * fills the gap that was left for it, and a decoder waits for it there.
 */
final class FrameWindow {
    static final int SIZE = 256;

    private static final int WORDS = SIZE / Long.SIZE;

    private final long[] passed = new long[WORDS];
    private final long[] leftOut = new long[WORDS];
    private int newest;

    /** Begins with a frame; those before it went to the receiver, or did not. */
    void start(int number, boolean hasEarlier) {
        Arrays.fill(passed, hasEarlier ? -1 : 0);
        Arrays.fill(leftOut, hasEarlier ? 0 : -1);
        newest = number - 1;
    }

    /** The extended number nearest to the newest one. */
    int extend(int number) {
        return newest + (short) (number - newest);
    }

    int newest() {
        return newest;
    }

    /** Returns whether a frame is too far back to be remembered. */
    boolean isForgotten(int frame) {
        return newest - frame >= SIZE;
    }

    /** Returns whether it was decided if a frame goes. */
    boolean isDecided(int frame) {
        return isAmong(passed, frame) || isAmong(leftOut, frame);
    }

    /** Returns whether a frame goes; false if it was not decided yet. */
    boolean passed(int frame) {
        return isAmong(passed, frame);
    }

    private boolean isAmong(long[] set, int frame) {
        return newest - frame >= 0 && newest - frame < SIZE && (set[word(frame)] >>> frame & 1) != 0;
    }

    /** Decides on a frame: one above the newest, or one that was not decided yet. */
    void decide(int frame, boolean passes) {
        if (frame - newest > 0) {
            forgetUpTo(frame);
            newest = frame;
        }
        long bit = 1L << frame;
        if (passes) {
            passed[word(frame)] |= bit;
        } else {
            leftOut[word(frame)] |= bit;
        }
    }

    private void forgetUpTo(int frame) {
        if (frame - newest >= SIZE) {
            Arrays.fill(passed, 0);
            Arrays.fill(leftOut, 0);
            return;
        }
        for (int each = newest + 1; each - frame <= 0; each++) {
            passed[word(each)] &= ~(1L << each);
            leftOut[word(each)] &= ~(1L << each);
        }
    }

    /**
     * Returns whether none of the frames that a frame refers to was left out.
     *
     * @param dependencies bit i stands for the frame {@code 1 + i} before it
     */
    boolean isClosed(int frame, long dependencies) {
        for (long rest = dependencies; rest != 0; rest &= rest - 1) {
            int other = frame - 1 - Long.numberOfTrailingZeros(rest);
            if (isAmong(leftOut, other)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether it was decided that a frame does not go. */
    boolean isLeftOut(int frame) {
        return isAmong(leftOut, frame);
    }

    /** Returns whether all the frames that a frame refers to went. */
    boolean isComplete(int frame, long dependencies) {
        for (long rest = dependencies; rest != 0; rest &= rest - 1) {
            if (!isAmong(passed, frame - 1 - Long.numberOfTrailingZeros(rest))) {
                return false;
            }
        }
        return true;
    }

    private static int word(int frame) {
        return (frame & SIZE - 1) / Long.SIZE;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        state.longs(passed);
        state.longs(leftOut);
        newest = state.i32(newest);
    }
}
