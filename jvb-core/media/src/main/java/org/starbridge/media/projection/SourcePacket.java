package org.starbridge.media.projection;

import org.starbridge.rtp.codec.FrameFacts;

/**
 * A packet of a source as its projections to all receivers see it: read from the ring once, then shared. Owned by one
 * worker; filled again for every packet.
 */
public final class SourcePacket {
    private final FrameFacts facts = new FrameFacts();
    private long extSeq;
    private int rtpTimestamp;
    private boolean marker;
    private long arrivalNs;
    private long position;

    /** Another packet; {@link #facts} is filled by the caller. */
    public void set(long extSeq, int rtpTimestamp, boolean marker, long arrivalNs, long position) {
        this.extSeq = extSeq;
        this.rtpTimestamp = rtpTimestamp;
        this.marker = marker;
        this.arrivalNs = arrivalNs;
        this.position = position;
    }

    /** Its place among the frames of its source. */
    public FrameFacts facts() {
        return facts;
    }

    /** Its extended sequence number, 0 or more, of its encoding; each number comes at most once. */
    public long extSeq() {
        return extSeq;
    }

    /** The timestamp, as it came. */
    int rtpTimestamp() {
        return rtpTimestamp;
    }

    /** The marker bit, as it came. */
    boolean marker() {
        return marker;
    }

    /** Returns its arrival time, on the media clock. */
    long arrivalNs() {
        return arrivalNs;
    }

    /** Returns the position of its record in the ring. */
    public long position() {
        return position;
    }
}
