package org.starbridge.media.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.StreamStats;
import org.starbridge.media.layers.SourceLayers;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.LayersAllocation;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.reception.TransportFeedbackRegister;
import org.starbridge.rtp.rtcp.FullIntraRequest;
import org.starbridge.rtp.rtcp.GenericNackWriter;
import org.starbridge.rtp.rtcp.PictureLossIndication;
import org.starbridge.rtp.rtcp.ReceiverReport;
import org.starbridge.rtp.rtcp.ReportBlock;

/**
 * Everything that one endpoint sends: its streams by SSRC, and what we report to it about them. Owned by the endpoint's
 * worker.
 */
public final class IncomingStreams {
    private static final long REPORT_INTERVAL_NS = 1_000_000_000;
    private static final long POSTPONED_NS = 20_000_000;
    private static final int AUDIO_CLOCK_RATE_HZ = 48_000;
    private static final long ACTIVE_NS = 5_000_000_000L;

    private final Int2ObjectHashMap<IncomingStream> bySsrc = new Int2ObjectHashMap<>();
    private final UndeclaredSsrcs undeclared = new UndeclaredSsrcs();
    /** Null of an endpoint that declared the SSRCs of all it sends. */
    private @Nullable NamedStreams named;

    /** 64 KB, which an endpoint that only receives has no use for: made for the first packet that is numbered. */
    private @Nullable TransportFeedbackRegister transportFeedback;
    /** 1 KB, for an endpoint that tells which layers it sends. */
    private @Nullable LayersAllocation allocation;

    private final GenericNackWriter nack = new GenericNackWriter();
    private final HeaderExtensions extensions = new HeaderExtensions();
    private final int audioFeedbackSsrc;
    private final int videoFeedbackSsrc;
    private Negotiation negotiation = Negotiation.NONE;
    private long nextReportAtNs = Long.MAX_VALUE;
    private int nextReported;
    private long postponedUntilNs = Long.MIN_VALUE;
    private long keyFrameRequestsSent;
    private long nacksSent;
    private long packetsAskedFor;
    private boolean layersChanged;

    /** The streams of an endpoint to which we report under the given SSRCs. */
    public IncomingStreams(int audioFeedbackSsrc, int videoFeedbackSsrc) {
        this.audioFeedbackSsrc = audioFeedbackSsrc;
        this.videoFeedbackSsrc = videoFeedbackSsrc;
    }

    /** What the endpoint negotiated changed. */
    public void negotiation(Negotiation negotiation) {
        this.negotiation = negotiation;
    }

    public Negotiation negotiation() {
        return negotiation;
    }

    /** The declared stream of an SSRC, or null. */
    public @Nullable IncomingStream find(int ssrc) {
        return bySsrc.get(ssrc);
    }

    /** The stream that comes under an SSRC: one that was declared with it, or of which that was learnt; null if there is none. */
    public @Nullable IncomingStream arriving(int ssrc) {
        IncomingStream stream = bySsrc.get(ssrc);
        if (stream != null && stream.rid() == null) {
            return stream;
        }
        return named == null ? null : named.find(ssrc);
    }

    /**
     * Whether a packet of an SSRC without a stream is authenticated under a new SRTP context: it may tell which stream it is of,
     * or the SSRC may be declared soon.
     */
    public boolean admits(int ssrc) {
        return named != null || undeclared.mayTake(ssrc);
    }

    /** An authenticated packet of an SSRC without a stream: which stream it is of; null if it does not say. */
    public @Nullable IncomingStream learn(RtpView packet) {
        IncomingStream stream = named == null ? null : named.learn(packet, negotiation);
        if (stream == null) {
            undeclared.add(packet.ssrc());
        }
        return stream;
    }

    /** All streams were declared: those that were by name only come under SSRCs that are to be learnt. */
    public void declared() {
        List<IncomingStream> byName = new ArrayList<>();
        for (IncomingStream stream : bySsrc.values()) {
            if (stream.rid() != null) {
                byName.add(stream);
            }
        }
        byName.sort(Comparator.comparingInt(IncomingStream::encoding).thenComparingInt(IncomingStream::ssrc));
        if (byName.isEmpty()) {
            named = null;
        } else if (named == null || !named.consistsOf(byName)) {
            named = new NamedStreams(byName);
        }
    }

    /** Somebody needs a key frame of a stream. One that is to be learnt yet is asked when it is. */
    public void requestKeyFrame(IncomingStream stream) {
        IncomingStream asked = named == null ? stream : named.asked(stream);
        if (asked.isLocated()) {
            asked.keyFrameRequests().onRequest();
        }
    }

    /** The endpoint declared a stream. */
    public void put(IncomingStream stream) {
        bySsrc.put(stream.ssrc(), stream);
        undeclared.remove(stream.ssrc());
    }

    /** Every declared stream; not to be changed. */
    public Iterable<IncomingStream> all() {
        return bySsrc.values();
    }

    /** Forgets all streams but those whose handles are in {@code handles}. */
    public void retain(java.util.Set<Integer> handles) {
        bySsrc.values().removeIf(stream -> !handles.contains(stream.handle()));
    }

    /**
     * An authenticated packet, forwarded or not: its transport-wide sequence number is noted, and reports begin with the
     * first one.
     *
     * @return whether {@link #nextDeadlineNs()} may have come nearer
     */
    public boolean onPacket(RtpView packet, long arrivalNs) {
        boolean isFirst = nextReportAtNs == Long.MAX_VALUE;
        if (isFirst) {
            nextReportAtNs = arrivalNs + REPORT_INTERVAL_NS;
        }
        int id = negotiation.transportSequenceId();
        if (id == 0 || !packet.hasExtension()) {
            return isFirst;
        }
        long element = extensions.find(packet, id);
        if (element == 0 || extensions.elementLengthBytes() < 2) {
            return isFirst;
        }
        TransportFeedbackRegister register = transportFeedback;
        if (register == null) {
            register = new TransportFeedbackRegister();
            transportFeedback = register;
        }
        boolean wasIdle = register.nextDeadlineNs() == Long.MAX_VALUE;
        register.onPacket(Memory.u16(element), arrivalNs);
        return isFirst || wasIdle;
    }

    /**
     * A packet of a stream goes on: what its sender tells with it about the layers of its source is noted.
     *
     * @return whether the layers of a source changed with it
     */
    public boolean onTaken(RtpView packet, IncomingStream stream) {
        boolean isChange = stream.changedLayers();
        int id = negotiation.layersAllocationId();
        SourceLayers layers = id == 0 || !packet.hasExtension() ? null : stream.layers();
        if (layers != null && stream.isNewest()) {
            isChange |= onAllocation(packet, id, layers);
        }
        layersChanged |= isChange;
        return isChange;
    }

    private boolean onAllocation(RtpView packet, int id, SourceLayers layers) {
        long element = extensions.find(packet, id);
        if (element == 0) {
            return false;
        }
        LayersAllocation told = allocation;
        if (told == null) {
            told = new LayersAllocation();
            allocation = told;
        }
        return told.parse(element, extensions.elementLengthBytes()) == null && layers.onAllocation(told);
    }

    /** The audio stream of a handle is heard by others, or not any more. */
    public void hear(int handle, boolean isHeard) {
        for (IncomingStream stream : bySsrc.values()) {
            if (stream.handle() == handle) {
                stream.hear(isHeard);
            }
        }
    }

    /** Figures of every declared stream. */
    public List<StreamStats.Incoming> figures() {
        List<StreamStats.Incoming> figures = new ArrayList<>();
        for (IncomingStream stream : bySsrc.values()) {
            figures.add(stream.figures());
        }
        return figures;
    }

    /** Whether layers changed since {@link #takeLayerChange}. */
    public boolean haveLayersChanged() {
        return layersChanged;
    }

    /** Whether layers changed; the answer is given once. */
    public boolean takeLayerChange() {
        boolean hasChanged = layersChanged;
        layersChanged = false;
        return hasChanged;
    }

    /** The layers of each video source, by the SSRC of its lowest encoding. */
    public Map<Integer, LayersSnapshot> layers(long nowNs) {
        Map<Integer, LayersSnapshot> all = new HashMap<>();
        for (IncomingStream stream : bySsrc.values()) {
            SourceLayers layers = stream.layers();
            if (layers != null && stream.encoding() == 0) {
                layersChanged |= layers.poll(nowNs);
                all.put(stream.ssrc(), layers.snapshot(nowNs));
            }
        }
        return Map.copyOf(all);
    }

    /** When something is to be reported next. */
    public long nextDeadlineNs() {
        TransportFeedbackRegister register = transportFeedback;
        long deadline = register == null ? nextReportAtNs : Math.min(nextReportAtNs, register.nextDeadlineNs());
        for (IncomingStream stream : bySsrc.values()) {
            deadline = Math.min(deadline, stream.keyFrameRequests().nextDeadlineNs());
            deadline = Math.min(deadline, stream.missing().nextDeadlineNs());
        }
        return Math.max(deadline, postponedUntilNs);
    }

    /**
     * Writes what is due now, one RTCP packet a call: call again until it gives 0.
     *
     * @param roundTripNs to the endpoint and back, 0 while unknown
     * @return its length; 0 when nothing more is due
     */
    public int writeDue(long address, int capacityBytes, long nowNs, long roundTripNs) {
        if (nowNs >= nextReportAtNs) {
            nextReportAtNs = nowNs + REPORT_INTERVAL_NS;
            return writeReceiverReport(address, capacityBytes, nowNs);
        }
        TransportFeedbackRegister register = transportFeedback;
        if (register != null && nowNs >= register.nextDeadlineNs()) {
            int length = register.write(address, capacityBytes, videoFeedbackSsrc, mediaSsrc(), nowNs);
            if (length > 0) {
                return length;
            }
        }
        int length = writeNack(address, capacityBytes, nowNs, roundTripNs);
        return length > 0 ? length : writeKeyFrameRequest(address, capacityBytes, nowNs);
    }

    private int writeNack(long address, int capacityBytes, long nowNs, long roundTripNs) {
        for (IncomingStream stream : bySsrc.values()) {
            if (nowNs >= stream.missing().nextDeadlineNs() && !stream.isWanted(nowNs)) {
                stream.missing().clear();
            } else if (nowNs >= stream.missing().nextDeadlineNs()) {
                int sender = stream.kind() == MediaKind.VIDEO ? videoFeedbackSsrc : audioFeedbackSsrc;
                nack.begin(address, capacityBytes, sender, stream.wireSsrc());
                int asked = stream.missing().collect(nack, nowNs, roundTripNs);
                stream.onAskedFor(asked);
                if (asked > 0) {
                    nacksSent++;
                    packetsAskedFor += asked;
                    return nack.end();
                }
            }
        }
        return 0;
    }

    /** Nothing can be reported now: what is due waits for the usual interval. */
    public void postpone(long nowNs) {
        if (nextReportAtNs <= nowNs) {
            nextReportAtNs = nowNs + REPORT_INTERVAL_NS;
        }
        postponedUntilNs = nowNs + POSTPONED_NS;
    }

    /** One report; where a report does not hold all streams they take turns, RFC 3550 section 6.1. */
    private int writeReceiverReport(long address, int capacityBytes, long nowNs) {
        long blocks = address + ReceiverReport.BLOCKS_OFFSET;
        int room = Math.min(
                ReceiverReport.MAX_BLOCKS, (capacityBytes - ReceiverReport.BLOCKS_OFFSET) / ReportBlock.LENGTH_BYTES);
        int from = nextReported < bySsrc.size() ? nextReported : 0;
        int count = 0;
        boolean video = false;
        for (int round = 0; round < 2; round++) {
            int position = 0;
            for (IncomingStream stream : bySsrc.values()) {
                boolean isItsTurn = round == 0 ? position >= from : position < from;
                position++;
                if (isItsTurn && count < room && stream.reception().received() > 0) {
                    stream.reception().writeReportBlock(blocks + (long) count * ReportBlock.LENGTH_BYTES, nowNs);
                    count++;
                    video |= stream.kind() == MediaKind.VIDEO;
                    nextReported = position;
                }
            }
        }
        return ReceiverReport.write(address, capacityBytes, video ? videoFeedbackSsrc : audioFeedbackSsrc, count);
    }

    private int writeKeyFrameRequest(long address, int capacityBytes, long nowNs) {
        for (IncomingStream stream : bySsrc.values()) {
            if (stream.keyFrameRequests().poll(nowNs)) {
                keyFrameRequestsSent++;
                return negotiation.supportsPli(MediaKind.VIDEO) || !negotiation.supportsFir(MediaKind.VIDEO)
                        ? PictureLossIndication.write(address, capacityBytes, videoFeedbackSsrc, stream.wireSsrc())
                        : FullIntraRequest.write(
                                address,
                                capacityBytes,
                                videoFeedbackSsrc,
                                stream.wireSsrc(),
                                stream.keyFrameRequests().nextFirSequence());
            }
        }
        return 0;
    }

    /** Transport-wide feedback must name a media SSRC, although it is about all of them. */
    private int mediaSsrc() {
        int any = 0;
        for (IncomingStream stream : bySsrc.values()) {
            any = stream.wireSsrc();
            if (stream.kind() == MediaKind.VIDEO) {
                return any;
            }
        }
        return any;
    }

    /** Whether a packet of {@code kind} was taken lately. */
    public boolean isSending(MediaKind kind, long nowNs) {
        for (IncomingStream stream : bySsrc.values()) {
            if (stream.kind() == kind
                    && stream.lastPacketNs() != Long.MIN_VALUE
                    && nowNs - stream.lastPacketNs() < ACTIVE_NS) {
                return true;
            }
        }
        return false;
    }

    /** Key frame requests that were written, all streams. */
    public long keyFrameRequestsSent() {
        return keyFrameRequestsSent;
    }

    /** NACKs that were written, all streams. */
    public long nacksSent() {
        return nacksSent;
    }

    /** Packets that they asked for, each time counted. */
    public long packetsAskedFor() {
        return packetsAskedFor;
    }

    /** Packets lost on the way to us, all streams. */
    public long packetsLost() {
        long lost = 0;
        for (IncomingStream stream : bySsrc.values()) {
            lost += Math.max(0, stream.reception().lost());
        }
        return lost;
    }

    /** How unevenly audio comes, the worst stream, in milliseconds; video's packets come in bursts anyway. */
    public double jitterMs() {
        double worst = 0;
        for (IncomingStream stream : bySsrc.values()) {
            if (stream.kind() == MediaKind.AUDIO) {
                worst = Math.max(worst, stream.reception().jitter() * 1e3 / AUDIO_CLOCK_RATE_HZ);
            }
        }
        return worst;
    }

    /** Packets that should have come, all streams. */
    public long packetsExpected() {
        long expected = 0;
        for (IncomingStream stream : bySsrc.values()) {
            expected += stream.reception().expected();
        }
        return expected;
    }
}
