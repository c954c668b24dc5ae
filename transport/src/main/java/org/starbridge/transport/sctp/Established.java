package org.starbridge.transport.sctp;

import java.util.ArrayDeque;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What there is once both sides have agreed: the tags, the two halves, stream resets, heartbeats, and control chunks that
 * wait for a packet.
 */
final class Established {
    final int localTag;
    final int peerTag;
    final RoundTrip roundTrip;
    final Reception reception;
    final Transmission transmission;
    final StreamResets resets;
    private final SctpConfig config;
    private final RandomGenerator random;
    private @Nullable ArrayDeque<byte[]> control;
    private long heartbeatAtNs;
    private long heartbeatNonce;
    private long heartbeatSentNs;
    private boolean isHeartbeatUnanswered;
    private int heartbeatsUnanswered;

    Established(SctpHost host, Cookies.Cookie agreed, RoundTrip roundTrip, RandomGenerator random, long nowNs) {
        config = host.config();
        this.roundTrip = roundTrip;
        this.random = random;
        localTag = agreed.localTag();
        peerTag = agreed.peerTag();
        int streamsOut = Math.min(config.streams(), agreed.outgoingStreams());
        int streamsIn = Math.min(config.streams(), agreed.incomingStreams());
        reception =
                new Reception(config, host.budget(), host.counts(), agreed.peerInitialTsn() & 0xFFFF_FFFFL, streamsIn);
        transmission = new Transmission(
                config,
                new SendQueue(config, streamsOut),
                roundTrip,
                agreed.localInitialTsn() & 0xFFFF_FFFFL,
                agreed.peerWindowBytes(),
                agreed.knowsForwardTsn());
        resets = new StreamResets(
                transmission,
                reception,
                roundTrip,
                host.counts(),
                agreed.localInitialTsn(),
                agreed.peerInitialTsn(),
                agreed.knowsReconfig());
        heartbeatAtNs = nowNs + config.heartbeatInterval().toNanos();
    }

    /** Puts a chunk into the next packet. */
    void later(byte[] chunk) {
        if (control == null) {
            control = new ArrayDeque<>(2);
        }
        control.add(chunk);
    }

    /** See {@link #transmit} for {@code mayReset}. */
    long nextDeadlineNs(boolean mayReset) {
        long resetAtNs = mayReset ? resets.nextDeadlineNs() : Long.MAX_VALUE;
        return Math.min(
                Math.min(reception.nextDeadlineNs(), transmission.nextDeadlineNs()),
                Math.min(resetAtNs, heartbeatAtNs));
    }

    void onTimeout(long nowNs) {
        transmission.onTimeout(nowNs);
        if (nowNs >= heartbeatAtNs) {
            heartbeatAtNs = nowNs + config.heartbeatInterval().toNanos();
            if (transmission.isAllAcknowledged()) {
                heartbeatsUnanswered += isHeartbeatUnanswered ? 1 : 0;
                isHeartbeatUnanswered = true;
                heartbeatNonce = random.nextLong();
                heartbeatSentNs = nowNs;
                later(ChunkWriter.heartbeat(heartbeatNonce));
            }
        }
    }

    /** RFC 9260 section 8.3; an answer that is not to the last question changes nothing. */
    void onHeartbeatAck(long nowNs, byte[] info) {
        if (isHeartbeatUnanswered && info.length == 12 && Wire.i64(info, 4) == heartbeatNonce) {
            isHeartbeatUnanswered = false;
            heartbeatsUnanswered = 0;
            roundTrip.onMeasured(nowNs - heartbeatSentNs);
        }
    }

    /** Timeouts in a row, of data and heartbeats. */
    int failures() {
        return Math.max(transmission.timeoutsInRow(), heartbeatsUnanswered);
    }

    /**
     * Sends what is due.
     *
     * @param mayReset whether the association is not going down
     */
    void transmit(long nowNs, boolean mayReset, SctpSink sink) {
        boolean hasData = transmission.hasToSend(nowNs);
        boolean hasReset = mayReset && resets.hasToSend(nowNs);
        boolean isSackDue = reception.isSackDue(nowNs);
        if (control == null && !hasData && !hasReset && !isSackDue) {
            return;
        }
        PacketAssembler out = new PacketAssembler(config, peerTag, sink);
        if (control != null) {
            control.forEach(out::add);
            control = null;
        }
        if (reception.isSackPending()) {
            reception.writeSack(out);
        }
        if (hasData) {
            transmission.transmit(nowNs, out);
        }
        if (mayReset) {
            resets.transmit(nowNs, out);
        }
        out.flush();
    }

    void close() {
        reception.close();
    }
}
