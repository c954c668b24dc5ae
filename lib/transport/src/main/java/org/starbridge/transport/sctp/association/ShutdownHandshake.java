package org.starbridge.transport.sctp.association;

import java.util.function.Consumer;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.SctpState;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.receive.Reception;
import org.starbridge.transport.sctp.send.RoundTrip;

/**
 * Going down, begun by either side or by both at once: RFC 9260 section 9.2. Knows where an established association is,
 * and repeats what the peer has to answer (T2).
 */
final class ShutdownHandshake {
    /** Number of times that SHUTDOWN is sent, at most, before the association counts as gone anyway. */
    private static final int MAX_SENDS = 8;

    private final RoundTrip roundTrip;
    private final Reception reception;
    private final Consumer<byte[]> out;
    private SctpState state = SctpState.ESTABLISHED;
    private long timeoutAtNs = Long.MAX_VALUE;
    private int sends;

    /** @param out takes chunks that go with the next packet */
    ShutdownHandshake(RoundTrip roundTrip, Reception reception, Consumer<byte[]> out) {
        this.roundTrip = roundTrip;
        this.reception = reception;
        this.out = out;
    }

    SctpState state() {
        return state;
    }

    /** Neither side has begun to go down. */
    boolean isUp() {
        return state == SctpState.ESTABLISHED;
    }

    /** Returns whether the peer may still have something to send. */
    boolean takesData() {
        return state != SctpState.SHUTDOWN_RECEIVED && state != SctpState.SHUTDOWN_ACK_SENT;
    }

    /** We want to go down, when everything is delivered. */
    void begin() {
        if (state == SctpState.ESTABLISHED) {
            state = SctpState.SHUTDOWN_PENDING;
        }
    }

    /** Something came: the peer hears again what is still missing, and that we wait. */
    void onData() {
        if (state == SctpState.SHUTDOWN_SENT) {
            timeoutAtNs = Long.MAX_VALUE;
        }
    }

    /** The peer has nothing more to send. */
    void onShutdown(long nowNs) {
        switch (state) {
            case ESTABLISHED, SHUTDOWN_PENDING -> state = SctpState.SHUTDOWN_RECEIVED;
            case SHUTDOWN_SENT -> acknowledge(nowNs); // Both at once.
            case SHUTDOWN_RECEIVED, SHUTDOWN_ACK_SENT, CLOSED, COOKIE_WAIT, COOKIE_ECHOED -> {}
        }
    }

    /** Returns whether SHUTDOWN ACK is what we wait for. */
    boolean awaitsAcknowledgement() {
        return state == SctpState.SHUTDOWN_SENT || state == SctpState.SHUTDOWN_ACK_SENT;
    }

    /** Returns whether SHUTDOWN COMPLETE is what we wait for. */
    boolean awaitsCompletion() {
        return state == SctpState.SHUTDOWN_ACK_SENT;
    }

    /** Takes the next step if it is due. {@code isIdle}: nothing of ours waits or is unacknowledged. */
    void advance(long nowNs, boolean isIdle) {
        if (state == SctpState.SHUTDOWN_PENDING && isIdle) {
            state = SctpState.SHUTDOWN_SENT;
            send(nowNs);
        } else if (state == SctpState.SHUTDOWN_RECEIVED && isIdle) {
            acknowledge(nowNs);
        } else if (state == SctpState.SHUTDOWN_SENT && timeoutAtNs == Long.MAX_VALUE) {
            send(nowNs);
        }
    }

    long nextDeadlineNs() {
        return timeoutAtNs;
    }

    /** T2. The answer is false when it has fired too often. */
    boolean onTimeout(long nowNs) {
        if (nowNs < timeoutAtNs) {
            return true;
        }
        timeoutAtNs = Long.MAX_VALUE;
        if (sends >= MAX_SENDS) {
            return false;
        }
        send(nowNs);
        return true;
    }

    void state(State state) throws StateException {
        this.state = state.choice(this.state, SctpState.values());
        timeoutAtNs = state.time(timeoutAtNs);
        sends = state.i32(sends, 0, MAX_SENDS + 1);
    }

    private void acknowledge(long nowNs) {
        state = SctpState.SHUTDOWN_ACK_SENT;
        sends = 0;
        send(nowNs);
    }

    private void send(long nowNs) {
        if (sends++ > 0) {
            roundTrip.backOff();
        }
        out.accept(
                state == SctpState.SHUTDOWN_ACK_SENT
                        ? ChunkWriter.empty(Chunk.SHUTDOWN_ACK, 0)
                        : ChunkWriter.shutdown(reception.cumulativeTsn()));
        timeoutAtNs = nowNs + roundTrip.timeoutNs();
    }
}
