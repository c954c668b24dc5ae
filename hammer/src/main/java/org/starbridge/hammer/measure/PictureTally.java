package org.starbridge.hammer.measure;

/** Counts what a check of received pictures finds. Owned by the receiver's thread. */
final class PictureTally {
    private static final int NONE = -1;

    private boolean isLossBehind;
    private long frames;
    private long undecodable;
    private long broken;
    private long early;
    private long cutOff;
    private long switchesUp;
    private long switchesDown;
    private int heightPx = NONE;

    /** A packet was lost. */
    void onLoss() {
        isLossBehind = true;
    }

    /** A picture can be decoded. */
    void onFrame() {
        frames++;
    }

    /** Called when what is shown begins with a key picture: what was lost before does no more harm. */
    void onKeyPicture() {
        isLossBehind = false;
    }

    /** A picture is shown whose smaller side has this many pixels. */
    void onHeight(int shownHeightPx) {
        switchesUp += heightPx != NONE && shownHeightPx > heightPx ? 1 : 0;
        switchesDown += heightPx != NONE && shownHeightPx < heightPx ? 1 : 0;
        heightPx = shownHeightPx;
    }

    /** A picture can not be decoded. */
    void onFault() {
        undecodable += isLossBehind ? 0 : 1;
        broken += isLossBehind ? 1 : 0;
    }

    /** A picture came before the first key frame. */
    void onEarly() {
        early++;
    }

    /** A picture lacks its end, and a key frame follows at once. */
    void onCutOff() {
        cutOff++;
    }

    /** Returns whether a packet was lost since the last key frame. */
    boolean isLossBehind() {
        return isLossBehind;
    }

    /** Pictures that could be decoded. */
    long frames() {
        return frames;
    }

    /**
     * Pictures that could not, though no packet was lost since a key frame: not whole, or without what they refer to.
     */
    long undecodable() {
        return undecodable;
    }

    /** Pictures that could not because a packet was lost since the last key frame. */
    long broken() {
        return broken;
    }

    /** Pictures before the first key frame, of which the first may lack its beginning: a decoder throws them away. */
    long early() {
        return early;
    }

    /**
     * Pictures without their end, where a key frame follows at once: a bridge that takes a source away does not wait
     * for it.
     */
    long cutOff() {
        return cutOff;
    }

    /** Returns how often the picture became higher. */
    long switchesUp() {
        return switchesUp;
    }

    /** Returns how often the picture became lower. */
    long switchesDown() {
        return switchesDown;
    }

    /** The smaller side of the last picture in pixels; -1 before the first. */
    int heightPx() {
        return heightPx;
    }
}
