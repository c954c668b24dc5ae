package org.starbridge.transport.sctp.send;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.PacketAssembler;

/** One DATA chunk that has a TSN and is not acknowledged for good. */
final class SentChunk implements PacketAssembler.DataSource {
    /** State of the chunk. */
    enum Fate {
        UNDER_WAY,
        /** To be sent again. */
        LOST,
        /** There, says a gap report, which may be taken back (RFC 9260 section 6.2). */
        REPORTED,
        /** Given up: skipped with FORWARD TSN. */
        ABANDONED
    }

    final OutgoingMessage message;
    final long tsn;
    final int from;
    final int length;
    Fate fate = Fate.UNDER_WAY;
    int sends;
    int passedOver;
    boolean wasFastRetransmitted;

    SentChunk(OutgoingMessage message, long tsn, int from, int length) {
        this.message = message;
        this.tsn = tsn;
        this.from = from;
        this.length = length;
    }

    /**
     * Part of a snapshot; null when it is read.
     *
     * @param messages those that chunks are of
     */
    static SentChunk state(State state, @Nullable SentChunk known, List<OutgoingMessage> messages)
            throws StateException {
        int index = state.i32(known == null ? 0 : messages.indexOf(known.message), 0, messages.size() - 1);
        OutgoingMessage message = messages.get(index);
        long tsn = state.i64(known == null ? 0 : known.tsn);
        int from = state.i32(known == null ? 0 : known.from, 0, message.payload.length);
        int length = state.i32(known == null ? 0 : known.length, 0, message.payload.length - from);
        SentChunk chunk = known == null ? new SentChunk(message, tsn, from, length) : known;
        chunk.fate = state.choice(chunk.fate, Fate.values());
        chunk.sends = state.i32(chunk.sends, 0, Integer.MAX_VALUE);
        chunk.passedOver = state.i32(chunk.passedOver, 0, Integer.MAX_VALUE);
        chunk.wasFastRetransmitted = state.bool(chunk.wasFastRetransmitted);
        return chunk;
    }

    boolean begins() {
        return from == 0;
    }

    boolean ends() {
        return from + length == message.payload.length;
    }

    @Override
    public long tsn() {
        return tsn;
    }

    @Override
    public int streamId() {
        return message.streamId;
    }

    @Override
    public int ssn() {
        return message.ssn;
    }

    @Override
    public int ppid() {
        return message.ppid;
    }

    @Override
    public int payloadBytes() {
        return length;
    }

    @Override
    public void copyPayload(byte[] into, int at) {
        System.arraycopy(message.payload, from, into, at, length);
    }

    @Override
    public int flags() {
        return (ends() ? Chunk.FLAG_END : 0)
                | (begins() ? Chunk.FLAG_BEGIN : 0)
                | (message.isOrdered ? 0 : Chunk.FLAG_UNORDERED);
    }
}
