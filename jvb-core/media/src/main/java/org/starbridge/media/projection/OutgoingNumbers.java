package org.starbridge.media.projection;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.dependency.DependencyStructure;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** Under which numbers the packet that passed last goes to the receiver. Owned by its {@link Projection}. */
public final class OutgoingNumbers {
    private long index;
    private int timestamp;
    private boolean marker;
    private boolean isRewritten;
    private boolean keepsFrameNumbers;
    private long codecWord;
    private boolean isDescribed;
    private boolean isEmpty;
    private @Nullable DependencyStructure structure;

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
        isDescribed = false;
        isEmpty = false;
    }

    /** Nothing goes in place of the payload: see {@link #isEmpty}. */
    void leaveEmpty(long index, int timestamp) {
        keep(index, timestamp, false, false);
        isEmpty = true;
    }

    /**
     * The payload's descriptor is written with {@code codecWord}.
     *
     * @param isDescribed see {@link #isDescribed()}
     */
    void rewrite(long index, int timestamp, boolean marker, long codecWord, boolean isDescribed) {
        this.isDescribed = isDescribed;
        isEmpty = false;
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

    /** Returns whether the payload's descriptor has other numbers than it came with: {@link #codecWord}. */
    public boolean isRewritten() {
        return isRewritten;
    }

    /** The codec's own word as it goes out; meaningless unless {@link #isRewritten}. */
    public long codecWord() {
        return codecWord;
    }

    /** Returns whether the packet's dependency descriptor goes with it, with other numbers: {@link #codecWord}. */
    public boolean isDescribed() {
        return isDescribed;
    }

    /**
     * Returns whether the packet goes without payload, with padding alone, so that the receiver does not wait for what
     * was lost before the bridge and is left out.
     */
    public boolean isEmpty() {
        return isEmpty;
    }

    /** The structure that the receiver was sent last; null if none was. */
    @Nullable
    DependencyStructure structure() {
        return structure;
    }

    /** The receiver is sent a structure. */
    void structure(DependencyStructure structure) {
        this.structure = structure;
    }

    /**
     * Returns whether header extensions that number a source's frames mean something to the receiver: it gets one
     * encoder's, whole. If the payload descriptor of VP8 or VP9 says as much, they never go with it: layers may be left
     * out from any frame on.
     */
    public boolean keepsFrameNumbers() {
        return keepsFrameNumbers;
    }

    /** Its part of a snapshot: what is not written for each packet. */
    void state(State state) throws StateException {
        DependencyStructure known = structure;
        structure =
                state.bool(known != null) ? DependencyStructure.state(state, state.isReading() ? null : known) : null;
    }
}
