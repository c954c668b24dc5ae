package org.starbridge.jvb.worker;

import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.demux.DatagramKind;
import org.starbridge.jvb.demux.Route;
import org.starbridge.jvb.drop.DropCounters;
import org.starbridge.jvb.drop.DropReason;
import org.starbridge.jvb.egress.Egress;
import org.starbridge.jvb.endpoint.EndpointSession;
import org.starbridge.jvb.forward.FanOut;
import org.starbridge.jvb.forward.FanOuts;
import org.starbridge.jvb.forward.HeaderRewriter;
import org.starbridge.jvb.media.ForwardingTable.Use;
import org.starbridge.jvb.ring.PacketRing;
import org.starbridge.jvb.ring.RingRecord;
import org.starbridge.jvb.source.IncomingStream;
import org.starbridge.jvb.source.IncomingStreams;
import org.starbridge.jvb.source.RestoredPacket;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.srtp.ReceiveStream;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpStatus;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * A packet's life, from the socket to the receivers' sockets. Owned by one worker; runs for every packet, so nothing here
 * allocates, locks, logs or copies a payload.
 *
 * <p>The first half, {@link #onDatagram}, runs on the worker that owns the sender and ends with a record in its ring:
 * ingress, demux, unprotect, parse, source. The second half, {@link #fanOut}, runs on every worker that has receivers:
 * selection (a table look-up), rewrite, protect, egress.
 */
final class PacketPath {
    private final DatagramRouter router;
    private final FeedbackPath feedback;
    private final PacketRing ring;
    private final FanOuts fanOuts;
    private final Egress egress;
    private final DropCounters drops;
    private final WorkerCounters counters;
    private final Neighbours neighbours;
    private final RtpView packet = new RtpView();
    private final HeaderExtensions extensions = new HeaderExtensions();
    private final RestoredPacket restored = new RestoredPacket();
    private final HeaderRewriter rewriter = new HeaderRewriter();

    PacketPath(
            DatagramRouter router,
            FeedbackPath feedback,
            PacketRing ring,
            FanOuts fanOuts,
            Egress egress,
            DropCounters drops,
            WorkerCounters counters,
            Neighbours neighbours) {
        this.router = router;
        this.feedback = feedback;
        this.ring = ring;
        this.fanOuts = fanOuts;
        this.egress = egress;
        this.drops = drops;
        this.counters = counters;
        this.neighbours = neighbours;
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
        IncomingStream stream = sender.incoming().find(RtpView.ssrc(datagram));
        if (stream == null) {
            return DropReason.UNKNOWN_SSRC;
        }
        ReceiveStream index = keys.stream(stream.ssrc());
        if (index == null) {
            return DropReason.TOO_MANY_SSRCS;
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

        IncomingStreams incoming = sender.incoming(); // source: what is it worth?
        if (incoming.onPacket(packet, arrivalNs)) {
            router.touch(sender);
        }
        long extSeq = index.lastIndex();
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
        counters.onTaken(stream.isKeyFrame(), stream.wasRecovered());

        if (stream.workers() == 0) {
            return null; // nobody gets it: the claim is used for the next packet
        }
        RingRecord.writeMedia( // for every worker with receivers, this one included
                record,
                stream.workers(),
                stream.handle(),
                stream.ssrc(),
                extSeq,
                arrivalNs,
                packet.timestamp(),
                packet.headerLengthBytes(),
                packet.payloadType(),
                packet.marker(),
                stream.isKeyFrame(),
                packet.lengthBytes());
        ring.commit(packet.lengthBytes());
        neighbours.onCommitted(stream.workers());
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
     * Second half: what one ring has for this worker, up to {@code budget} protected packets; what is left is gone on with
     * at the next call, from the very receiver.
     *
     * @return how much of the budget was used
     */
    int fanOut(RingReader reader, int worker, int budget, long nowNs) {
        int used = 0;
        while (used < budget) {
            long record = reader.cursor.peek();
            if (record == 0) {
                reader.restart(); // what was interrupted may have been overwritten
                break;
            }
            if (RingRecord.isFor(record, worker)) {
                used += switch (RingRecord.type(record)) {
                    case RingRecord.MEDIA -> forward(record, reader, budget - used, nowNs);
                    case RingRecord.SENDER_REPORT -> feedback.forwardSenderReport(record, reader, budget - used, nowNs);
                    default -> onPassedOn(record, reader, nowNs);
                };
            }
            if (reader.current == null || reader.nextReceiver >= reader.current.streams().length) {
                reader.advance();
            }
        }
        return used;
    }

    private int forward(long record, RingReader reader, int budget, long nowNs) {
        if (reader.current == null) {
            reader.current = fanOuts.find(RingRecord.streamHandle(record)); // selection: who gets it?
        }
        FanOut fanOut = reader.current;
        if (fanOut == null || !rewriter.prepare(record)) {
            reader.current = null;
            return 1;
        }
        int end = Math.min(fanOut.streams().length, reader.nextReceiver + budget);
        int done = end - reader.nextReceiver;
        for (int i = reader.nextReceiver; i < end; i++) {
            // rewrite, protect, egress
            DropReason refused = fanOut.streams()[i].forward(record, reader.cursor, rewriter, egress, nowNs);
            if (refused != null) {
                drops.count(refused);
            } else {
                counters.packetsForwarded++;
            }
        }
        reader.nextReceiver = end;
        return done;
    }

    private int onPassedOn(long record, RingReader reader, long nowNs) {
        router.onPassedOn(record, reader.cursor, this, nowNs);
        return 1;
    }
}
