package org.starbridge.media.forward;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.projection.StreamProjection;
import org.starbridge.media.ring.RingLookback;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.RedPayload;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.codec.Vp8Descriptor;

/** A packet on its way to its receivers: looked at once, used for each of them. Owned by one worker. */
public final class FanOutPacket {
    private final HeaderRewriter header = new HeaderRewriter();
    private final FrameFacts facts = new FrameFacts();
    private final Vp8Descriptor descriptor = new Vp8Descriptor();
    private final RedPayload redundant = new RedPayload();
    /** For receivers that do not take redundant audio. */
    private final HeaderRewriter primaryHeader = new HeaderRewriter();

    private @Nullable RingLookback ring;
    private @Nullable OutgoingStream[] streams = {};
    private int source;
    private int handle;
    private long position;
    private long record;
    private long extSeq;
    private long arrivalNs;
    private int payloadType;
    private int lengthBytes;
    private boolean isMedia;
    private boolean isDescriptorKnown;
    private boolean hasDescriptor;
    private boolean isPrimaryKnown;
    private boolean hasPrimary;

    /** Looks at the record at {@code position}; false if it was overwritten. */
    boolean prepare(RingLookback ring, long position, FanOut fanOut) {
        this.ring = ring;
        this.position = position;
        record = ring.record(position);
        streams = fanOut.streams();
        source = fanOut.sourceHandle();
        handle = fanOut.handle();
        extSeq = RingRecord.extSeq(record);
        arrivalNs = RingRecord.arrivalNs(record);
        payloadType = RingRecord.payloadType(record);
        lengthBytes = RingRecord.bodyBytes(record);
        isMedia = RingRecord.type(record) == RingRecord.MEDIA;
        isDescriptorKnown = false;
        isPrimaryKnown = false;
        if (isMedia) {
            facts.unpack(RingRecord.frameFacts(record));
            if (!header.prepare(record)) {
                return false;
            }
        }
        return ring.isIntact(position);
    }

    /** Looks at another packet of the stream that {@code packet} is of; false if it was overwritten. */
    public boolean prepare(FanOutPacket packet, long position, FanOut fanOut) {
        return prepare(packet.lookback(), position, fanOut);
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

    /**
     * What the packet becomes for a receiver that does not take its payload type: of redundant audio (RFC 2198) its own part.
     * Null if it is nothing else.
     */
    @Nullable
    HeaderRewriter headerWithoutRedundancy() {
        if (!facts.isRedundant()) {
            return null;
        }
        if (!isPrimaryKnown) { // for the first receiver that needs it; if it is torn, the packet is not intact
            isPrimaryKnown = true;
            hasPrimary = primaryHeader.prepare(record)
                    && redundant.wrap(primaryHeader.payloadAddress(), primaryHeader.dataBytes()) == null
                    && redundant.primaryLengthBytes() > 0;
            if (hasPrimary) {
                primaryHeader.onlyPrimary(redundant);
            }
        }
        return hasPrimary ? primaryHeader : null;
    }

    /** Its place among the frames of its source; all zero of audio. */
    FrameFacts facts() {
        return facts;
    }

    /**
     * Writes its payload descriptor, if it is one that tells picture ids, with other indices than it came with.
     *
     * @param slot room for {@value Vp8Descriptor#MAX_LENGTH_BYTES} bytes
     * @return how many bytes of the payload are replaced by what was written
     */
    int writeDescriptor(long slot, StreamProjection indices) {
        if (!isDescriptorKnown) { // for the first receiver that needs it; if it is torn, the packet is not intact
            isDescriptorKnown = true;
            hasDescriptor = facts.codec() == VideoCodec.VP8
                    && descriptor.wrap(header.payloadAddress(), header.dataBytes()) == null;
        }
        return hasDescriptor
                ? descriptor.copyRewritten(slot, indices.pictureId(), indices.tl0PicIdx(), indices.keyIdx())
                : 0;
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

    long arrivalNs() {
        return arrivalNs;
    }

    /** Its RTP timestamp, as it came. */
    int timestamp() {
        return header.timestamp();
    }

    int payloadType() {
        return payloadType;
    }

    /** Of the packet as it came, without protection; 0 for a sender report. */
    int lengthBytes() {
        return lengthBytes;
    }

    /** The handle of the lowest encoding of its source: what has the same one, a receiver may get under one SSRC. */
    int source() {
        return source;
    }

    /** The handle of the stream that it is of. */
    public int handle() {
        return handle;
    }

    /** Whether decoding can begin with it, and something that was sent after it came before it. */
    public boolean isLateKeyFrame() {
        return facts.isKeyFrame() && !facts.isNewest();
    }

    /** Which one that is of its source's encodings. */
    public int encoding() {
        return facts.encoding();
    }

    /** Whether it is media without padding of its own. */
    boolean mayBePadded() {
        return isMedia && !header.hasPadding();
    }
}
