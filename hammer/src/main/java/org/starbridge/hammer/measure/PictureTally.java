package org.starbridge.hammer.measure;

/** What a check of received pictures has found. Owned by the receiver's thread. */
interface PictureTally {
    /** Whether nothing can be shown before the next key frame. */
    boolean wantsKeyFrame();

    /** Pictures that could be decoded. */
    long frames();

    /**
     * Pictures that could not, though no packet was lost since a key frame: not whole, or without what they refer to.
     */
    long undecodable();

    /** Pictures that could not because a packet was lost since the last key frame. */
    long broken();

    /** Pictures before the first key frame. */
    long early();

    /** Pictures without their end, where a key frame follows at once. */
    long cutOff();

    /** How often the picture became higher. */
    long switchesUp();

    /** How often the picture became lower. */
    long switchesDown();

    /** The smaller side of the last picture in pixels; -1 before the first. */
    int heightPx();
}
