package org.starbridge.transport.sctp.association;

import java.util.ArrayDeque;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpCounts;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SctpSink;
import org.starbridge.transport.sctp.SctpState;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.packet.PacketAssembler;
import org.starbridge.transport.sctp.packet.Wire;
import org.starbridge.transport.sctp.receive.Reception;
import org.starbridge.transport.sctp.send.RoundTrip;
import org.starbridge.transport.sctp.send.SendQueue;
import org.starbridge.transport.sctp.send.Transmission;

/**
 * What there is once both sides have agreed: the tags, the two halves, stream resets, heartbeats, the way down, and
 * control chunks that wait for a packet.
 */
final class EstablishedAssociation {
    final int localTag;
    final int peerTag;
    final RoundTrip roundTrip;
    final Reception reception;
    final Transmission transmission;
    final StreamResets resets;
    final ShutdownHandshake closing;
    private final SctpConfig config;
    private final SctpCounts counts;
    private final RandomGenerator random;
    private @Nullable ArrayDeque<byte[]> control;
    private long heartbeatAtNs;
    private long heartbeatNonce;
    private long heartbeatSentNs;
    private boolean isHeartbeatUnanswered;
    private int heartbeatsUnanswered;

    /** What a chunk means for the whole. */
    enum Outcome {
        GOES_ON,
        /** Both have said that they are done. */
        SHUT_DOWN,
        /** The peer sent data without data (RFC 9260 section 3.3.1). */
        NO_USER_DATA,
        PROTOCOL_VIOLATION
    }

    EstablishedAssociation(
            SctpHost host, Cookies.Cookie agreed, RoundTrip roundTrip, RandomGenerator random, long nowNs) {
        config = host.config();
        counts = host.counts();
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
        closing = new ShutdownHandshake(roundTrip, reception, this::later);
        heartbeatAtNs = nowNs + config.timers().heartbeatInterval().toNanos();
    }

    /** ESTABLISHED, or on its way down. */
    SctpState state() {
        return closing.state();
    }

    /** Puts a chunk into the next packet. */
    void later(byte[] chunk) {
        if (control == null) {
            control = new ArrayDeque<>(2);
        }
        control.add(chunk);
    }

    /** One of the chunks that an association in these states may get. */
    Outcome onChunk(long nowNs, Chunk chunk, SctpSink sink) {
        switch (chunk) {
            case Chunk.Data data -> {
                return onData(nowNs, data, sink);
            }
            case Chunk.Sack sack -> countIfRefused(transmission.onSack(nowNs, sack));
            case Chunk.Heartbeat heartbeat -> later(ChunkWriter.withValue(Chunk.HEARTBEAT_ACK, heartbeat.info()));
            case Chunk.HeartbeatAck ack -> onHeartbeatAck(nowNs, ack.info());
            case Chunk.ForwardTsn skip -> reception.onForwardTsn(skip, sink);
            case Chunk.Reconfig reconfig -> resets.onReconfig(nowNs, reconfig, this::later, sink);
            case Chunk.Shutdown shutdown -> {
                countIfRefused(transmission.onCumulative(nowNs, shutdown.cumulativeTsn()));
                closing.onShutdown(nowNs);
            }
            case Chunk.ShutdownAck _
            when closing.awaitsAcknowledgement() -> {
                return Outcome.SHUT_DOWN;
            }
            case Chunk.ShutdownComplete _
            when closing.awaitsCompletion() -> {
                return Outcome.SHUT_DOWN;
            }
            default -> counts.add(SctpDropReason.UNEXPECTED_CHUNK);
        }
        return Outcome.GOES_ON;
    }

    private Outcome onData(long nowNs, Chunk.Data data, SctpSink sink) {
        if (!closing.takesData()) {
            counts.add(SctpDropReason.UNEXPECTED_CHUNK);
            return Outcome.GOES_ON;
        }
        closing.onData();
        return switch (reception.onData(nowNs, data, sink)) {
            case FINE -> Outcome.GOES_ON;
            case NO_USER_DATA -> Outcome.NO_USER_DATA;
            case PROTOCOL_VIOLATION -> Outcome.PROTOCOL_VIOLATION;
        };
    }

    private void countIfRefused(@Nullable SctpDropReason refusal) {
        if (refusal != null) {
            counts.add(refusal);
        }
    }

    long nextDeadlineNs() {
        long resetAtNs = closing.isUp() ? resets.nextDeadlineNs() : Long.MAX_VALUE;
        long dataAtNs = Math.min(reception.nextDeadlineNs(), transmission.nextDeadlineNs());
        return Math.min(Math.min(dataAtNs, closing.nextDeadlineNs()), Math.min(resetAtNs, heartbeatAtNs));
    }

    /** Runs the timers that are due. The answer is false when the peer has not answered for too long. */
    boolean onTimeout(long nowNs) {
        boolean isHopeful = closing.onTimeout(nowNs);
        transmission.onTimeout(nowNs);
        reception.onTimeout(nowNs);
        beat(nowNs);
        return isHopeful && !config.isTooOften(Math.max(transmission.timeoutsInRow(), heartbeatsUnanswered));
    }

    /** RFC 9260 section 8.3: asks whether the peer is there, while no data do. */
    private void beat(long nowNs) {
        if (nowNs >= heartbeatAtNs) {
            heartbeatAtNs = nowNs + config.timers().heartbeatInterval().toNanos();
            if (transmission.isAllAcknowledged()) {
                heartbeatsUnanswered += isHeartbeatUnanswered ? 1 : 0;
                isHeartbeatUnanswered = true;
                heartbeatNonce = random.nextLong();
                heartbeatSentNs = nowNs;
                later(ChunkWriter.heartbeat(heartbeatNonce));
            }
        }
    }

    /** An answer that is not to the last question changes nothing. */
    private void onHeartbeatAck(long nowNs, byte[] info) {
        if (isHeartbeatUnanswered && info.length == 12 && Wire.i64(info, 4) == heartbeatNonce) {
            isHeartbeatUnanswered = false;
            heartbeatsUnanswered = 0;
            roundTrip.onMeasured(nowNs - heartbeatSentNs);
        }
    }

    /** Sends what is due. */
    void transmit(long nowNs, SctpSink sink) {
        closing.advance(nowNs, transmission.isIdle());
        boolean mayReset = closing.isUp();
        boolean hasData = transmission.hasToSend(nowNs);
        boolean hasReset = mayReset && resets.hasToSend(nowNs);
        if (control == null && !hasData && !hasReset && !reception.isSackUrgent()) {
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

    /** Tells, once, that a sender who was refused may try again. */
    boolean isWritableAgain() {
        return closing.isUp() && transmission.queue().isWritableAgain();
    }

    /** Gives its memory back. */
    void close() {
        reception.close();
    }
}
