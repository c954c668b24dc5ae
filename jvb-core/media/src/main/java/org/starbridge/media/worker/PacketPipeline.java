package org.starbridge.media.worker;

import org.starbridge.media.counters.WorkerCounters;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.feedback.KeyFrameRequestReader;
import org.starbridge.media.feedback.KeyFrameRequester;
import org.starbridge.media.feedback.NackResponder;
import org.starbridge.media.feedback.RtcpEgress;
import org.starbridge.media.feedback.SenderReportRelay;
import org.starbridge.media.feedback.SenderReportWriter;
import org.starbridge.media.feedback.SourceFeedbackSender;
import org.starbridge.media.forward.FanOutBatch;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.ReceiverGroups;
import org.starbridge.media.pacing.Pacer;
import org.starbridge.media.probe.Prober;
import org.starbridge.media.ring.PacketRing;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.transport.udp.ReceiveBatch;

/** The rooms that one worker's packets go through, put together, and their entrances. Owned by the worker. */
final class PacketPipeline implements AutoCloseable {
    private final DatagramEntrance entrance;
    private final FeedbackPath feedback;
    private final PacketPath path;
    private final FanOutPath fanOut;
    private final RingReader ringReader;
    private final Prober prober;

    PacketPipeline(
            WorkerContext context,
            WorkerFigures figures,
            PacketRing ring,
            Egress egress,
            FanOuts fanOuts,
            Demultiplexer demux,
            KeyFrameRequester keyFrameRequests) {
        DropCounters drops = figures.drops;
        WorkerCounters counters = figures.counters;
        RtcpEgress rtcp = new RtcpEgress(egress);
        SenderReportRelay senderReports = new SenderReportRelay(ring, context.notifier());
        prober = new Prober(egress, counters);
        feedback = new FeedbackPath(
                senderReports,
                new NackResponder(egress, drops, counters),
                new KeyFrameRequestReader(keyFrameRequests, drops),
                new SourceFeedbackSender(rtcp, counters),
                drops,
                counters);
        path = new PacketPath(
                demux.router(), feedback, new RingPublisher(ring, context.notifier(), senderReports), drops, counters);
        entrance = new DatagramEntrance(
                path,
                demux.handover(),
                demux.faultContext(),
                figures.costs,
                DebugSettings.loss(context.settings().debug().incomingLoss(), 2L * context.index() + 1));
        SenderReportWriter reports = new SenderReportWriter(fanOuts, rtcp, counters);
        ReceiverGroups groups = new ReceiverGroups(fanOuts, drops);
        fanOut = new FanOutPath(
                groups,
                new FanOutBatch(fanOuts, drops, context.port().runLimits()),
                new FanOutSender(fanOuts, egress, reports, keyFrameRequests, drops, counters),
                new Pacer(fanOuts, keyFrameRequests, drops, counters),
                demux.faultContext(),
                new FanOutSampler(figures.costs, demux.transit()),
                context.log());
        ringReader = new RingReader(context.index(), entrance, groups, fanOuts.clocks(), context.speech());
    }

    /** The {@code i}th datagram of a received batch. */
    void onDatagram(ReceiveBatch batch, int i, long nowNs) {
        entrance.onReceived(batch, i, nowNs);
    }

    /** See {@link PacketPath#onInjected}. */
    void onInjected(EndpointSession sender, byte[] plain, long extSeq, long nowNs) {
        path.onInjected(sender, plain, extSeq, nowNs);
    }

    /** See {@link RingReader#take}. */
    int takeRecords(RingCursor cursor, int limit, long nowNs) {
        return ringReader.take(cursor, limit, nowNs);
    }

    /** See {@link FanOutPath#send}. */
    int fanOut(int budget, long nowNs) {
        return fanOut.send(budget, nowNs);
    }

    /** See {@link FanOutPath#release}. */
    int release(long nowNs) {
        return fanOut.release(nowNs);
    }

    /** See {@link FanOutPath#flushPacer}. */
    int flushPacer(long nowNs) {
        return fanOut.flushPacer(nowNs);
    }

    /** Returns the time at which {@link #release} is due. */
    long nextReleaseNs() {
        return fanOut.nextReleaseNs();
    }

    /** Sends what is due at this time: feedback about the endpoint's streams, and probes of its link. */
    void sendDue(EndpointSession endpoint, long nowNs) {
        feedback.sendDue(endpoint, nowNs);
        prober.sendDue(endpoint.receiver(), endpoint.outgoing(), nowNs);
    }

    /** Returns whether packets wait for receivers. */
    boolean hasWaiting() {
        return fanOut.hasWaiting();
    }

    /** See {@link FanOutBatch#ringOccupancy}. */
    double ringOccupancy() {
        return fanOut.ringOccupancy();
    }

    @Override
    public void close() {
        feedback.close();
    }
}
