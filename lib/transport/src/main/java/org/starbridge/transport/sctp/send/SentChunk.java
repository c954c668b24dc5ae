package org.starbridge.transport.sctp.send;

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
