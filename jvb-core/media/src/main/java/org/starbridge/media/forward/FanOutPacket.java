package org.starbridge.media.forward;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.projection.OutgoingNumbers;
import org.starbridge.media.projection.SourcePacket;
import org.starbridge.media.ring.RingLookback;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.rtp.codec.EncryptedFrame;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.RedPayload;

/** A packet on its way to its receivers: looked at once, used for each of them. Owned by one worker. */
public final class FanOutPacket {
    private final SourcePacket source = new SourcePacket();
    private final FrameFacts facts = source.facts();
    private final ReceivedPacket whole = new ReceivedPacket();
    private final RedPayload redundant = new RedPayload();
    /** For receivers that do not take redundant audio. */
    private final ReceivedPacket primary = new ReceivedPacket();

    private final SlotWriter writer = new SlotWriter();

    private @Nullable RingLookback ring;
    private @Nullable OutgoingStream[] streams = {};
    private int sourceHandle;
    private int handle;
    private long position;
    private long recordAddress;
    private int payloadType;
    private int lengthBytes;
    private boolean isMedia;
    private boolean isPrimaryKnown;
    private boolean hasPrimary;
    /** Part of the packet that the receiver served now gets, and under which payload type. */
    private ReceivedPacket selected = whole;

    private int receiversPayloadType;
    private boolean isProtected;

    /** Looks at the record at {@code position}; false if it was overwritten. */
    public boolean prepare(RingLookback ring, long position, FanOut fanOut) {
        this.ring = ring;
        this.position = position;
        recordAddress = ring.record(position);
        streams = fanOut.streams();
        sourceHandle = fanOut.sourceHandle();
        handle = fanOut.handle();
        payloadType = RingRecord.payloadType(recordAddress);
        lengthBytes = RingRecord.bodyBytes(recordAddress);
        isMedia = RingRecord.type(recordAddress) == RingRecord.MEDIA;
        isPrimaryKnown = false;
        if (isMedia) {
            RingRecord.readFacts(recordAddress, facts);
            writer.begin(facts.codec(), ring, position);
            if (!whole.read(recordAddress)) {
                return false;
            }
            source.set(
                    RingRecord.extSeq(recordAddress),
                    whole.timestamp(),
                    whole.marker(),
                    RingRecord.arrivalNs(recordAddress),
                    position);
        }
        return ring.isIntact(position);
    }

    /** Looks at another packet of the stream that {@code packet} is of; false if it was overwritten. */
    public boolean prepare(FanOutPacket packet, long position, FanOut fanOut) {
        return prepare(packet.ring(), position, fanOut);
    }

    /** The stream to the receiver at a place; null if it does not get this packet. */
    public @Nullable OutgoingStream to(int place) {
        return place < streams.length ? streams[place] : null;
    }

    /** RTP; else the times of a sender report. */
    public boolean isMedia() {
        return isMedia;
    }

    /** The ring record's address; what is read there counts only if the packet {@link #isIntact} afterwards. */
    public long record() {
        return recordAddress;
    }

    /** Returns whether the record was not overwritten up to now. */
    public boolean isIntact() {
        return ring().isIntact(position);
    }

    /** Returns the facts of it that projections must know. */
    SourcePacket source() {
        return source;
    }

    /** By how many bytes of padding it is made longer for every receiver. */
    void padding(int bytes) {
        whole.addPadding(bytes);
    }

    /**
     * Chooses as what the packet goes to a stream's receiver: as it came, or without what is redundant. {@link #write}
     * follows.
     *
     * @return false if the receiver takes neither payload type
     */
    boolean select(StreamHeader stream) {
        selected = whole;
        receiversPayloadType = stream.payloadType(payloadType);
        if (receiversPayloadType < 0 && isPrimaryPossible()) {
            selected = primary;
            receiversPayloadType = stream.payloadType(primary.payloadType());
        }
        return receiversPayloadType >= 0;
    }

    /** Returns whether there is something else to send: of redundant audio (RFC 2198) its own part. */
    private boolean isPrimaryPossible() {
        if (!facts.isRedundant()) {
            return false;
        }
        if (!isPrimaryKnown) { // for the first receiver that needs it; if it is torn, the packet is not intact
            isPrimaryKnown = true;
            hasPrimary = primary.read(recordAddress)
                    && !EncryptedFrame.isMarked(primary.payloadAddress(), primary.dataBytes())
                    && redundant.wrap(primary.payloadAddress(), primary.dataBytes()) == null
                    && redundant.primaryLengthBytes() > 0;
            if (hasPrimary) {
                primary.onlyPrimary(redundant);
            }
        }
        return hasPrimary;
    }

    /** The payload type that was {@link #select}ed, as the receiver numbers it. */
    int receiversPayloadType() {
        return receiversPayloadType;
    }

    /**
     * Writes what was {@link #select}ed for one receiver into a slot.
     *
     * @return what is to be encrypted; the same object for each receiver. Null if there is no room
     */
    @Nullable
    OutgoingPacket write(
            long slotAddress,
            StreamHeader stream,
            OutgoingNumbers numbers,
            @Nullable AddedRedundancy redundancy,
            long nowNs) {
        OutgoingPacket written =
                writer.write(slotAddress, selected, receiversPayloadType, stream, numbers, redundancy, nowNs);
        isProtected = written != null && written.isProtected;
        return written;
    }

    /** Returns whether redundancy was added when it was written last. */
    public boolean isProtected() {
        return isProtected;
    }

    /** Returns whether what was {@link #select}ed is redundant audio as it came from the sender. */
    boolean isSelectedRedundant() {
        return facts.isRedundant() && selected == whole;
    }

    /** Keeps the frame that was {@link #select}ed and sent, if it is voice or all frames are kept. */
    void keepIn(AddedRedundancy redundancy, OutgoingNumbers numbers, boolean isOnlyVoice) {
        if (!isOnlyVoice || RingRecord.mayBeVoice(recordAddress)) {
            redundancy.onSent(ring(), position, selected, receiversPayloadType, numbers);
        }
    }

    /** The ring that it is in. */
    public RingLookback ring() {
        return Objects.requireNonNull(ring);
    }

    /** Returns the position of its record in the ring. */
    public long position() {
        return position;
    }

    /** Returns whether a key frame begins with it. */
    public boolean isKeyFrame() {
        return facts.isKeyFrame();
    }

    /** Returns the time at which the kernel got it, on the media clock; of media only. */
    public long arrivalNs() {
        return RingRecord.arrivalNs(recordAddress);
    }

    /** Its timestamp, as it came; the packets of a frame have the same. */
    public int rtpTimestamp() {
        return whole.timestamp();
    }

    /** Of the packet as it came, without protection; 0 for a sender report. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** The handle of the lowest encoding of its source: what has the same one, a receiver may get under one SSRC. */
    int sourceHandle() {
        return sourceHandle;
    }

    /** The handle of the stream that it is of. */
    public int handle() {
        return handle;
    }

    /** Returns whether decoding can begin with it, and something that was sent after it came before it. */
    public boolean isLateKeyFrame() {
        return facts.isKeyFrame() && !facts.isNewest();
    }

    /** Returns the index of its encoding among those of its source. */
    public int encoding() {
        return facts.encoding();
    }

    /** Returns whether it is media without padding of its own. */
    boolean mayBePadded() {
        return isMedia && !whole.isPadded();
    }
}
