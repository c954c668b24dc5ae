package org.starbridge.transport.sctp.association;

import java.util.ArrayDeque;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SctpSink;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.PacketAssembler;
import org.starbridge.transport.sctp.receive.Reception;
import org.starbridge.transport.sctp.send.RoundTrip;
import org.starbridge.transport.sctp.send.Transmission;

/**
 * Association once both sides have agreed: the tags, the two halves, stream resets, heartbeats, the way down, and
 * control chunks that wait for a packet.
 */
final class EstablishedAssociation {
    private static final int MAX_STREAMS = 65535;
    private static final int RECEPTION_PART = 10;
    private static final int TRANSMISSION_PART = 20;

    final int localTag;
    final int peerTag;
    final Reception reception;
    final Transmission transmission;
    final StreamResets resets;
    final ShutdownHandshake closing;
    private final RoundTrip roundTrip;
    private final Heartbeats heartbeats;
    private final SctpHost host;
    private @Nullable ArrayDeque<byte[]> control;

    /** Meaning of a chunk for the whole. */
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
        this.host = host;
        this.roundTrip = roundTrip;
        localTag = agreed.localTag();
        peerTag = agreed.peerTag();
        int limit = host.config().streams();
        reception = new Reception(
                host.config(),
                host.budget(),
                host.counts(),
                agreed.peerInitialTsn() & 0xFFFF_FFFFL,
                Math.min(limit, agreed.incomingStreams()));
        transmission = new Transmission(
                host.config(),
                Math.min(limit, agreed.outgoingStreams()),
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
        long intervalNs = host.config().timers().heartbeatInterval().toNanos();
        heartbeats = new Heartbeats(nowNs, intervalNs, roundTrip, random, this::later);
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
            case Chunk.Heartbeat heartbeat -> heartbeats.onHeartbeat(heartbeat);
            case Chunk.HeartbeatAck ack -> heartbeats.onHeartbeatAck(nowNs, ack);
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
            default -> host.counts().add(SctpDropReason.UNEXPECTED_CHUNK);
        }
        return Outcome.GOES_ON;
    }

    private Outcome onData(long nowNs, Chunk.Data data, SctpSink sink) {
        if (!closing.takesData()) {
            host.counts().add(SctpDropReason.UNEXPECTED_CHUNK);
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
            host.counts().add(refusal);
        }
    }

    long nextDeadlineNs() {
        long resetAtNs = closing.isUp() ? resets.nextDeadlineNs() : Long.MAX_VALUE;
        long dataAtNs = Math.min(reception.nextDeadlineNs(), transmission.nextDeadlineNs());
        return Math.min(Math.min(dataAtNs, closing.nextDeadlineNs()), Math.min(resetAtNs, heartbeats.nextDeadlineNs()));
    }

    /** Runs the timers that are due. The answer is false when the peer has not answered for too long. */
    boolean onTimeout(long nowNs) {
        boolean isHopeful = closing.onTimeout(nowNs);
        transmission.onTimeout(nowNs);
        reception.onTimeout(nowNs);
        heartbeats.onTimeout(nowNs, transmission.isAllAcknowledged());
        int unanswered = Math.max(transmission.timeoutsInRow(), heartbeats.unansweredInRow());
        return isHopeful && !host.config().isTooOften(unanswered);
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
        PacketAssembler out = new PacketAssembler(host.config(), peerTag, sink);
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

    /** Sends a chunk at once, in a packet of its own. */
    void sendAlone(byte[] chunk, SctpSink sink) {
        PacketAssembler.sendAlone(host.config(), peerTag, chunk, sink);
    }

    /** Tells, once, that a sender who was refused may try again. */
    boolean isWritableAgain() {
        return closing.isUp() && transmission.queue().isWritableAgain();
    }

    /** Agreement of an association in a snapshot, which is made with it; null when it is read. */
    static Cookies.Cookie agreement(State state, @Nullable EstablishedAssociation known) throws StateException {
        return new Cookies.Cookie(
                0,
                state.i32(known == null ? 0 : known.localTag),
                state.i32(known == null ? 0 : known.peerTag),
                0,
                0,
                0,
                state.i32(known == null ? 0 : known.transmission.queue().streams(), 1, MAX_STREAMS),
                state.i32(known == null ? 0 : known.reception.streams(), 1, MAX_STREAMS),
                state.bool(known != null && known.transmission.canSkip()),
                state.bool(known != null && known.resets.isPossible()),
                0,
                0,
                0);
    }

    /** Part of a snapshot, between two calls: no control chunk waits then. */
    void state(State state) throws StateException {
        roundTrip.state(state);
        closing.state(state);
        heartbeats.state(state);
        resets.state(state);
        state.part(RECEPTION_PART, 1, reception::state);
        state.part(TRANSMISSION_PART, 1, transmission::state);
    }

    /** Gives its memory back. */
    void close() {
        reception.close();
    }
}
