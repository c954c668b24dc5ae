package org.starbridge.media.worker;

import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.counters.WorkerCounters;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.feedback.KeyFrameRequester;
import org.starbridge.media.feedback.SenderReportWriter;
import org.starbridge.media.forward.FanOut;
import org.starbridge.media.forward.FanOutPacket;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.OutgoingStream;

/** Sends one packet to one receiver, and with it what else the receiver needs. Owned by one worker. */
final class FanOutSender {
    private final FanOuts fanOuts;
    private final Egress egress;
    private final SenderReportWriter senderReports;
    private final KeyFrameRequester keyFrameRequests;
    private final DropCounters drops;
    private final WorkerCounters counters;
    private final FanOutPacket held = new FanOutPacket();

    FanOutSender(
            FanOuts fanOuts,
            Egress egress,
            SenderReportWriter senderReports,
            KeyFrameRequester keyFrameRequests,
            DropCounters drops,
            WorkerCounters counters) {
        this.fanOuts = fanOuts;
        this.egress = egress;
        this.senderReports = senderReports;
        this.keyFrameRequests = keyFrameRequests;
        this.drops = drops;
        this.counters = counters;
    }

    /** Up to {@code packets} for the same receiver follow: they go into one system call. */
    void begin(int packets) {
        egress.makeRoom(packets);
    }

    /** Sends a packet, and what was held back for it; returns how many packets that were. */
    int send(FanOutPacket packet, OutgoingStream stream, long nowNs) {
        if (!packet.isMedia()) {
            senderReports.forward(packet, stream, nowNs);
            return 1;
        }
        DropReason refused = stream.forward(packet, egress, nowNs); // rewrite, protect, egress
        if (refused == DropReason.NOT_SELECTED) {
            keyFrameRequests.requestIfAwaited(stream, nowNs);
        } else if (refused != null) {
            drops.count(refused);
        } else {
            counters.packetsForwarded++;
            if (packet.isProtected()) {
                counters.increment(MediaCounter.AUDIO_PACKETS_PROTECTED);
            }
            if (stream.lacksReport()) {
                senderReports.sendFirst(packet, stream, nowNs);
            }
            if (packet != held && packet.isLateKeyFrame()) {
                return 1 + sendHeld(packet, stream, nowNs);
            }
        }
        return 1;
    }

    /** The first packet of a key frame came late. The packets that were held back until it came follow. */
    private int sendHeld(FanOutPacket keyFrame, OutgoingStream stream, long nowNs) {
        int sent = 0;
        FanOut fanOut = fanOuts.find(keyFrame.handle());
        for (long position = stream.pollHeld(); position >= 0 && fanOut != null; position = stream.pollHeld()) {
            if (held.prepare(keyFrame, position, fanOut)) {
                sent += send(held, stream, nowNs);
            } else {
                drops.count(DropReason.RING_OVERRUN);
            }
        }
        return sent;
    }
}
