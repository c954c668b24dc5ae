package org.starbridge.media.forward;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.downlink.LinkLoss;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.projection.StreamProjection;
import org.starbridge.media.ring.RingLookback;
import org.starbridge.media.source.KeyFrameLimit;
import org.starbridge.media.source.Negotiation;
import org.starbridge.media.source.RequestHistory;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.Padding;
import org.starbridge.rtp.packet.SequenceNumbers;
import org.starbridge.rtp.packet.StreamIdentifier;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.SendBatch;

/**
 * One SSRC that a receiver gets. It carries one source, or one SSRC of it, under the SSRC of its lowest encoding; or it is a
 * slot of a receiver whose SSRCs are rewritten and carries now this and now that source. Owned by the receiver's worker. The highest
 * index sent under its SSRC does not live here but in the receiver's {@link SrtpSender}, as long as the keys do: a stream
 * that leaves and comes back continues above it.
 */
public final class OutgoingStream implements AutoCloseable {
    /** The handle of no source: a slot that carries nothing. */
    public static final int NO_SOURCE = -1;

    /** Room that the authentication tag needs behind the payload. */
    private static final int MAX_TAG_BYTES = 16;

    private static final byte[] NO_MID = {};

    private final int ssrc;
    private final MediaKind kind;
    private final Receiver receiver;
    private final boolean isSourceSlot;
    private final byte[] mid;
    private final Passage passage;
    private final SentPackets sent;
    private final ReportedCounts counts = new ReportedCounts();
    private final LinkLoss linkLoss = new LinkLoss();
    private final KeyFrameLimit keyFrameLimit;
    private RequestHistory keyFrameRequests;
    /** Of which map of timestamps the receiver has had a sender report, or is to have one. */
    private int reportedMap = -1;

    private boolean lacksReport;
    private int handle;
    private int sourceSsrc;
    private @Nullable RingLookback lookback;
    private @Nullable Integer retransmissionSsrc;
    private @Nullable SendStream retransmissionStream;
    private ExtensionMap extensions = ExtensionMap.NOTHING;
    /** Null while it is not known what the sender negotiated: numbers mean the same to both. */
    private @Nullable PayloadTypeMap payloadTypes;

    private @Nullable SendStream sendStream;
    private @Nullable SrtpSender sendStreamOwner;

    /** A source's own stream to {@code receiver}. */
    public OutgoingStream(
            int handle,
            Stream stream,
            Receiver receiver,
            ExtensionMaps maps,
            Map<String, Integer> senderExtensionIds,
            KeyFrameLimit keyFrameLimit) {
        this(stream.ssrc(), stream.kind(), receiver, null, new Passage(stream.kind(), handle), keyFrameLimit);
        this.handle = handle;
        sourceSsrc = stream.ssrc();
        negotiated(maps, senderExtensionIds);
    }

    /** A slot of {@code receiver}'s, which carries nothing yet. */
    public OutgoingStream(SourceSlot slot, MediaKind kind, Receiver receiver, KeyFrameLimit keyFrameLimit) {
        this(slot.ssrc(), kind, receiver, slot, Passage.ofManySources(kind), keyFrameLimit);
        handle = NO_SOURCE;
        retransmissionSsrc = kind == MediaKind.VIDEO ? slot.retransmissionSsrc() : null;
    }

    private OutgoingStream(
            int ssrc,
            MediaKind kind,
            Receiver receiver,
            @Nullable SourceSlot slot,
            Passage passage,
            KeyFrameLimit keyFrameLimit) {
        this.ssrc = ssrc;
        this.kind = kind;
        this.receiver = receiver;
        this.passage = passage;
        this.keyFrameLimit = keyFrameLimit;
        isSourceSlot = slot != null;
        mid = slot == null || slot.mid() == null ? NO_MID : StreamIdentifier.bytes(slot.mid());
        sent = new SentPackets(receiver.budget());
        keyFrameRequests = new RequestHistory(keyFrameLimit);
    }

    /**
     * A slot carries a source from now on, or goes on with the one that it has. {@link #resume} and {@link #target} follow;
     * what goes out begins with a key frame.
     */
    void carry(int handle, Stream source) {
        if (handle != this.handle) {
            this.handle = handle;
            sourceSsrc = source.ssrc();
            keyFrameRequests = new RequestHistory(keyFrameLimit);
        }
    }

    /** A slot's source is gone, or carried by another slot. What the receiver was sent is still continued above. */
    void carryNothing() {
        handle = NO_SOURCE;
        passage.pause();
        sent.free();
    }

    /** Whether now this and now that source goes out under its SSRC. */
    boolean isSourceSlot() {
        return isSourceSlot;
    }

    /** What sender or receiver negotiated changed. */
    public void negotiated(ExtensionMaps maps, Map<String, Integer> senderExtensionIds) {
        extensions = maps.between(senderExtensionIds, receiver.negotiation());
    }

    /** What sender or receiver negotiated as payload types changed. */
    public void negotiated(PayloadTypeMaps maps, Map<Integer, PayloadType> senderTypes) {
        payloadTypes = maps.between(senderTypes, receiver.negotiation());
    }

    /** The source stream's number in the process, or {@link #NO_SOURCE}. */
    public int handle() {
        return handle;
    }

    /** The SSRC that the receiver sees. */
    public int ssrc() {
        return ssrc;
    }

    /** The SSRC under which the source's lowest encoding comes to us. */
    public int sourceSsrc() {
        return sourceSsrc;
    }

    public MediaKind kind() {
        return kind;
    }

    /** Who gets it. */
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
        if (passage.isMuted()) {
            return DropReason.FORCE_MUTED; // its owner had not heard of it yet
        }
        HeaderRewriter header = packet.header();
        int payloadType = payloadTypeFor(packet.payloadType());
        if (payloadType < 0) {
            header = packet.headerWithoutRedundancy();
            payloadType = header == null ? PayloadTypeMap.NONE : payloadTypeFor(header.payloadType());
        }
        if (header == null || payloadType < 0) {
            return DropReason.PAYLOAD_TYPE_NOT_ACCEPTED;
        }
        SendStream stream = sendStream(srtp);
        if (stream == null) {
            return DropReason.TOO_MANY_SSRCS;
        }
        long slot = egress.slot();
        if (slot == 0) {
            return DropReason.EGRESS_FULL;
        }
        long index = passage.project(packet, stream.highestIndex());
        if (index < 0) {
            return Passage.refusal(index);
        }
        return send(packet, header, payloadType, srtp, stream, slot, index, egress, nowNs);
    }

    private int payloadTypeFor(int number) {
        PayloadTypeMap map = payloadTypes;
        if (map != null) {
            return map.to(number);
        }
        return receiver.accepts(number) ? number : PayloadTypeMap.NONE;
    }

    private @Nullable DropReason send(
            FanOutPacket packet,
            HeaderRewriter rewriter,
            int payloadType,
            SrtpSender srtp,
            SendStream stream,
            long slot,
            long index,
            Egress egress,
            long nowNs) {
        StreamProjection numbers = passage.numbers();
        int timestamp = numbers == null ? packet.timestamp() : numbers.timestamp();
        int payload = rewriter.payloadBytes();
        int padding = rewriter.paddingBytes();
        int room = SendBatch.SLOT_BYTES - payload - padding - MAX_TAG_BYTES;
        ExtensionMap passed = hasFrameNumbers(packet, numbers) ? extensions : extensions.withoutFrameNumbers();
        int header =
                room < 12 ? room : rewriter.write(slot, room, ssrc, index, timestamp, passed, mid, receiver, nowNs);
        if (header < 12) {
            passage.suspend();
            return DropReason.SLOT_TOO_SMALL;
        }
        if (payloadType != rewriter.payloadType()) {
            HeaderRewriter.changePayloadType(slot, payloadType);
        }
        int patched = 0;
        long descriptor = 0;
        if (numbers != null) {
            patched = packet.writeDescriptor(slot + header, numbers);
            descriptor = Memory.nativeLong(slot + header); // before it is encrypted there
        }
        if (padding > 0) {
            Padding.write(slot, slot + header + payload, padding);
        }
        int length = srtp.protectRtp(
                stream, index, slot, header, patched, rewriter.payloadAddress() + patched, payload - patched, padding);
        if (length < 0) {
            passage.suspend();
            return DropReason.MALFORMED_SRTP;
        }
        if (!packet.isIntact()) {
            return DropReason.RING_OVERRUN; // torn: never sent, and its index is not used again
        }
        if (receiver.negotiation().supportsNack(payloadType)) {
            if (lookback != packet.lookback()) { // the source before this one was another worker's
                sent.clear();
                lookback = packet.lookback();
            }
            sent.add(
                    index,
                    slot,
                    header,
                    descriptor,
                    patched,
                    packet.position(),
                    rewriter.payloadOffset() + patched,
                    payload - patched,
                    padding,
                    nowNs);
        }
        if (padding > 0) {
            egress.onPadding(padding);
        }
        egress.commit(length, receiver.destination());
        receiver.onMediaSent(kind, length);
        receiver.budget().onSent(length);
        if (!hasStarted()) {
            linkLoss.begin(index);
        }
        counts.onSent(payload);
        if (passage.timestampMaps() != reportedMap) {
            reportedMap = passage.timestampMaps();
            lacksReport = true;
        }
        return null;
    }

    /**
     * Whether header extensions that number a source's frames mean something to the receiver: it gets one encoder's, whole. Of VP8
     * layers may be left out from any frame on, and its payload descriptor says as much, so they never go with it.
     */
    private static boolean hasFrameNumbers(FanOutPacket packet, @Nullable StreamProjection numbers) {
        return numbers == null && packet.facts().codec() != VideoCodec.VP8;
    }

    /**
     * The position in the ring of what follows the late beginning of a key frame that was sent just now and went by before it, one
     * after the other; {@link HeldPackets#NONE} if there is nothing more.
     */
    public long pollHeld() {
        HeldPackets released = passage.released();
        return released == null ? HeldPackets.NONE : released.poll();
    }

    /** See {@link FanOutBatch#prefetch}. */
    long prefetch() {
        SendStream stream = sendStream;
        long next = stream == null ? 0 : stream.highestIndex() + 1;
        return passage.prefetch() + counts.packets() + sent.prefetch(next);
    }

    private @Nullable SendStream sendStream(SrtpSender srtp) {
        if (sendStreamOwner != srtp) {
            sendStream = srtp.stream(ssrc);
            sendStreamOwner = srtp;
            retransmissionStream = null;
            sent.clear();
            passage.suspend();
        }
        return sendStream;
    }

    /**
     * What the receiver is to get of the source from now on.
     *
     * @param handles of the source's encodings, low to high, this stream's own first
     * @param layer the layer, from 0 to {@link ForwardingTable#HIGHEST_LAYER}
     */
    public void target(int[] handles, int layer) {
        passage.target(handles, layer, hasStarted());
    }

    /** Whether packets of an encoding concern it, now or as soon as there is a key frame. */
    public boolean mayTake(int encoding, long nowNs) {
        return passage.mayTake(encoding, nowNs);
    }

    /** Whether a key frame is to be asked for, so that the receiver gets what it is to get; the answer is given once. */
    public boolean takeKeyFrameWish() {
        return passage.takeKeyFrameWish();
    }

    /** Whether a sender report of an encoding concerns what the receiver gets. */
    public boolean mapsReportsOf(int encoding) {
        return passage.mapsReportsOf(encoding);
    }

    /** What is added to the source's timestamps on their way to the receiver. */
    public int timestampDelta() {
        return passage.timestampDelta();
    }

    /** The encoding that the receiver gets now, {@link ForwardingTable#SUSPENDED} if none. */
    public int currentEncoding() {
        return passage.currentEncoding();
    }

    /**
     * Whether the focus muted the source. What is not forwarded while it is muted leaves no gap.
     *
     * @return whether it comes back, so that the receiver needs a key frame
     */
    public boolean muted(boolean muted) {
        return passage.muted(muted);
    }

    /** The receiver does not get it any more, for now. */
    public void pause() {
        passage.pause();
    }

    /** The receiver gets it; true if it did not before, so that it needs a key frame. {@link #target} follows. */
    public boolean resume() {
        return passage.resume();
    }

    /**
     * Sends a packet again.
     *
     * @param sequenceNumber as the receiver knows it, 16 bits
     */
    public Retransmission retransmit(int sequenceNumber, Retransmitter retransmitter, Egress egress, long nowNs) {
        SrtpSender srtp = receiver.ready();
        SendStream stream = sendStream;
        if (srtp == null || stream == null || srtp != sendStreamOwner || passage.isMuted()) {
            return Retransmission.NOT_CACHED;
        }
        long index = SequenceNumbers.extend(stream.highestIndex(), sequenceNumber);
        long entry = sent.find(index, nowNs);
        return entry == 0
                ? Retransmission.NOT_CACHED
                : retransmitter.repeat(this, srtp, stream, entry, index, egress, nowNs);
    }

    /** Where the source's packets are looked up; null before the first one. */
    @Nullable
    RingLookback lookback() {
        return lookback;
    }

    /** The SSRC under which this stream's packets are repeated (RFC 4588), or null: under its own. A slot keeps its own. */
    public void retransmissionSsrc(@Nullable Integer ssrc) {
        if (!isSourceSlot && !Objects.equals(ssrc, retransmissionSsrc)) {
            retransmissionSsrc = ssrc;
            retransmissionStream = null;
        }
    }

    /** What repeats packets of a payload type to this receiver, or null if it did not negotiate RTX for it. */
    @Nullable
    SendStream retransmissionStream(SrtpSender srtp, int payloadType) {
        if (retransmissionSsrc == null
                || receiver.negotiation().retransmissionType(payloadType) == Negotiation.NO_TYPE) {
            return null;
        }
        if (retransmissionStream == null) {
            retransmissionStream = srtp.stream(retransmissionSsrc);
        }
        return retransmissionStream;
    }

    /** Whether anything was sent. */
    public boolean hasStarted() {
        return counts.packets() > 0;
    }

    /** Packets sent, RFC 3550 section 6.4.1. */
    public long packets() {
        return counts.packets();
    }

    /** Payload bytes sent, RFC 3550 section 6.4.1. */
    public long payloadBytes() {
        return counts.payloadBytes();
    }

    /** Whether the receiver has not had a sender report of what it gets now: its first packets, or those after a switch. */
    public boolean lacksReport() {
        return lacksReport;
    }

    /** A sender report left; {@code ntpTime} is what the receiver will name in its own reports. */
    public void onSenderReportSent(long ntpTime, long nowNs) {
        lacksReport = false;
        counts.onReportSent(ntpTime, nowNs);
    }

    /**
     * The round trip that a report block tells, RFC 3550 section 6.4.1.
     *
     * @param lastSr the report's LSR field
     * @param delaySinceLastSr its DLSR field, in 1/65536 s
     * @return nanoseconds, or -1 if the report is about none of ours, or about one of long ago
     */
    public long roundTripNs(int lastSr, int delaySinceLastSr, long nowNs) {
        return counts.roundTripNs(lastSr, delaySinceLastSr, nowNs);
    }

    /** What a report block of the receiver's about it says of losses on the way there; good until the next one. */
    public LinkLoss onReport(ReportBlock report) {
        SendStream stream = sendStream;
        linkLoss.onReport(report, stream == null ? 0 : stream.highestIndex(), packets(), payloadBytes());
        return linkLoss;
    }

    /** Whether this receiver's request for a key frame is to be passed to the source now; if so it counts as passed. */
    public boolean mayRequestKeyFrame(long nowNs) {
        return keyFrameRequests.tryTake(nowNs);
    }

    /** Frees its memory: it is sent no more. */
    @Override
    public void close() {
        sent.close();
    }
}
