package org.starbridge.media.forward;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.capture.PacketWatch;
import org.starbridge.media.downlink.LinkLoss;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.mapping.ExtensionMaps;
import org.starbridge.media.mapping.PayloadTypeMaps;
import org.starbridge.media.projection.Projection;
import org.starbridge.media.ring.RingLookback;
import org.starbridge.media.source.KeyFrameLimit;
import org.starbridge.media.source.RequestHistory;
import org.starbridge.rtp.packet.StreamIdentifier;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * One SSRC that a receiver gets. It carries one source under the SSRC of its lowest encoding; or it is a slot of a
 * receiver whose SSRCs are rewritten, and carries changing sources. Owned by the receiver's worker. The highest index
 * sent under its SSRC does not live here but in the receiver's {@link SrtpSender}, as long as the keys do: a stream
 * that leaves and comes back continues above it.
 */
public final class OutgoingStream implements AutoCloseable {
    /** The handle of no source: a slot that carries nothing. */
    public static final int NO_SOURCE = -1;

    private final MediaKind kind;
    private final Receiver receiver;
    private final boolean isSourceSlot;
    private final StreamHeader header;
    private final Projection projection;
    private final StreamKeys keys;
    private final SentPackets sent;
    private final StreamReports reports = new StreamReports();
    private final KeyFrameLimit keyFrameLimit;
    private RequestHistory keyFrameRequests;
    private int handle;
    private int sourceSsrc;
    private String sourceName = "";
    private boolean closed;
    /** Null as long as no redundancy is added. */
    private @Nullable AddedRedundancy added;

    /** A source's own stream to {@code receiver}. */
    public OutgoingStream(
            int handle,
            Stream stream,
            Receiver receiver,
            ExtensionMaps maps,
            Map<String, Integer> senderExtensionIds,
            KeyFrameLimit keyFrameLimit) {
        this(
                new StreamHeader(stream.ssrc(), stream.kind(), null, receiver),
                stream.kind(),
                Projection.ofSource(stream.kind(), handle, stream.encoding()),
                false,
                keyFrameLimit);
        this.handle = handle;
        sourceSsrc = stream.ssrc();
        sourceName = stream.sourceName();
        negotiated(maps, senderExtensionIds);
    }

    /** A slot of {@code receiver}'s, which carries nothing yet. */
    public OutgoingStream(SourceSlot slot, MediaKind kind, Receiver receiver, KeyFrameLimit keyFrameLimit) {
        this(
                new StreamHeader(
                        slot.ssrc(), kind, slot.mid() == null ? null : StreamIdentifier.bytes(slot.mid()), receiver),
                kind,
                Projection.ofChangingSources(kind),
                true,
                keyFrameLimit);
        handle = NO_SOURCE;
        keys.retransmissionSsrc(kind == MediaKind.VIDEO ? slot.retransmissionSsrc() : null);
    }

    private OutgoingStream(
            StreamHeader header,
            MediaKind kind,
            Projection projection,
            boolean isSourceSlot,
            KeyFrameLimit keyFrameLimit) {
        this.header = header;
        this.kind = kind;
        this.projection = projection;
        this.isSourceSlot = isSourceSlot;
        this.keyFrameLimit = keyFrameLimit;
        receiver = header.receiver();
        keys = new StreamKeys(header.ssrc());
        sent = new SentPackets(receiver.budget());
        keyFrameRequests = new RequestHistory(keyFrameLimit);
    }

    /**
     * A slot carries a source from now on, or keeps the one that it has. {@link #resume} and {@link #target} follow;
     * what goes out begins with a key frame.
     */
    void carry(int handle, Stream source) {
        if (handle != this.handle) {
            this.handle = handle;
            sourceSsrc = source.ssrc();
            sourceName = source.sourceName();
            added = null;
            keyFrameRequests = new RequestHistory(keyFrameLimit);
        }
    }

    /** A slot's source is gone, or carried by another slot. What the receiver was sent is still continued above. */
    void carryNothing() {
        handle = NO_SOURCE;
        projection.pause();
        sent.free();
    }

    /** Returns whether it is a slot: changing sources go out under its SSRC. */
    boolean isSourceSlot() {
        return isSourceSlot;
    }

    /** Called when what sender or receiver negotiated changed. */
    public void negotiated(ExtensionMaps maps, Map<String, Integer> senderExtensionIds) {
        header.negotiated(maps, senderExtensionIds);
    }

    /** Called when the payload types that sender or receiver negotiated changed. */
    public void negotiated(PayloadTypeMaps maps, Map<Integer, PayloadType> senderTypes) {
        header.negotiated(maps, senderTypes);
    }

    /** The source stream's number in the process, or {@link #NO_SOURCE}. */
    public int handle() {
        return handle;
    }

    /**
     * Returns whether the packets of a fan-out still go to the receiver through this stream: of its source, or of its
     * encoding where the receiver gets every encoding apart, and not paused.
     */
    public boolean carries(FanOut fanOut) {
        return !projection.isPaused() && (handle == fanOut.sourceHandle() || handle == fanOut.handle());
    }

    /** The SSRC that the receiver sees. */
    public int ssrc() {
        return header.ssrc();
    }

    /** The source that it carries, or carried last; empty if none. */
    String sourceName() {
        return sourceName;
    }

    /** The SSRC under which the source's lowest encoding comes to us. */
    public int sourceSsrc() {
        return sourceSsrc;
    }

    public MediaKind kind() {
        return kind;
    }

    /** The endpoint that gets it. */
    public Receiver receiver() {
        return receiver;
    }

    /**
     * Sends a packet to the receiver.
     *
     * @return null if it was put into the egress, else why not
     */
    public @Nullable DropReason forward(FanOutPacket packet, Egress egress, long nowNs) {
        SrtpSender srtp = receiver.ready();
        if (srtp == null) {
            return DropReason.RECEIVER_NOT_READY;
        }
        if (projection.isMuted()) {
            return DropReason.FORCE_MUTED; // its owner had not heard of it yet
        }
        if (!packet.select(header)) {
            return DropReason.PAYLOAD_TYPE_NOT_ACCEPTED;
        }
        useKeys(srtp);
        if (keys.media() == null) {
            return DropReason.TOO_MANY_SSRCS;
        }
        long slotAddress = egress.slot();
        if (slotAddress == 0) {
            return DropReason.EGRESS_FULL;
        }
        long index = projection.project(packet.source(), keys.highestIndex());
        if (index < 0) {
            return Projection.refusal(index);
        }
        AddedRedundancy redundancy = kind == MediaKind.AUDIO ? redundancyFor(packet) : null;
        OutgoingPacket outgoing = packet.write(slotAddress, header, projection.numbers(), redundancy, nowNs);
        if (outgoing == null) {
            projection.suspend();
            return DropReason.SLOT_TOO_SMALL;
        }
        return send(outgoing, packet, srtp, egress, nowNs);
    }

    /** Earlier frames that may go along with a packet of audio, or null; after {@link FanOutPacket#select}. */
    private @Nullable AddedRedundancy redundancyFor(FanOutPacket packet) {
        boolean isAdded = receiver.addsRedundancy()
                && !packet.isSelectedRedundant()
                && receiver.negotiation().mayProtect(packet.receiversPayloadType());
        AddedRedundancy known = added;
        if (!isAdded || known == null) {
            added = isAdded ? new AddedRedundancy(receiver.addedRedundancy().frames()) : null;
        }
        return added;
    }

    /** Packets that follow go under these keys; what was sent under others is not continued. */
    void useKeys(SrtpSender srtp) {
        if (!keys.areIn(srtp)) {
            keys.take(srtp);
            sent.clear();
            added = null;
            projection.suspend();
        }
    }

    private @Nullable DropReason send(
            OutgoingPacket outgoing, FanOutPacket packet, SrtpSender srtp, Egress egress, long nowNs) {
        PacketWatch watch = receiver.watch();
        if (watch != null) {
            outgoing.showTo(watch, nowNs); // before it is encrypted in its place
        }
        int length = outgoing.protect(srtp, keys.media());
        if (length < 0) {
            projection.suspend();
            return DropReason.MALFORMED_SRTP;
        }
        if (!packet.isIntact()) {
            return DropReason.RING_OVERRUN; // torn: never sent, and its index is not used again
        }
        if (!outgoing.isProtected && receiver.negotiation().supportsNack(packet.receiversPayloadType())) {
            sent.add(outgoing, packet.ring(), nowNs);
        }
        if (added != null) {
            packet.keepIn(
                    added, projection.numbers(), receiver.addedRedundancy().isOnlyVoice());
        }
        if (outgoing.paddingBytes > 0) {
            egress.onPadding(outgoing.paddingBytes);
        }
        egress.commit(length, receiver.destination());
        receiver.onMediaSent(kind, length, nowNs);
        receiver.budget().onSent(length);
        reports.onSent(
                outgoing.index,
                outgoing.payloadBytes(),
                projection.timestampMap().mapVersion());
        return null;
    }

    /**
     * The position in the ring of what follows the late beginning of a key frame that was sent just now and went by
     * before it, one after the other; {@link Projection#NO_POSITION} if there is nothing more.
     */
    public long pollHeld() {
        return projection.pollHeld();
    }

    /** Reads what the packet after {@code ahead} others will need, see {@link StreamPrefetch}. */
    long stateFor(int ahead) {
        long next = keys.media() == null ? 0 : keys.highestIndex() + 1 + ahead;
        return projection.highest() + reports.counts().packets() + sent.word(next);
    }

    /**
     * Sets what the receiver is to get of the source from now on.
     *
     * @param handles of the source's encodings, low to high, this stream's own first
     * @param layerId a {@link org.starbridge.lastn.LayerId}, up to the highest there can be
     */
    public void target(int[] handles, int layerId) {
        projection.target(handles, layerId, hasStarted());
    }

    /**
     * The receiver, another bridge, is to get this stream's encoding up to a spatial layer from now on, and chooses
     * layers itself.
     */
    public void targetAllUpTo(int spatialLayer) {
        projection.targetAllUpTo(handle, spatialLayer, hasStarted());
    }

    /** Returns whether packets of an encoding concern it, now or as soon as there is a key frame. */
    public boolean mayTake(int encoding, long nowNs) {
        return projection.mayTake(encoding, nowNs);
    }

    /** Returns whether the receiver is to get less than this encoding, as soon as there is a key frame. */
    public boolean isAboveTarget(int encoding) {
        return projection.isAboveTarget(encoding);
    }

    /** Returns whether a packet of what the receiver gets now is of a temporal layer above those that it is to get. */
    public boolean leavesOut(FanOutPacket packet) {
        return projection.leavesOut(packet.source().facts());
    }

    /**
     * Returns whether a key frame of {@link #awaitedEncoding} is to be asked for now, so that the receiver gets what it
     * is to get; the answer is given once.
     */
    public boolean takeKeyFrameRequest(long nowNs) {
        return projection.takeKeyFrameRequest(nowNs);
    }

    /** Returns whether the receiver waits for a key frame that the source can be expected to send. */
    public boolean awaitsKeyFrame() {
        return projection.awaitsKeyFrame();
    }

    /** Time goes by, perhaps without a packet: a key frame that is waited for is to be asked for again. */
    public void onTime(long nowNs) {
        projection.onTime(nowNs);
    }

    /** Returns the time at which {@link #onTime} has something to do while {@link #awaitsKeyFrame}; may be long ago. */
    public long requestAgainNs() {
        return projection.requestAgainNs();
    }

    /** See {@link Projection#awaitedEncoding}. */
    public int awaitedEncoding() {
        return projection.awaitedEncoding();
    }

    /** See {@link Projection#neededEncoding}. */
    public int neededEncoding() {
        return projection.neededEncoding();
    }

    /** Returns whether a sender report of an encoding concerns what the receiver gets. */
    public boolean mapsReportsOf(int encoding) {
        return projection.timestampMap().mapsReportsOf(encoding);
    }

    /** Returns the value that is added to the source's timestamps on their way to the receiver. */
    public int timestampDelta() {
        return projection.timestampMap().timestampDelta();
    }

    /** The encoding that the receiver gets now, {@link org.starbridge.lastn.LayerId#NONE} if none. */
    public int currentEncoding() {
        return projection.timestampMap().currentEncoding();
    }

    /**
     * Sets whether the focus muted the source. What is not forwarded while it is muted leaves no gap.
     *
     * @return whether it comes back, so that the receiver needs a key frame
     */
    public boolean muted(boolean muted) {
        return projection.muted(muted);
    }

    /**
     * Called when what comes next cannot be decoded without what is dropped now: the stream resumes with a key frame.
     * What was sent before is not sent again, as the key frame makes it useless, and it would be in the way.
     */
    public void interrupt() {
        projection.interrupt();
        sent.clear();
    }

    /** Frames of higher temporal layers are left out, as far as the source's layers are known. */
    public void limitTemporalLayer(int highest) {
        projection.limitTemporalLayer(highest);
    }

    /** Returns whether the focus muted the source. */
    boolean isMuted() {
        return projection.isMuted();
    }

    /** The receiver does not get it any more, for now. */
    public void pause() {
        projection.pause();
    }

    /** The receiver gets it; true if it did not before, so that it needs a key frame. {@link #target} follows. */
    public boolean resume() {
        return projection.resume();
    }

    /** Returns what the headers of its packets have in common. */
    StreamHeader header() {
        return header;
    }

    /** Its keys and numbers. */
    StreamKeys keys() {
        return keys;
    }

    /** What may be sent again, as a part of a log. */
    public void sentState(State state, Supplier<RingLookback> ring) throws StateException {
        sent.state(state, ring);
    }

    /** Returns its packets that can be sent again. */
    SentPackets sent() {
        return sent;
    }

    /**
     * The SSRC under which this stream's packets are repeated (RFC 4588), or null: under its own. A slot keeps its own.
     */
    public void retransmissionSsrc(@Nullable Integer ssrc) {
        if (!isSourceSlot) {
            keys.retransmissionSsrc(ssrc);
        }
    }

    /** Returns whether anything was sent. */
    public boolean hasStarted() {
        return reports.counts().packets() > 0;
    }

    /** Packets sent, RFC 3550 section 6.4.1. */
    public long packets() {
        return reports.counts().packets();
    }

    /** Payload bytes sent, RFC 3550 section 6.4.1. */
    public long payloadBytes() {
        return reports.counts().payloadBytes();
    }

    /**
     * Returns whether the receiver has not had a sender report of what it gets now: its first packets, or those after a
     * switch.
     */
    public boolean lacksReport() {
        return reports.isDue();
    }

    /** A sender report left; {@code ntpTime} is what the receiver will name in its own reports. */
    public void onSenderReportSent(long ntpTime, long nowNs) {
        reports.onReportSent(ntpTime, nowNs);
    }

    /**
     * The round trip that follows from a report block, RFC 3550 section 6.4.1.
     *
     * @param lastSr the report's LSR field
     * @param delaySinceLastSr its DLSR field, in 1/65536 s
     * @return nanoseconds, or -1 if the report is about none of ours, or about one of long ago
     */
    public long roundTripNs(int lastSr, int delaySinceLastSr, long nowNs) {
        return reports.counts().roundTripNs(lastSr, delaySinceLastSr, nowNs);
    }

    /** Returns the losses on the way to the receiver by its report block about this stream; good until the next one. */
    public LinkLoss onReport(ReportBlock report) {
        return reports.onReport(report, keys.media() == null ? 0 : keys.highestIndex());
    }

    /**
     * Returns whether this receiver's request for a key frame is to be passed to the source now; if so it counts as
     * passed.
     */
    public boolean mayRequestKeyFrame(long nowNs) {
        return keyFrameRequests.tryTake(nowNs);
    }

    /** Returns whether the receiver or the source is gone. */
    public boolean isClosed() {
        return closed;
    }

    /** Frees its memory: it is sent no more. */
    @Override
    public void close() {
        closed = true;
        sent.close();
    }

    /** A slot that carries nothing had this source before. */
    public void hadSource(int[] handles, Stream source) {
        projection.hadSource(handles);
        sourceSsrc = source.ssrc();
        sourceName = source.sourceName();
    }

    /** See {@link OutgoingStreams#heldPackets}. */
    int heldPackets() {
        return projection.heldPackets();
    }

    /**
     * Its part of a snapshot; keys were read before. Packets that can be sent again are not in it: the ring with their
     * payloads is not, either.
     */
    void state(State state) throws StateException {
        SrtpSender srtp = receiver.keys();
        if (state.bool(srtp != null && keys.areIn(srtp)) && state.isReading() && srtp != null) {
            keys.take(srtp);
        }
        keyFrameRequests.state(state);
        reports.state(state);
        projection.state(state);
    }
}
