package org.starbridge.hammer.measure;

/**
 * Times at which one source's pictures changed their height: the first {@value #CAPACITY} changes. Owned by the
 * receiver's thread.
 */
public final class LayerLog {
    static final int CAPACITY = 64;

    private final long[] timesNs = new long[CAPACITY];
    private final int[] heightsPx = new int[CAPACITY];
    private int size;
    private int heightPx = -1;

    /** A picture came. */
    void onPicture(long nowNs, int newHeightPx) {
        if (newHeightPx != heightPx) {
            heightPx = newHeightPx;
            if (size < CAPACITY) {
                timesNs[size] = nowNs;
                heightsPx[size] = newHeightPx;
                size++;
            }
        }
    }

    /** Returns the number of changes, the first picture included. */
    public int size() {
        return size;
    }

    /** Returns the time of change {@code i}, from 0. */
    public long timeNs(int i) {
        return timesNs[i];
    }

    /** The height of pictures from change {@code i} on. */
    public int heightPx(int i) {
        return heightsPx[i];
    }
}
