package org.starbridge.jvb.forward;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.drop.DropReason;
import org.starbridge.jvb.egress.Egress;
import org.starbridge.jvb.media.ForwardingTable;
import org.starbridge.jvb.media.ForwardingTable.Stream;
import org.starbridge.jvb.media.MediaKind;
import org.starbridge.jvb.projection.StreamProjection;
import org.starbridge.jvb.ring.RingLookback;
import org.starbridge.jvb.source.KeyFrameLimit;
import org.starbridge.jvb.source.Negotiation;
import org.starbridge.jvb.source.RequestHistory;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.SequenceNumbers;
import org.starbridge.rtp.rtcp.NtpTime;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.SendBatch;

/**
 * One source, or one SSRC of it, on its way to one receiver: whole, or as much of its encodings and layers as the receiver is to
 * get, under the SSRC of the lowest encoding. Owned by the receiver's worker. The highest index sent under its SSRC does not
 * live here but in the receiver's {@link SrtpSender}, as long as the keys do: a stream that leaves and comes back
 * continues above it.
 */
public final class OutgoingStream implements AutoCloseable {
    /** Room that the authentication tag needs behind the payload. */
    private static final int MAX_TAG_BYTES = 16;

    private static final int NO_REPORT = 0;
    private static final int TOP_TEMPORAL_LAYER = 3;
    private static final int VIDEO_CLOCK_RATE_HZ = 90_000;
    private static final int FRAME_TICKS = 3000;

    private final int handle;
    private final int ssrc;
    private final MediaKind kind;
    private final Receiver receiver;
    private final IndexShift whole = new IndexShift();
    /**
     * What chooses among layers and encodings; null as long as the source has one encoding and the receiver gets all of it,
     * which costs less: then only a shift of the numbers is between source and receiver.
     */
    private @Nullable StreamProjection projection;
    /** Whether the source still goes whole, up to the first frame from which on layers can be left out. */
    private boolean isYetWhole;

    private int[] encodings;
    private int target = ForwardingTable.HIGHEST_LAYER;
    private final SentPackets sent;
    private @Nullable RingLookback lookback;
    private @Nullable Integer retransmissionSsrc;
    private @Nullable SendStream retransmissionStream;
    private ExtensionMap extensions;
    private @Nullable SendStream sendStream;
    private @Nullable SrtpSender sendStreamOwner;
    private long packets;
    private long payloadBytes;
    private int lastReportNtp = NO_REPORT;
    private long lastReportNs;
    private final RequestHistory keyFrameRequests;
    private boolean paused;
    private boolean muted;

    /** A stream of {@code sender}'s to {@code receiver}. */
    public OutgoingStream(
            int handle,
            Stream stream,
            Receiver receiver,
            ExtensionMaps maps,
            java.util.Map<String, Integer> senderExtensionIds,
            KeyFrameLimit keyFrameLimit) {
        keyFrameRequests = new RequestHistory(keyFrameLimit);
        this.handle = handle;
        encodings = new int[] {handle};
        ssrc = stream.ssrc();
        kind = stream.kind();
        this.receiver = receiver;
        sent = new SentPackets(receiver.budget());
        extensions = maps.between(senderExtensionIds, receiver.negotiation().extensionIds());
    }

    /** What sender or receiver negotiated changed. */
    public void negotiated(ExtensionMaps maps, java.util.Map<String, Integer> senderExtensionIds) {
        extensions = maps.between(senderExtensionIds, receiver.negotiation().extensionIds());
    }

    /** The source stream's number in the process. */
    public int handle() {
        return handle;
    }

    /** The SSRC that the receiver sees. */
    public int ssrc() {
        return ssrc;
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
    public @Nullable DropReason forward(Departure packet, Egress egress, long nowNs) {
        SrtpSender srtp = receiver.ready();
        if (srtp == null) {
            return DropReason.RECEIVER_NOT_READY;
        }
        if (muted) {
            return DropReason.FORCE_MUTED; // its owner had not heard of it yet
        }
        int payloadType = packet.payloadType();
        if (!receiver.accepts(payloadType)) {
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
        StreamProjection layers = projection;
        if (layers != null) {
            return forwardLayer(layers, packet, srtp, stream, slot, egress, nowNs);
        }
        return forwardWhole(packet, srtp, stream, slot, egress, nowNs);
    }

    private @Nullable DropReason forwardWhole(
            Departure packet, SrtpSender srtp, SendStream stream, long slot, Egress egress, long nowNs) {
        long index = whole.project(packet.extSeq(), stream.highestIndex());
        if (index == IndexShift.NONE) {
            return DropReason.OLDER_THAN_FIRST;
        }
        int timestamp = packet.header().timestamp();
        return send(null, packet, srtp, stream, slot, index, timestamp, egress, nowNs);
    }

    private @Nullable DropReason forwardLayer(
            StreamProjection layers,
            Departure packet,
            SrtpSender srtp,
            SendStream stream,
            long slot,
            Egress egress,
            long nowNs) {
        FrameFacts facts = packet.facts();
        if (isYetWhole) {
            if (facts.encoding() != 0) {
                return DropReason.NOT_SELECTED;
            }
            if (!facts.isLayered() || !facts.isStartOfFrame() || !facts.isNewest()) {
                return forwardWhole(packet, srtp, stream, slot, egress, nowNs);
            }
            isYetWhole = false;
            long index = whole.project(packet.extSeq(), stream.highestIndex());
            layers.takeOver(facts, packet.extSeq(), index, stream.highestIndex());
        }
        if (!layers.project(
                facts, packet.extSeq(), packet.header().timestamp(), packet.arrivalNs(), stream.highestIndex())) {
            return DropReason.NOT_SELECTED;
        }
        return send(layers, packet, srtp, stream, slot, layers.index(), layers.timestamp(), egress, nowNs);
    }

    private @Nullable DropReason send(
            @Nullable StreamProjection layers,
            Departure packet,
            SrtpSender srtp,
            SendStream stream,
            long slot,
            long index,
            int timestamp,
            Egress egress,
            long nowNs) {
        HeaderRewriter rewriter = packet.header();
        int payload = rewriter.payloadBytes();
        int room = SendBatch.SLOT_BYTES - payload - MAX_TAG_BYTES;
        int header = room < 12 ? room : rewriter.write(slot, room, ssrc, index, timestamp, extensions, receiver, nowNs);
        if (header < 12) {
            suspend();
            return DropReason.SLOT_TOO_SMALL;
        }
        int patched = 0;
        long descriptor = 0;
        if (layers != null) {
            patched = packet.writeDescriptor(slot + header, layers);
            descriptor = Memory.nativeLong(slot + header); // before it is encrypted there
        }
        int length = srtp.protectRtp(
                stream, index, slot, header, patched, rewriter.payloadAddress() + patched, payload - patched);
        if (length < 0) {
            suspend();
            return DropReason.MALFORMED_SRTP;
        }
        if (!packet.isIntact()) {
            return DropReason.RING_OVERRUN; // torn: never sent, and its index is not used again
        }
        if (receiver.negotiation().supportsNack(packet.payloadType())) {
            lookback = packet.lookback();
            sent.add(
                    index,
                    slot,
                    header,
                    descriptor,
                    patched,
                    packet.position(),
                    rewriter.payloadOffset() + patched,
                    payload - patched,
                    nowNs);
        }
        egress.commit(length, receiver.destination());
        receiver.onMediaSent(length);
        receiver.budget().onSent(length);
        packets++;
        payloadBytes += payload;
        return null;
    }

    private @Nullable SendStream sendStream(SrtpSender srtp) {
        if (sendStreamOwner != srtp) {
            sendStream = srtp.stream(ssrc);
            sendStreamOwner = srtp;
            retransmissionStream = null;
            sent.clear();
            suspend();
        }
        return sendStream;
    }

    private void suspend() {
        whole.suspend();
        if (projection != null) {
            projection.suspend();
        }
    }

    /**
     * What the receiver is to get of the source from now on.
     *
     * @param handles of the source's encodings, low to high, this stream's own first
     * @param layer the layer, from 0 to {@link ForwardingTable#HIGHEST_LAYER}
     */
    public void target(int[] handles, int layer) {
        if (isReplaced(handles) && projection != null) {
            projection.onSourceChange(); // numbers of another stream: they mean nothing to what went on before
        }
        encodings = handles;
        int highest = handles.length - 1;
        target = layer >> 6 > highest ? highest << 6 | TOP_TEMPORAL_LAYER : layer;
        boolean isWhole = highest == 0 && (target & 7) >= TOP_TEMPORAL_LAYER;
        if (projection == null && !isWhole && kind == MediaKind.VIDEO) {
            projection = new StreamProjection(VIDEO_CLOCK_RATE_HZ, FRAME_TICKS);
            isYetWhole = packets > 0 && !paused && !muted;
        }
        aim();
    }

    /** Whether an encoding is another stream than before, or gone: one that is declared again may number packets anew. */
    private boolean isReplaced(int[] handles) {
        int common = Math.min(handles.length, encodings.length);
        return Arrays.mismatch(handles, 0, common, encodings, 0, encodings.length) >= 0;
    }

    private void aim() {
        if (projection != null) {
            projection.target(paused || muted ? StreamProjection.SUSPENDED : target);
        }
    }

    /** Whether packets of an encoding concern it, now or as soon as there is a key frame. */
    public boolean mayTake(int encoding, long nowNs) {
        return projection == null ? encoding == 0 : projection.mayTake(encoding, nowNs);
    }

    /** Whether a key frame is to be asked for, so that the receiver gets what it is to get; the answer is given once. */
    public boolean takeKeyFrameWish() {
        return projection != null && !isYetWhole && projection.takeKeyFrameWish();
    }

    /** Whether a sender report of an encoding concerns what the receiver gets. */
    public boolean mapsReportsOf(int encoding) {
        return (projection == null || isYetWhole) ? encoding == 0 : projection.mapsReportsOf(encoding);
    }

    /** What is added to the source's timestamps on their way to the receiver. */
    public int timestampDelta() {
        return (projection == null || isYetWhole) ? 0 : projection.timestampDelta();
    }

    /** The encoding that the receiver gets now, {@link ForwardingTable#SUSPENDED} if none. */
    public int currentEncoding() {
        return (projection == null || isYetWhole) ? 0 : projection.currentEncoding();
    }

    /**
     * Sends a packet again.
     *
     * @param sequenceNumber as the receiver knows it, 16 bits
     */
    public Retransmission retransmit(int sequenceNumber, Retransmitter retransmitter, Egress egress, long nowNs) {
        SrtpSender srtp = receiver.ready();
        SendStream stream = sendStream;
        if (srtp == null || stream == null || srtp != sendStreamOwner || muted) {
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

    /** The SSRC under which this stream's packets are repeated (RFC 4588), or null: under its own. */
    public void retransmissionSsrc(@Nullable Integer ssrc) {
        if (!Objects.equals(ssrc, retransmissionSsrc)) {
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

    /** Whether the focus muted the source. What is not forwarded while it is muted leaves no gap. */
    public void muted(boolean muted) {
        if (muted) {
            whole.suspend();
        }
        if (muted != this.muted) {
            this.muted = muted;
            isYetWhole = false;
            aim();
        }
    }

    /** The receiver does not get it any more, for now. */
    public void pause() {
        whole.suspend();
        if (!paused) {
            paused = true;
            isYetWhole = false;
            aim();
        }
    }

    /** The receiver gets it; true if it did not before, so that it needs a key frame. {@link #target} follows. */
    public boolean resume() {
        boolean wasPaused = paused;
        paused = false;
        return wasPaused;
    }

    /** Whether anything was sent. */
    public boolean hasStarted() {
        return packets > 0;
    }

    /** Packets sent, RFC 3550 section 6.4.1. */
    public long packets() {
        return packets;
    }

    /** Payload bytes sent, RFC 3550 section 6.4.1. */
    public long payloadBytes() {
        return payloadBytes;
    }

    /** A sender report left; {@code ntpTime} is what the receiver will name in its own reports. */
    public void onSenderReportSent(long ntpTime, long nowNs) {
        lastReportNtp = NtpTime.middle(ntpTime);
        lastReportNs = nowNs;
    }

    /**
     * The round trip that a report block tells, RFC 3550 section 6.4.1.
     *
     * @param lastSr the report's LSR field
     * @param delaySinceLastSr its DLSR field, in 1/65536 s
     * @return nanoseconds, or -1 if the report is about none of ours or the last but one
     */
    public long roundTripNs(int lastSr, int delaySinceLastSr, long nowNs) {
        if (lastSr == NO_REPORT || lastSr != lastReportNtp) {
            return -1;
        }
        return Math.max(0, nowNs - lastReportNs - NtpTime.shortToNs(delaySinceLastSr));
    }

    /** Frees its memory: it is sent no more. */
    @Override
    public void close() {
        sent.close();
    }

    /** Whether this receiver's request for a key frame is to be passed to the source now; if so it counts as passed. */
    public boolean mayRequestKeyFrame(long nowNs) {
        return keyFrameRequests.tryTake(nowNs);
    }
}
