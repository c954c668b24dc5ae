package org.starbridge.media.worker;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.counters.WorkerCounters;
import org.starbridge.media.demux.DatagramKind;
import org.starbridge.media.demux.Route;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.source.IncomingPacket;
import org.starbridge.media.source.IncomingStream;
import org.starbridge.media.source.IncomingStreams;
import org.starbridge.media.source.RedundancyRecovery;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.srtp.ReceiveStream;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * A packet's life, from the socket to the ring. Owned by the worker that owns the sender; runs for every packet, so
 * nothing here allocates, locks, logs or copies a payload.
 *
 * <p>Each line of {@link #onRtp} is a room: demux, unprotect, parse, source, and the ring, where every worker with
 * receivers finds the packet. There {@link RingReader} takes it up, and {@link FanOutPath} brings it to its receivers:
 * selection (a table look-up), rewrite, protect, egress.
 */
final class PacketPath {
    private final DatagramRouter router;
    private final FeedbackPath feedback;
    private final RingPublisher publisher;
    private final DropCounters drops;
    private final WorkerCounters counters;
    private final IncomingPacket packet = new IncomingPacket();
    private final RedundancyRecovery recovery = new RedundancyRecovery(ReceiveBatch.SLOT_BYTES);

    PacketPath(
            DatagramRouter router,
            FeedbackPath feedback,
            RingPublisher publisher,
            DropCounters drops,
            WorkerCounters counters) {
        this.router = router;
        this.feedback = feedback;
        this.publisher = publisher;
        this.drops = drops;
        this.counters = counters;
    }

    /** One datagram as it came. Anything may be written in its place. */
    void onDatagram(long datagramAddress, int lengthBytes, long remote, long arrivalNs, long nowNs) {
        DropReason refused;
        if (lengthBytes > ReceiveBatch.SLOT_BYTES || lengthBytes < 0) {
            refused = DropReason.CUT_DATAGRAM;
        } else {
            refused = switch (DatagramKind.of(datagramAddress, lengthBytes)) { // demux: what is it?
                case STUN -> router.onStun(datagramAddress, lengthBytes, remote, arrivalNs, nowNs);
                case DTLS -> router.onDtls(datagramAddress, lengthBytes, remote, arrivalNs);
                case RTP -> onRtp(datagramAddress, lengthBytes, remote, arrivalNs);
                case RTCP -> onRtcp(datagramAddress, lengthBytes, remote, arrivalNs, nowNs);
                case UNKNOWN -> DropReason.UNCLASSIFIED;
            };
        }
        if (refused != null) {
            refuse(refused);
        }
    }

    /** The datagram under way ends here. */
    void refuse(DropReason reason) {
        drops.count(reason);
        router.onRefused(reason);
    }

    private @Nullable DropReason onRtp(long datagramAddress, int lengthBytes, long remote, long arrivalNs) {
        Route route = router.route(remote); // demux: whose is it?
        if (route == null) {
            return DropReason.UNKNOWN_ADDRESS;
        }
        EndpointSession sender = router.local(route);
        if (sender == null) {
            return router.passOn(route, datagramAddress, lengthBytes, remote, arrivalNs);
        }
        int headerBytes = RtpView.headerLengthBytes(datagramAddress, lengthBytes);
        SrtpReceiver keys = sender.transport().receiver();
        if (keys == null || headerBytes < 0) {
            return keys == null ? DropReason.NO_KEYS : DropReason.MALFORMED_RTP;
        }
        int ssrc = RtpView.ssrc(datagramAddress);
        IncomingStreams incoming = sender.incoming();
        IncomingStream stream = incoming.arriving(ssrc);
        boolean isAdmitted = stream != null || incoming.admits(ssrc);
        ReceiveStream index = isAdmitted ? keys.stream(ssrc) : keys.provenStream(ssrc);
        if (index == null) {
            return isAdmitted ? DropReason.TOO_MANY_SSRCS : DropReason.UNKNOWN_SSRC;
        }

        long bodyAddress = publisher.claim(lengthBytes); // unprotect: into the memory that all workers read
        int plainBytes = keys.unprotectRtp(index, datagramAddress, lengthBytes, headerBytes, bodyAddress);
        if (plainBytes < 0) {
            return DropReason.ofSrtp(plainBytes);
        }
        counters.onReceived(lengthBytes);
        sender.onReceivedRtp(lengthBytes, bodyAddress, plainBytes, arrivalNs);

        DropReason refused = packet.parse(bodyAddress, plainBytes, index.lastIndex(), arrivalNs); // parse
        if (refused != null) {
            return refused;
        }
        sender.feedback().onPacket(packet); // feedback: it arrived, whatever becomes of it
        if (stream != null && recovery.find(packet, stream, incoming.negotiation()) > 0) {
            publishRepeated(incoming, stream, arrivalNs); // lost audio that it repeats goes before it
            long address = publisher.claim(plainBytes);
            recovery.writePacket(address);
            refused = packet.parse(address, plainBytes, index.lastIndex(), arrivalNs);
        }
        refused = refused != null ? refused : incoming.onPacket(packet, stream); // source: which stream's is it?
        if (packet.movesDeadline()) {
            router.touch(sender);
        }
        if (refused == null) {
            incoming.copyToTaps(packet); // for recordings and HLS, if there are any
        }
        if (refused == null && !packet.isPaddingOnly()) {
            counters.onTaken(packet.isKeyFrame(), packet.isRecovered());
            if (packet.isLevelOnly()) {
                drops.count(DropReason.NOT_AMONG_LOUDEST);
            }
            publisher.publish(packet); // ring: to every worker with receivers, this one included
        }
        return refused;
    }

    private void publishRepeated(IncomingStreams incoming, IncomingStream stream, long arrivalNs) {
        int count = recovery.count();
        for (int i = 0; i < count; i++) {
            long address = publisher.claim(recovery.lengthBytes(i));
            recovery.write(i, address);
            DropReason refused = packet.parse(address, recovery.lengthBytes(i), recovery.extSeq(i), arrivalNs);
            if (refused == null) {
                packet.repeated();
                refused = incoming.onPacket(packet, stream);
            }
            if (refused != null) {
                drops.count(refused);
            } else {
                counters.increment(MediaCounter.AUDIO_RECOVERED_FROM_RED);
                incoming.copyToTaps(packet);
                publisher.publish(packet);
            }
        }
    }

    /** A packet that the bridge makes itself, plain: from where it would be decrypted to, it takes the same way. */
    void onInjected(EndpointSession sender, byte[] plain, long extSeq, long nowNs) {
        if (plain.length > ReceiveBatch.SLOT_BYTES) {
            drops.count(DropReason.CUT_DATAGRAM);
            return;
        }
        long bodyAddress = publisher.claim(plain.length);
        Memory.copyIn(plain, 0, bodyAddress, plain.length);
        DropReason refused = packet.parse(bodyAddress, plain.length, extSeq, nowNs);
        if (refused == null) {
            IncomingStreams incoming = sender.incoming();
            refused = incoming.onPacket(packet, incoming.arriving(RtpView.ssrc(bodyAddress)));
        }
        if (refused != null) {
            drops.count(refused);
        } else if (!packet.isPaddingOnly()) {
            publisher.publish(packet);
        }
    }

    private @Nullable DropReason onRtcp(
            long datagramAddress, int lengthBytes, long remote, long arrivalNs, long nowNs) {
        Route route = router.route(remote);
        if (route == null) {
            return DropReason.UNKNOWN_ADDRESS;
        }
        EndpointSession sender = router.local(route);
        if (sender == null) {
            return router.passOn(route, datagramAddress, lengthBytes, remote, arrivalNs);
        }
        DropReason refused = feedback.onRtcp(sender, datagramAddress, lengthBytes, arrivalNs, nowNs);
        router.touch(sender); // feedback may call for probes
        return refused;
    }
}
