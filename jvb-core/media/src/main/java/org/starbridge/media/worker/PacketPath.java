package org.starbridge.media.worker;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.demux.DatagramKind;
import org.starbridge.media.demux.Route;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.forward.FanOut;
import org.starbridge.media.forward.FanOutBatch;
import org.starbridge.media.forward.FanOutPacket;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.ReceiverGroup;
import org.starbridge.media.forward.ReceiverGroups;
import org.starbridge.media.ring.PacketRing;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.media.ring.RingNotifier;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.source.IncomingStream;
import org.starbridge.media.source.IncomingStreams;
import org.starbridge.media.source.RestoredPacket;
import org.starbridge.media.speech.SpeechMonitor;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.srtp.ReceiveStream;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpStatus;
import org.starbridge.transport.udp.GsoLimits;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * A packet's life, from the socket to the receivers' sockets. Owned by one worker; runs for every packet, so nothing here
 * allocates, locks, logs or copies a payload.
 *
 * <p>The first half, {@link #onDatagram}, runs on the worker that owns the sender and ends with a record in its ring:
 * ingress, demux, unprotect, parse, source. The second half, {@link #take} and {@link #fanOut}, runs on every worker that has receivers:
 * selection (a table look-up), rewrite, protect, egress. There the packets of one moment go out receiver by receiver, so that
 * what leaves for the same receiver shares a system call.
 */
final class PacketPath {
    /** Packets that an audience is sent before the next one has its turn. */
    private static final int TURN = 64;

    private final DatagramRouter router;
    private final FeedbackPath feedback;
    private final PacketRing ring;
    private final FanOuts fanOuts;
    private final ReceiverGroups audiences = new ReceiverGroups();
    private final FanOutBatch pass;
    private final FanOutPacket held = new FanOutPacket();
    private final Egress egress;
    private final DropCounters drops;
    private final WorkerCounters counters;
    private final RingNotifier neighbours;
    private final RtpView packet = new RtpView();
    private final HeaderExtensions extensions = new HeaderExtensions();
    private final RestoredPacket restored = new RestoredPacket();
    private final SpeechMonitor speech;
    private final FaultContext inHand;

    PacketPath(
            DatagramRouter router,
            FeedbackPath feedback,
            PacketRing ring,
            FanOuts fanOuts,
            Egress egress,
            DropCounters drops,
            WorkerCounters counters,
            RingNotifier neighbours,
            SpeechMonitor speech,
            FaultContext inHand,
            GsoLimits runLimits) {
        this.router = router;
        this.feedback = feedback;
        this.ring = ring;
        this.fanOuts = fanOuts;
        pass = new FanOutBatch(fanOuts, drops, runLimits);
        this.egress = egress;
        this.drops = drops;
        this.counters = counters;
        this.neighbours = neighbours;
        this.speech = speech;
        this.inHand = inHand;
    }

    /** Whether some packet still has receivers to go to. */
    boolean hasWaiting() {
        return !audiences.isEmpty();
    }

    /** See {@link FanOutBatch#ringOccupancy}. */
    double ringOccupancy() {
        return pass.ringOccupancy();
    }

    /** First half: one datagram as it came, in place of which anything may be written. */
    void onDatagram(long datagram, int lengthBytes, long remote, long arrivalNs, long nowNs) {
        DropReason refused;
        if (lengthBytes > ReceiveBatch.SLOT_BYTES || lengthBytes < 0) {
            refused = DropReason.CUT_DATAGRAM;
        } else {
            refused = switch (DatagramKind.of(datagram, lengthBytes)) { // demux: what is it?
                case STUN -> router.onStun(datagram, lengthBytes, remote, arrivalNs, nowNs);
                case DTLS -> router.onDtls(datagram, lengthBytes, remote, arrivalNs);
                case RTP -> onRtp(datagram, lengthBytes, remote, arrivalNs);
                case RTCP -> onRtcp(datagram, lengthBytes, remote, arrivalNs, nowNs);
                case UNKNOWN -> DropReason.UNCLASSIFIED;
            };
        }
        if (refused != null) {
            drops.count(refused);
        }
    }

    private @Nullable DropReason onRtp(long datagram, int lengthBytes, long remote, long arrivalNs) {
        Route route = router.route(remote); // demux: whose is it?
        if (route == null) {
            return DropReason.UNKNOWN_ADDRESS;
        }
        EndpointSession sender = router.local(route);
        if (sender == null) {
            return router.passOn(route, datagram, lengthBytes, remote, arrivalNs);
        }
        SrtpReceiver keys = sender.transport().receiver();
        if (keys == null) {
            return DropReason.NO_KEYS;
        }
        int headerBytes = RtpView.headerLengthBytes(datagram, lengthBytes);
        if (headerBytes < 0) {
            return DropReason.MALFORMED_RTP;
        }
        int ssrc = RtpView.ssrc(datagram);
        IncomingStreams incoming = sender.incoming();
        IncomingStream stream = incoming.arriving(ssrc);
        boolean isAdmitted = stream != null || incoming.admits(ssrc);
        ReceiveStream index = isAdmitted ? keys.stream(ssrc) : keys.provenStream(ssrc);
        if (index == null) {
            return isAdmitted ? DropReason.TOO_MANY_SSRCS : DropReason.UNKNOWN_SSRC;
        }

        long record = ring.claim(lengthBytes); // unprotect: into the memory that all workers read
        int plainBytes = keys.unprotectRtp(index, datagram, lengthBytes, headerBytes, RingRecord.body(record));
        if (plainBytes < 0) {
            return DropReason.of(SrtpStatus.of(plainBytes));
        }
        sender.traffic().onReceived(lengthBytes, arrivalNs);
        counters.onReceived(lengthBytes);

        if (packet.wrap(RingRecord.body(record), plainBytes) != null) { // parse
            return DropReason.MALFORMED_RTP;
        }
        if (!extensions.isWellFormed(packet)) {
            return DropReason.MALFORMED_EXTENSION;
        }

        if (incoming.onPacket(packet, arrivalNs)) { // source: it arrived, whatever becomes of it
            router.touch(sender);
        }
        if (stream == null) {
            stream = incoming.learn(packet); // source: whose is it?
            if (stream == null) {
                return DropReason.UNKNOWN_SSRC;
            }
            router.touch(sender);
        }
        long extSeq = index.lastIndex(); // source: what is it worth?
        DropReason refused;
        if (stream.use() == Use.RETRANSMISSION) {
            refused = restored.restore(packet, stream, extSeq, arrivalNs, incoming);
            stream = restored.stream();
            if (stream == null) {
                return refused; // or only padding
            }
            extSeq = restored.extSeq();
            refused = stream.onRestored(packet, extSeq, arrivalNs, incoming.negotiation());
        } else {
            refused = stream.onPacket(packet, extSeq, arrivalNs, incoming.negotiation());
        }
        if (stream.asksSooner()) {
            router.touch(sender);
        }
        if (refused != null) {
            return refused;
        }
        if (stream.isEmpty()) {
            return null; // padding, sent to find out how much the network carries
        }
        if (incoming.onTaken(packet, stream) && sender.hasLayerNews()) {
            router.touch(sender);
        }
        counters.onTaken(stream.isKeyFrame(), stream.wasRecovered());

        if (stream.isLevelOnly()) {
            drops.count(DropReason.NOT_AMONG_LOUDEST);
        }
        if (stream.workers() == 0) {
            return null; // nobody gets it: the claim is used for the next packet
        }
        RingRecord.writeMedia( // for every worker with receivers, this one included
                record,
                stream.workers(),
                stream.handle(),
                stream.ssrc(),
                stream.number(),
                arrivalNs,
                packet.timestamp(),
                packet.headerLengthBytes(),
                packet.payloadType(),
                packet.marker(),
                stream.isKeyFrame(),
                packet.lengthBytes(),
                stream.frameFacts());
        FrameFacts frame = stream.videoFacts();
        if (frame != null) {
            RingRecord.writeCodecWords(record, frame.firstCodecWord(), frame.secondCodecWord());
        }
        int level = stream.audioLevel();
        if (level >= 0) {
            RingRecord.writeAudioLevel(record, level, !stream.isLevelOnly());
        }
        ring.commit(packet.lengthBytes());
        neighbours.onCommitted(stream.workers());
        if (stream.clock().hasReminder()) {
            feedback.remindOfSenderReport(stream);
        }
        return null;
    }

    private @Nullable DropReason onRtcp(long datagram, int lengthBytes, long remote, long arrivalNs, long nowNs) {
        Route route = router.route(remote);
        if (route == null) {
            return DropReason.UNKNOWN_ADDRESS;
        }
        EndpointSession sender = router.local(route);
        if (sender == null) {
            return router.passOn(route, datagram, lengthBytes, remote, arrivalNs);
        }
        return feedback.onRtcp(sender, datagram, lengthBytes, arrivalNs, nowNs);
    }

    /**
     * Second half: what one ring has for this worker, up to {@code limit} records, waits from now on for its receivers;
     * selection is a table look-up.
     *
     * @return how many records were for this worker
     */
    int take(RingCursor cursor, int worker, int limit, long nowNs) {
        int taken = 0;
        for (long record = cursor.peek(); record != 0 && taken < limit; record = cursor.peek()) {
            if (RingRecord.isFor(record, worker)) {
                taken++;
                if (RingRecord.type(record) == RingRecord.DATAGRAM) {
                    router.onPassedOn(record, cursor, this, nowNs);
                } else {
                    await(record, cursor, nowNs);
                }
            }
            cursor.advance();
        }
        return taken;
    }

    private void await(long record, RingCursor cursor, long nowNs) {
        int handle = RingRecord.streamHandle(record);
        if (RingRecord.type(record) == RingRecord.SENDER_REPORT && cursor.isIntact()) {
            fanOuts.clocks().onReport(record);
            if (RingRecord.isReminder(record)) {
                return;
            }
        }
        if (RingRecord.type(record) == RingRecord.MEDIA && RingRecord.audioLevel(record) != RingRecord.NO_AUDIO_LEVEL) {
            speech.onLevel( // of no effect if another worker listens
                    handle, RingRecord.rtpTimestamp(record), RingRecord.audioLevel(record), nowNs);
            if (!RingRecord.isForReceivers(record)) {
                return;
            }
        }
        FanOut fanOut = fanOuts.find(handle); // selection: who gets it?
        if (fanOut != null && !audiences.add(cursor, fanOut, nowNs)) {
            drops.count(DropReason.TOO_MANY_WAITING, fanOut.streams().length);
        }
    }

    /**
     * Brings what waits to its receivers, conferences in turn, up to about {@code budget} packets; what is left is gone on
     * with at the next call, from the very receiver.
     *
     * @return how much of the budget was used
     */
    int fanOut(int budget, long nowNs) {
        int used = 0;
        while (used < budget) {
            ReceiverGroup audience = audiences.next();
            if (audience == null) {
                break;
            }
            inHand.conference(audience.conferenceId());
            try {
                used += Math.max(1, serve(audience, Math.min(TURN, budget - used), nowNs));
            } finally {
                audiences.onTurnTaken(audience);
            }
        }
        return used;
    }

    private int serve(ReceiverGroup audience, int budget, long nowNs) {
        pass.load(audience, nowNs);
        int used = 0;
        int place = pass.firstPlace();
        for (; place < pass.places() && used < budget; place++) {
            egress.makeRoom(pass.size());
            pass.prefetch(place + 1);
            for (int i = 0; i < pass.size(); i++) {
                FanOutPacket departure = pass.packet(i);
                OutgoingStream stream = departure.to(place);
                if (stream != null) {
                    used += send(departure, stream, nowNs);
                }
            }
        }
        pass.servedUpTo(place);
        return used;
    }

    /**
     * A key frame's beginning came late: what went by before it, because of that, follows.
     *
     * @return how much of the budget was used
     */
    private int sendHeld(FanOutPacket departure, OutgoingStream stream, long nowNs) {
        int used = 0;
        FanOut fanOut = fanOuts.find(departure.handle());
        for (long position = stream.pollHeld(); position >= 0 && fanOut != null; position = stream.pollHeld()) {
            if (held.prepare(departure, position, fanOut)) {
                used += send(held, stream, nowNs);
            } else {
                drops.count(DropReason.RING_OVERRUN);
            }
        }
        return used;
    }

    /** Sends a packet, and what was held back for it; returns how much of the budget was used. */
    private int send(FanOutPacket departure, OutgoingStream stream, long nowNs) {
        int used = 1;
        if (departure.isMedia()) {
            DropReason refused = stream.forward(departure, egress, nowNs); // rewrite, protect, egress
            if (refused == null) {
                counters.packetsForwarded++;
                if (stream.lacksReport()) {
                    feedback.tellTime(departure, stream, nowNs);
                }
                if (departure != held && departure.isLateKeyFrame()) {
                    used += sendHeld(departure, stream, nowNs);
                }
            } else if (refused == DropReason.NOT_SELECTED) {
                feedback.passKeyFrameWish(stream);
            } else {
                drops.count(refused);
            }
        } else {
            feedback.forwardSenderReport(departure, stream, nowNs);
        }
        return used;
    }
}
