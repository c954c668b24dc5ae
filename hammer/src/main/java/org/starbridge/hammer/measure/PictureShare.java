package org.starbridge.hammer.measure;

/**
 * Share of a source's pictures that came, of those that its sender made of the same encoding meanwhile. What a bridge
 * leaves out on purpose leaves no gap in its numbers; only the sender's own count of pictures shows it. Owned by the
 * receiver's thread.
 */
public final class PictureShare {
    /** Two seconds at 30 pictures a second; no share is known of fewer. */
    static final int ENOUGH = 60;

    private static final int NONE = -1;

    private int encoding = NONE;
    private long newest;
    private long newestNs;
    private boolean isMeasuring;
    private long sent;
    private long received;

    /** A packet of this picture of this encoding came. */
    void onPacket(int ofEncoding, long picture, long nowNs) {
        boolean goesOn = ofEncoding == encoding && nowNs - newestNs <= SelectedSource.SILENCE_NS;
        if (goesOn && picture <= newest) {
            return;
        }
        if (goesOn && isMeasuring) {
            sent += picture - newest;
            received++;
        }
        encoding = ofEncoding;
        newest = picture;
        newestNs = nowNs;
    }

    /** The bridge does not forward the source for a while. */
    void pause() {
        encoding = NONE;
    }

    /** From now on it is measured. */
    void begin() {
        isMeasuring = true;
    }

    /** From now on it is not any more. */
    void end() {
        isMeasuring = false;
    }

    /** Pictures that were sent from the first picture of a received encoding to its last one. */
    public long sent() {
        return sent;
    }

    /** Those of them of which a packet came. */
    public long received() {
        return received;
    }

    /** Returns whether less than three quarters came: with two temporal layers of three, half do. */
    public boolean isThin() {
        return sent >= ENOUGH && 4 * received < 3 * sent;
    }
}
