package org.starbridge.transport.sctp.association;

import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.packet.PacketBytes;
import org.starbridge.transport.sctp.send.RoundTrip;

/** Asks whether the peer is there while no data do, and answers the same question: RFC 9260 section 8.3. */
final class Heartbeats {
    private final long intervalNs;
    private final RoundTrip roundTrip;
    private final RandomGenerator random;
    private final Consumer<byte[]> out;
    private long dueAtNs;
    private long nonce;
    private long sentNs;
    private boolean isUnanswered;
    private int unansweredInRow;

    /** @param out takes chunks that go with the next packet */
    Heartbeats(long nowNs, long intervalNs, RoundTrip roundTrip, RandomGenerator random, Consumer<byte[]> out) {
        this.intervalNs = intervalNs;
        this.roundTrip = roundTrip;
        this.random = random;
        this.out = out;
        dueAtNs = nowNs + intervalNs;
    }

    long nextDeadlineNs() {
        return dueAtNs;
    }

    /** Returns the number of ours in succession that stayed without an answer. */
    int unansweredInRow() {
        return unansweredInRow;
    }

    /** Asks if it is time to; {@code isQuiet}: no data of ours await an acknowledgement. */
    void onTimeout(long nowNs, boolean isQuiet) {
        if (nowNs < dueAtNs) {
            return;
        }
        dueAtNs = nowNs + intervalNs;
        if (isQuiet) {
            unansweredInRow += isUnanswered ? 1 : 0;
            isUnanswered = true;
            nonce = random.nextLong();
            sentNs = nowNs;
            out.accept(ChunkWriter.heartbeat(nonce));
        }
    }

    void state(State state) throws StateException {
        dueAtNs = state.time(dueAtNs);
        nonce = state.i64(nonce);
        sentNs = state.time(sentNs);
        isUnanswered = state.bool(isUnanswered);
        unansweredInRow = state.i32(unansweredInRow, 0, Integer.MAX_VALUE);
    }

    /** The peer asks. */
    void onHeartbeat(Chunk.Heartbeat heartbeat) {
        out.accept(ChunkWriter.withValue(Chunk.HEARTBEAT_ACK, heartbeat.info()));
    }

    /** An answer that is not to the last question changes nothing. */
    void onHeartbeatAck(long nowNs, Chunk.HeartbeatAck ack) {
        byte[] info = ack.info();
        if (isUnanswered && info.length == 12 && PacketBytes.i64(info, 4) == nonce) {
            isUnanswered = false;
            unansweredInRow = 0;
            roundTrip.onMeasured(nowNs - sentNs);
        }
    }
}
