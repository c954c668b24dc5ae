package org.starbridge.media.endpoint;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.StreamStats;
import org.starbridge.media.capture.PacketWatch;
import org.starbridge.media.demux.Route;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.feedback.SourceFeedback;
import org.starbridge.media.forward.OutgoingStreams;
import org.starbridge.media.forward.Receiver;
import org.starbridge.media.source.IncomingStreams;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;

/** Everything that a worker knows of one endpoint. Owned by that worker. */
public final class EndpointSession implements AutoCloseable {
    private static final long STATS_INTERVAL_NS = 1_000_000_000;
    private static final long NEWS_INTERVAL_NS = 100_000_000;

    private final Route route;
    private final EndpointSpec spec;
    private final EndpointListener listener;
    private final PeerTransport transport;
    private final Receiver receiver;
    private final IncomingStreams incoming = new IncomingStreams();
    private final SourceFeedback feedback;
    private final OutgoingStreams outgoing = new OutgoingStreams();
    private final TrafficCounters traffic;
    private final Downlink downlink;
    private final StatsSink statsSink;
    private @Nullable Tuple mediaTuple;
    private @Nullable PeerSink iceSink;
    private final long createdAtNs;
    private long latestNs;
    private long nextStatsAtNs;
    private long layersToldAtNs;
    private boolean closed;

    /** Takes the session's figures for other threads to read. */
    public interface StatsSink {
        void publish(EndpointStats stats);

        /** The session has ended; called once. {@code atNs} is at most a second ago, on the media clock. */
        default void onEnd(ConnectionReport report, long atNs) {}

        /** Returns whether the layers of its sources are read. */
        boolean wantsLayers();

        /** Returns whether the figures of its streams are read. */
        boolean wantsStreams();

        void publishStreams(StreamStats streams);

        /** Layers of its video sources, by the SSRC of the lowest encoding. */
        void publishLayers(Map<Integer, LayersSnapshot> layers);
    }

    /**
     * A session that no datagram has reached yet.
     *
     * @param transport how it is to be reached, before anything was sent
     * @param receiver its receiving side; closed with the session
     */
    public EndpointSession(
            Route route,
            EndpointSpec spec,
            EndpointListener listener,
            StatsSink statsSink,
            PeerTransport transport,
            Receiver receiver,
            long nowNs) {
        this.receiver = receiver;
        this.route = route;
        this.spec = spec;
        this.listener = listener;
        this.statsSink = statsSink;
        this.transport = transport;
        feedback = new SourceFeedback(incoming, spec.audioFeedbackSsrc(), spec.videoFeedbackSsrc());
        traffic = new TrafficCounters(nowNs);
        createdAtNs = nowNs;
        latestNs = nowNs;
        downlink = new Downlink(receiver, outgoing, traffic);
        nextStatsAtNs = nowNs + STATS_INTERVAL_NS;
        layersToldAtNs = nowNs - NEWS_INTERVAL_NS;
    }

    public Route route() {
        return route;
    }

    public EndpointSpec spec() {
        return spec;
    }

    /** Returns the transport by which it is reached. */
    public PeerTransport transport() {
        return transport;
    }

    /** It, as a receiver of packets. */
    public Receiver receiver() {
        return receiver;
    }

    /** Returns the streams that it sends. */
    public IncomingStreams incoming() {
        return incoming;
    }

    /** The feedback to it about what it sends. */
    public SourceFeedback feedback() {
        return feedback;
    }

    /** Returns the streams that it gets; only the worker's table code changes them. */
    public OutgoingStreams outgoing() {
        return outgoing;
    }

    /** Counts an RTP packet from it that is authentic, and captures it where that was asked for. */
    public void onReceivedRtp(int datagramBytes, long plainAddress, int plainBytes, long arrivalNs) {
        traffic.onReceived(datagramBytes, arrivalNs);
        PacketWatch watch = receiver.watch();
        if (watch != null) {
            watch.onReceivedRtp(plainAddress, plainBytes, arrivalNs);
        }
    }

    /** Counts of what came and went. */
    public TrafficCounters traffic() {
        return traffic;
    }

    /** The addresses that media takes, as {@link Receiver#destination} has them; null before ICE found any. */
    public @Nullable Tuple mediaTuple() {
        return mediaTuple;
    }

    /** Media takes these addresses from now on. */
    public void mediaTuple(Tuple tuple) {
        if (mediaTuple != null && !tuple.equals(mediaTuple)) {
            receiver.congestion().onRouteChange();
        }
        mediaTuple = tuple;
        listener.onPair(tuple);
    }

    /** Carries out what its ICE agents ask for; null before the first one. */
    public @Nullable PeerSink iceSink() {
        return iceSink;
    }

    /** From now on this one does, for the session's life: its timers fire too often to make one each time. */
    public void iceSink(PeerSink sink) {
        iceSink = sink;
    }

    /** An ICE restart took over, or was given up. */
    public void onIceRestartOver(int generation, boolean tookOver) {
        listener.onIceRestartOver(generation, tookOver);
    }

    /** ICE moved on. */
    public void onIceState(IceState state) {
        receiver.reachable(state == IceState.CONNECTED);
        transport.startDtlsWhenReachable();
        listener.onIceState(state);
        if (state == IceState.CONNECTED && transport.isRelayed()) {
            listener.onRelayed();
        }
        if (state == IceState.FAILED) {
            listener.onIceFailed(transport.whyIceFailed());
        }
    }

    /** The handshake gave keys. */
    public void onKeys(SrtpSession srtp) {
        transport.onKeys(srtp);
        receiver.keys(transport.sender());
        PacketWatch watch = receiver.watch();
        if (watch != null) {
            watch.onKeys(srtp.profile());
        }
        listener.onDtlsConnected(srtp.profile());
    }

    /**
     * The handshake failed, or the session that it began has ended. After an end nothing more may be sent under its
     * keys, nor taken (RFC 8446 section 6.1: close_notify and fatal alerts end the connection at once), and a peer that
     * said goodbye consents to nothing, so the whole transport closes; the endpoint itself stays until control or
     * idleness expires it.
     */
    public void onKeysFailed(String reason) {
        PacketWatch watch = receiver.watch();
        if (watch != null) {
            watch.onKeysFailed(reason);
        }
        transport.onKeysFailed(reason);
        if (transport.sender() != null) {
            receiver.keys(null);
            receiver.reachable(false);
            transport.close();
        }
        listener.onDtlsFailed(reason);
    }

    /** Runs the timers that are due, but for RTCP, which the feedback path writes. */
    public void onTimeout(long nowNs, PeerSink sink) {
        latestNs = nowNs;
        transport.onTimeout(nowNs, sink);
        downlink.onTimeout(nowNs);
        tellDownlink(nowNs);
        if (nowNs >= nextStatsAtNs) {
            nextStatsAtNs = nowNs + STATS_INTERVAL_NS;
            publishStats(nowNs);
            if (statsSink.wantsStreams()) {
                statsSink.publishStreams(new StreamStats(incoming.figures(), outgoing.figures()));
            }
            if (statsSink.wantsLayers()) {
                publishLayers(nowNs);
            }
        } else if (hasLayerNews() && nowNs - layersToldAtNs >= NEWS_INTERVAL_NS) {
            publishLayers(nowNs);
        }
    }

    /** Returns the time at which a timer is due next. */
    public long nextDeadlineNs() {
        long deadlineNs = Math.min(Math.min(transport.nextDeadlineNs(), feedback.nextDeadlineNs()), nextStatsAtNs);
        deadlineNs = Math.min(deadlineNs, downlink.nextDeadlineNs());
        return hasLayerNews() ? Math.min(deadlineNs, layersToldAtNs + NEWS_INTERVAL_NS) : deadlineNs;
    }

    /**
     * Returns whether its listener is to hear that its layers changed: soon, not at once, as they often change
     * together.
     */
    public boolean hasLayerNews() {
        return incoming.haveLayersChanged() && statsSink.wantsLayers();
    }

    /** Publishes all figures now, for a selection that does not wait. */
    public void publishFigures(long nowNs) {
        publishStats(nowNs);
        statsSink.publishLayers(incoming.layers(nowNs));
    }

    private void publishLayers(long nowNs) {
        statsSink.publishLayers(incoming.layers(nowNs));
        if (incoming.takeLayerChange()) {
            layersToldAtNs = nowNs;
            listener.onLayersChanged();
        }
    }

    /**
     * The report blocks of one of its sender or receiver reports.
     *
     * @param rtcp at the report
     * @return null if they are well formed
     */
    public @Nullable DropReason onReportBlocks(RtcpView rtcp, long nowNs) {
        DropReason refused = downlink.onReportBlocks(rtcp, nowNs);
        tellDownlink(nowNs);
        return refused;
    }

    /**
     * It says what it can take (REMB).
     *
     * @param rtcp at the message
     * @return null if that has an effect, else why not
     */
    public @Nullable DropReason onRemb(RtcpView rtcp, long nowNs) {
        DropReason refused = downlink.onRemb(rtcp, nowNs);
        tellDownlink(nowNs);
        return refused;
    }

    /**
     * It says what arrived, and when (transport-wide feedback).
     *
     * @param rtcp at the message
     * @return null if it is well formed
     */
    public @Nullable DropReason onTransportFeedback(RtcpView rtcp, long nowNs) {
        DropReason refused = downlink.onTransportFeedback(rtcp, nowNs);
        tellDownlink(nowNs);
        return refused;
    }

    /** Selection decided what it gets: see {@link org.starbridge.media.api.MediaEndpoint#onAllocation}. */
    public void onAllocation(long wantedBps, long allocatedBps, long nowNs) {
        downlink.onAllocation(wantedBps, allocatedBps, nowNs);
        tellDownlink(nowNs);
    }

    /** Reports at once what is much less or more than before. */
    private void tellDownlink(long nowNs) {
        if (downlink.takeNews(nowNs)) {
            publishStats(nowNs);
            listener.onDownlinkChanged();
        }
    }

    private void publishStats(long nowNs) {
        BandwidthEstimate estimate = downlink.estimate();
        statsSink.publish(new EndpointStats(
                transport.iceState(),
                transport.sender() != null,
                new EndpointStats.Traffic(
                        traffic.packetsReceived(),
                        traffic.bytesReceived(),
                        receiver.packetsSent(),
                        receiver.bytesSent(),
                        incoming.packetsLost(),
                        incoming.packetsExpected(),
                        traffic.keyFrameRequests()),
                traffic.outboundLossFraction(),
                traffic.rttMs(),
                Math.max(traffic.lastReceivedNs(), transport.consentConfirmedAtNs()),
                incoming.isSending(MediaKind.AUDIO, nowNs),
                incoming.isSending(MediaKind.VIDEO, nowNs),
                Math.max(incoming.jitterMs(), traffic.jitterMs()),
                incoming.jitterMs(),
                new EndpointStats.Limits(
                        estimate.isKnown() ? downlink.usableBps(estimate.videoBps()) : downlink.rembLimitBps(),
                        traffic.hasSpuriousRemb(),
                        downlink.rembEstimateBps(),
                        estimate.overloaded() ? estimate.videoBps() : downlink.lossLimitBps()),
                estimate,
                receiver.cost().costNs()));
    }

    /** Returns how far its transport came; its age is that of the last timer, at most a second ago. */
    public ConnectionReport report() {
        return TransportReport.of(transport, traffic, receiver.packetsSent(), latestNs - createdAtNs);
    }

    /** Returns whether it was closed: nothing may use its memory any more. */
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        statsSink.onEnd(report(), latestNs);
        incoming.untapAll();
        outgoing.close();
        try {
            receiver.close();
        } finally {
            transport.close();
        }
    }

    /**
     * Its part of a snapshot; to be read into a session that was made just now, after the plan of its conference.
     *
     * @param snapshot how parts are made that can not make themselves
     */
    void state(State state, SessionSnapshot snapshot) throws StateException {
        nextStatsAtNs = state.time(nextStatsAtNs);
        layersToldAtNs = state.time(layersToldAtNs);
        state.part(10, 1, part -> transport.state(part, snapshot));
        if (state.isReading()) {
            receiver.keys(transport.sender());
        }
        state.part(20, 1, traffic::state);
        state.part(30, 1, incoming::state);
        state.part(40, 1, feedback::state);
        state.part(50, 1, receiver::state);
        state.part(60, 1, downlink::state);
        state.part(70, 1, part -> outgoing.state(part, snapshot.maker(), snapshot.streams()));
        if (state.isReading()) {
            transport.resume(state.nowNs(), snapshot.sink());
        }
    }
}
