package org.starbridge.media.projection;

/** Under which numbers the packet that passed last goes to the receiver. Owned by its {@link Projection}. */
public final class OutgoingNumbers {
    private long index;
    private int timestamp;
    private boolean marker;
    private boolean isRewritten;
    private boolean keepsFrameNumbers;
    private long codecWord;

    /**
     * The payload stays as it came.
     *
     * @param keepsFrameNumbers see {@link #keepsFrameNumbers()}
     */
    public void keep(long index, int timestamp, boolean marker, boolean keepsFrameNumbers) {
        this.index = index;
        this.timestamp = timestamp;
        this.marker = marker;
        this.keepsFrameNumbers = keepsFrameNumbers;
        isRewritten = false;
    }

    /** The payload's descriptor is written with {@code codecWord}. */
    void rewrite(long index, int timestamp, boolean marker, long codecWord) {
        this.index = index;
        this.timestamp = timestamp;
        this.marker = marker;
        this.codecWord = codecWord;
        keepsFrameNumbers = false;
        isRewritten = true;
    }

    /** The SRTP index. */
    public long index() {
        return index;
    }

    /** The RTP timestamp. */
    public int timestamp() {
        return timestamp;
    }

    /** The RTP marker bit. */
    public boolean marker() {
        return marker;
    }

    /** Whether the payload's descriptor has other numbers than it came with: {@link #codecWord}. */
    public boolean isRewritten() {
        return isRewritten;
    }

    /** The codec's own word as it goes out; meaningless unless {@link #isRewritten}. */
    public long codecWord() {
        return codecWord;
    }

    /**
     * Whether header extensions that number a source's frames mean something to the receiver: it gets one encoder's,
     * whole. Of VP8 layers may be left out from any frame on, and its payload descriptor says as much, so they never go
     * with it.
     */
    public boolean keepsFrameNumbers() {
        return keepsFrameNumbers;
    }
}
