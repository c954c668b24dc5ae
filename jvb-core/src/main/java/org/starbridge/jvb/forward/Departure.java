package org.starbridge.jvb.forward;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.ring.RingLookback;
import org.starbridge.jvb.ring.RingRecord;

/** A packet on its way to its receivers: looked at once, used for each of them. Owned by one worker. */
public final class Departure {
    private final HeaderRewriter header = new HeaderRewriter();
    private @Nullable RingLookback ring;
    private @Nullable OutgoingStream[] streams = {};
    private int handle;
    private long position;
    private long record;
    private long extSeq;
    private int payloadType;
    private int lengthBytes;
    private boolean isMedia;

    /** Looks at the record at {@code position}; false if it was overwritten. */
    boolean prepare(RingLookback ring, long position, @Nullable OutgoingStream[] streams) {
        this.ring = ring;
        this.position = position;
        record = ring.record(position);
        this.streams = streams;
        handle = RingRecord.streamHandle(record);
        extSeq = RingRecord.extSeq(record);
        payloadType = RingRecord.payloadType(record);
        lengthBytes = RingRecord.bodyBytes(record);
        isMedia = RingRecord.type(record) == RingRecord.MEDIA;
        return (!isMedia || header.prepare(record)) && ring.isIntact(position);
    }

    /** The stream to the receiver at a place; null if it does not get this packet. */
    public @Nullable OutgoingStream to(int place) {
        return place < streams.length ? streams[place] : null;
    }

    /** RTP; else the times of a sender report. */
    public boolean isMedia() {
        return isMedia;
    }

    /** The ring record; what is read there counts only if the packet {@link #isIntact} afterwards. */
    public long record() {
        return record;
    }

    /** Whether the record was not overwritten up to now. */
    public boolean isIntact() {
        return lookback().isIntact(position);
    }

    HeaderRewriter header() {
        return header;
    }

    RingLookback lookback() {
        return Objects.requireNonNull(ring);
    }

    long position() {
        return position;
    }

    long extSeq() {
        return extSeq;
    }

    int payloadType() {
        return payloadType;
    }

    /** Of the packet as it came, without protection; 0 for a sender report. */
    int lengthBytes() {
        return lengthBytes;
    }

    @SuppressWarnings("ReferenceEquality") // the very streams
    boolean isOfSameStreamAs(Departure other) {
        return handle == other.handle;
    }
}
