package org.starbridge.media.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.StreamStats;
import org.starbridge.media.api.TapQueue;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.layers.SourceLayers;
import org.starbridge.rtp.packet.LayersAllocation;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** Everything that one endpoint sends: its streams by SSRC. Owned by the endpoint's worker. */
public final class IncomingStreams {
    private static final int AUDIO_CLOCK_RATE_HZ = 48_000;
    private static final long ACTIVE_NS = 5_000_000_000L;
    private static final TapQueue[] NO_TAPS = {};
    private static final int MAX_TAPS = 4;
    private static final int STREAM_PART = 10;
    private static final int MAX_STREAMS_IN_RECORD = 1 << 16;

    private final Int2ObjectHashMap<IncomingStream> bySsrc = new Int2ObjectHashMap<>();
    private final UndeclaredSsrcs undeclared = new UndeclaredSsrcs();
    /** Null of an endpoint all of whose streams come under the SSRCs that it declared. */
    private @Nullable NamedStreams named;

    /** 1 KB, for an endpoint that tells which layers it sends. */
    private @Nullable LayersAllocation allocation;

    private Negotiation negotiation = Negotiation.NONE;
    private boolean layersChanged;
    private int layerChanges;
    private TapQueue[] taps = NO_TAPS;

    /** Called when what the endpoint negotiated changed. */
    public void negotiation(Negotiation negotiation) {
        this.negotiation = negotiation;
    }

    public Negotiation negotiation() {
        return negotiation;
    }

    /** All that is taken is copied into {@code tap}, too, from now on. The oldest one of too many is detached. */
    public void tap(TapQueue tap) {
        untap(tap);
        if (taps.length == MAX_TAPS) {
            untap(taps[0]);
        }
        TapQueue[] more = Arrays.copyOf(taps, taps.length + 1);
        more[taps.length] = tap;
        setTaps(more);
    }

    /** Nothing is copied into {@code tap} any more; if anything was, it is detached. */
    public void untap(TapQueue tap) {
        TapQueue[] others = Arrays.stream(taps).filter(each -> each != tap).toArray(TapQueue[]::new);
        if (others.length < taps.length) {
            setTaps(others);
            tap.detach();
        }
    }

    /** Detaches all taps. */
    public void untapAll() {
        for (TapQueue tap : taps) {
            tap.detach();
        }
        setTaps(NO_TAPS);
    }

    private void setTaps(TapQueue[] taps) {
        this.taps = taps;
        for (IncomingStream stream : bySsrc.values()) {
            stream.tapped(isTapped(stream));
        }
    }

    private boolean isTapped(IncomingStream stream) {
        for (TapQueue tap : taps) {
            if (tap.takes(stream.kind())) {
                return true;
            }
        }
        return false;
    }

    /** A packet was taken, padding included: the taps get copies. */
    public void copyToTaps(IncomingPacket packet) {
        IncomingStream stream = packet.stream();
        if (taps.length > 0 && stream != null) {
            RtpView rtp = packet.rtp();
            for (TapQueue tap : taps) {
                if (tap.takes(stream.kind())) {
                    tap.writePacket(
                            stream.ssrc(),
                            stream.wireSsrc(),
                            packet.extSeq(),
                            packet.arrivalNs(),
                            rtp.address(),
                            rtp.lengthBytes());
                }
            }
        }
    }

    /** A sender report was taken. */
    public void tapReport(IncomingStream stream) {
        ReportedTime clock = stream.clock();
        for (TapQueue tap : taps) {
            if (tap.takes(stream.kind())) {
                tap.writeSenderReport(
                        stream.ssrc(), stream.wireSsrc(), clock.ntp64(), clock.rtpTimestamp(), clock.arrivalNs());
            }
        }
    }

    /** The declared stream of an SSRC, or null. */
    public @Nullable IncomingStream find(int ssrc) {
        return bySsrc.get(ssrc);
    }

    /**
     * The stream that comes under an SSRC: one that was declared with it, or of which that was learnt; null if there is
     * none.
     */
    public @Nullable IncomingStream arriving(int ssrc) {
        IncomingStream stream = bySsrc.get(ssrc);
        if (stream != null && stream.wireSsrc() == ssrc && stream.isLocated()) {
            return stream;
        }
        return named == null ? null : named.find(ssrc);
    }

    /**
     * Returns whether a packet of an SSRC without a stream is authenticated under a new SRTP context: it may tell which
     * stream it is of, or the SSRC may be declared soon.
     */
    public boolean admits(int ssrc) {
        return named != null || undeclared.mayTake(ssrc);
    }

    /** An authenticated packet of an SSRC without a stream: which stream it is of; null if it does not say. */
    private @Nullable IncomingStream learn(IncomingPacket packet) {
        IncomingStream stream = named == null ? null : named.learn(packet, negotiation);
        if (stream == null) {
            undeclared.add(packet.rtp().ssrc());
        } else {
            packet.moveDeadline();
        }
        return stream;
    }

    /** All streams were declared: those that were by name come under SSRCs that are to be learnt, or may change. */
    public void declared() {
        List<IncomingStream> byName = new ArrayList<>();
        for (IncomingStream stream : bySsrc.values()) {
            if (stream.arrival() != null) {
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

    /**
     * A receiver needs a key frame; see {@link KeyFrameRequestSink#request}. One that is to be learnt yet is asked when
     * it is.
     *
     * @return false if no such stream is declared
     */
    public boolean requestKeyFrame(int ssrc, int encoding) {
        IncomingStream stream = bySsrc.get(ssrc);
        if (stream == null) {
            return false;
        }
        IncomingStream chosen = encoding == KeyFrameRequestSink.ITSELF ? stream : bestUpTo(encoding, stream);
        IncomingStream asked = named == null ? chosen : named.asked(chosen);
        if (asked.isLocated()) {
            asked.keyFrameRequests().onRequest();
        }
        return true;
    }

    /**
     * The encoding that a receiver gets if it waits for {@code encoding}: that one, or the best below it that flows
     * instead. While nothing flows, one that flowed before: of a screen on which nothing moves.
     */
    private IncomingStream bestUpTo(int encoding, IncomingStream lowest) {
        IncomingStream best = lowest;
        int bestRank = -1;
        for (IncomingStream stream : bySsrc.values()) {
            if (stream.use() == Use.MEDIA && stream.lowest() == lowest.ssrc() && stream.encoding() <= encoding) {
                int rank = rank(stream, encoding);
                if (rank > bestRank) {
                    best = stream;
                    bestRank = rank;
                }
            }
        }
        return best;
    }

    private static int rank(IncomingStream stream, int wanted) {
        SourceLayers layers = stream.layers();
        int liveliness = layers != null && layers.isActive(stream.encoding()) ? 3 : stream.hasStarted() ? 2 : 0;
        int own = stream.encoding() == wanted ? 1 : 0;
        return (Math.max(liveliness, own) << Byte.SIZE) + stream.encoding();
    }

    /** The endpoint declared a stream. */
    public void put(IncomingStream stream) {
        bySsrc.put(stream.ssrc(), stream);
        stream.tapped(isTapped(stream));
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
     * An authenticated packet: finds its stream, and notes there what it is worth. A retransmission becomes the packet
     * that it carries.
     *
     * @param arriving the stream that comes under its SSRC, as {@link #arriving} says
     * @return null if it is to be forwarded, or is only padding; else why not
     */
    public @Nullable DropReason onPacket(IncomingPacket packet, @Nullable IncomingStream arriving) {
        IncomingStream stream = arriving == null ? learn(packet) : arriving;
        if (stream == null) {
            return DropReason.UNKNOWN_SSRC;
        }
        if (stream.isRetransmission()) {
            DropReason refused = RetransmissionUnwrapper.unwrap(packet, stream, this);
            stream = packet.stream();
            if (stream == null) {
                return refused; // or it is only padding
            }
        } else {
            packet.stream(stream);
        }
        DropReason refused = stream.onPacket(packet, negotiation);
        if (refused == null && !packet.isPaddingOnly()) {
            noteLayers(packet, stream);
        }
        return refused;
    }

    /** A packet goes on: what it tells about the layers of its source is noted. */
    private void noteLayers(IncomingPacket packet, IncomingStream stream) {
        boolean isChange = packet.hasChangedLayers();
        SourceLayers layers = stream.layers();
        int id = negotiation.layersAllocationId();
        if (layers != null && packet.facts().isNewest() && packet.extensions().elementAddress(id) != 0) {
            isChange |= onAllocation(
                    layers,
                    packet.extensions().elementAddress(id),
                    packet.extensions().elementLengthBytes(id));
        }
        if (isChange) {
            layersChanged = true;
            layerChanges++;
            packet.moveDeadline();
        }
    }

    private boolean onAllocation(SourceLayers layers, long elementAddress, int lengthBytes) {
        LayersAllocation told = allocation;
        if (told == null) {
            told = new LayersAllocation();
            allocation = told;
        }
        return told.parse(elementAddress, lengthBytes) == null && layers.onAllocation(told);
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

    /** Returns whether layers changed since {@link #takeLayerChange}. */
    public boolean haveLayersChanged() {
        return layersChanged;
    }

    /** Returns whether layers changed; the answer is given once. */
    public boolean takeLayerChange() {
        boolean hasChanged = layersChanged;
        layersChanged = false;
        return hasChanged;
    }

    /** Returns the number of times layers changed since the last call. */
    public int takeLayerChanges() {
        int changes = layerChanges;
        layerChanges = 0;
        return changes;
    }

    /**
     * Returns the number of video streams that a packet came of since then, retransmissions apart.
     *
     * @param sinceNs on the media clock
     */
    public int videoStreamsSince(long sinceNs) {
        int count = 0;
        for (IncomingStream stream : bySsrc.values()) {
            if (stream.kind() == MediaKind.VIDEO
                    && !stream.isRetransmission()
                    && stream.lastPacketNs() != Long.MIN_VALUE
                    && stream.lastPacketNs() - sinceNs >= 0) {
                count++;
            }
        }
        return count;
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

    /** Returns the time at which a NACK or a key frame request is due next; {@link Long#MAX_VALUE} if none is. */
    public long nextDeadlineNs() {
        long deadlineNs = Long.MAX_VALUE;
        for (IncomingStream stream : bySsrc.values()) {
            deadlineNs = Math.min(deadlineNs, stream.nextDeadlineNs());
        }
        return deadlineNs;
    }

    /** Returns the number of declared streams. */
    public int size() {
        return bySsrc.size();
    }

    /** Returns whether a packet of {@code kind} was taken lately. */
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

    /** Packets lost on the way to us, all streams. */
    public long packetsLost() {
        long lost = 0;
        for (IncomingStream stream : bySsrc.values()) {
            lost += Math.max(0, stream.reception().lost());
        }
        return lost;
    }

    /** Returns the jitter of audio, of the worst stream, in milliseconds; video's packets come in bursts anyway. */
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

    /** Its part of a snapshot: of the streams that the plan declares, by SSRC; others of a record are not used. */
    public void state(State state) throws StateException {
        layersChanged = state.bool(layersChanged);
        layerChanges = state.i32(layerChanges);
        undeclared.state(state);
        List<IncomingStream> known = new ArrayList<>(bySsrc.values());
        int count = state.i32(known.size(), 0, MAX_STREAMS_IN_RECORD);
        for (int i = 0; i < count; i++) {
            int place = i;
            state.part(STREAM_PART, 1, part -> {
                int ssrc = part.i32(part.isReading() ? 0 : known.get(place).ssrc());
                IncomingStream stream = bySsrc.get(ssrc);
                if (stream != null) {
                    stream.state(part);
                }
            });
        }
    }
}
