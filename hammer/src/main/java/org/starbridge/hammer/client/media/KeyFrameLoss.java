package org.starbridge.hammer.client.media;

import java.util.Arrays;
import org.starbridge.hammer.media.Replay;

/**
 * Chooses which packets of a stream's key frames are left out when they are sent for the first time, and counts which
 * of them the bridge asks for. Owned by the driver; allocates nothing per packet.
 *
 * <p>Of the first three packets of a key frame, which in {@link org.starbridge.hammer.media.file.MadeUpH264} are its
 * two parameter sets and the beginning of its first slice, now one is left out, now another, now both parameter sets.
 */
public final class KeyFrameLoss {
    /** Packets of one key frame to leave out, the lowest bit being the first; used one after the other. */
    private static final int[] LEFT_OUT = {0b001, 0b010, 0b100, 0b011};

    /** The packets left out of half a minute of key frames; the bridge gives up long before. */
    private static final int REMEMBERED = 64;

    private static final long NONE = -1;

    private final long[] waiting = new long[REMEMBERED];
    private final long[] answered = new long[REMEMBERED];
    private int coming;
    private long keyFrames;
    private long leftOut;
    private long askedFor;
    private long askedBeside;

    KeyFrameLoss() {
        Arrays.fill(waiting, NONE);
        Arrays.fill(answered, NONE);
    }

    /** Returns whether the replay's current packet, each of which is to be passed once, is left out. */
    boolean leavesOut(Replay replay) {
        if (replay.isKeyFrameStart()) {
            coming = LEFT_OUT[(int) (keyFrames % LEFT_OUT.length)];
            keyFrames++;
        } else if (replay.isFrameStart()) {
            coming = 0;
        }
        boolean isLeftOut = (coming & 1) != 0;
        coming >>= 1;
        if (isLeftOut) {
            int i = (int) (leftOut % REMEMBERED);
            waiting[i] = replay.extSeq();
            answered[i] = NONE;
            leftOut++;
        }
        return isLeftOut;
    }

    /** The bridge asks for a packet, by the 16 bits on the wire. It may ask for the same one again until it comes. */
    void onAsked(int sequence) {
        for (int i = 0; i < REMEMBERED; i++) {
            if (isNumbered(waiting[i], sequence)) {
                askedFor++;
                answered[i] = waiting[i];
                waiting[i] = NONE;
                return;
            }
            if (isNumbered(answered[i], sequence)) {
                return;
            }
        }
        askedBeside++;
    }

    private static boolean isNumbered(long extSeq, int sequence) {
        return extSeq != NONE && ((int) extSeq & 0xFFFF) == sequence;
    }

    /** Key frames that were begun. */
    public long keyFrames() {
        return keyFrames;
    }

    /** Packets of these that were left out at first. */
    public long leftOut() {
        return leftOut;
    }

    /** Returns how many of these the bridge asked for. */
    public long askedFor() {
        return askedFor;
    }

    /** Returns how often it asked for others. */
    public long askedBeside() {
        return askedBeside;
    }
}
