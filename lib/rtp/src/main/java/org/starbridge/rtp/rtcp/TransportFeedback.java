package org.starbridge.rtp.rtcp;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * A flyweight cursor over the packets of a transport-wide feedback, draft-holmer-rmcat-transport-wide-cc-extensions-01
 * section 3.1. {@link #wrap} checks all of it, so that the iteration can not fail half way. Owned by one thread.
 *
 * <pre>
 *   |V=2|P|  FMT=15 |    PT=205     |           length              |
 *   |            SSRC of sender; SSRC of media source               |
 *   |      base sequence number     |      packet status count      |
 *   |      reference time (64 ms, signed)           | fb pkt. count |
 *   |  chunks of 16 bits, then deltas of 8 or 16 bits, padding
 *
 *   run length chunk:     |0| S |   run length (13 bits)  |
 *   status vector chunk:  |1|0|  14 symbols of one bit    |
 *                         |1|1|   7 symbols of two bits   |
 * </pre>
 *
 * <p>Symbols: 0 not received, 1 received with a delta of 8 bits (unsigned), 2 with one of 16 bits (signed), 3 reserved.
 * Deltas count 250 µs from the packet received before, the first one from the reference time.
 */
public final class TransportFeedback {
    static final int CHUNKS_OFFSET = 20;
    static final int NOT_RECEIVED = 0;
    static final int SMALL_DELTA = 1;
    static final int LARGE_DELTA = 2;
    static final int RUN_LENGTH_MAX = 0x1FFF;

    /** The unit of deltas and arrivals: 250 µs. */
    public static final long TICK_NS = 250_000L;

    /** Ticks in one unit (64 ms) of the reference time. */
    public static final int TICKS_PER_REFERENCE = 256;

    private static final int BODY_CHUNKS = CHUNKS_OFFSET - RtcpView.HEADER_BYTES;

    private long body;
    private long chunk;
    private long delta;
    private int remaining;
    private int nextSequenceNumber;
    private int sequenceNumber;
    private int symbol;
    private int deltaTicks;
    private long arrivalTicks;
    private int chunkBits;
    private int chunkSymbols;

    /** A cursor over nothing; {@link #wrap} comes first. */
    public TransportFeedback() {}

    /** Goes in front of the first packet of the current block; null if that is a well-formed feedback. */
    public @Nullable RtcpFault wrap(RtcpView rtcp) {
        remaining = 0;
        body = rtcp.bodyAddress();
        RtcpFault fault = rtcp.expect(RtcpKind.TRANSPORT_FEEDBACK, BODY_CHUNKS);
        if (fault != null) {
            return fault;
        }
        chunk = body + BODY_CHUNKS;
        delta = deltasBegin(chunk, body + rtcp.bodyLengthBytes(), statusCount());
        if (delta == 0) {
            return RtcpFault.BAD_STATUS;
        }
        remaining = statusCount();
        nextSequenceNumber = baseSequenceNumber();
        arrivalTicks = (long) referenceTime() * TICKS_PER_REFERENCE;
        chunkSymbols = 0;
        return null;
    }

    /** Walks the chunks; returns where the deltas begin, or 0 if something does not fit or is reserved. */
    private static long deltasBegin(long chunks, long end, int statusCount) {
        long position = chunks;
        long deltaBytes = 0;
        int left = statusCount;
        while (left > 0) {
            if (end - position < 2) {
                return 0;
            }
            int bits = Memory.u16(position);
            position += 2;
            int symbols = Math.min(left, symbolCount(bits));
            int bytes = deltaBytes(bits, symbols);
            if (symbols == 0 || bytes < 0) {
                return 0;
            }
            deltaBytes += bytes;
            left -= symbols;
        }
        return statusCount > 0 && deltaBytes <= end - position ? position : 0;
    }

    private static int symbolCount(int bits) {
        return bits >>> 15 == 0 ? bits & RUN_LENGTH_MAX : (bits >>> 14 & 1) == 0 ? 14 : 7;
    }

    /** The delta bytes that the first {@code symbols} of a chunk stand for, or -1 if one of them is reserved. */
    private static int deltaBytes(int bits, int symbols) {
        if (bits >>> 15 == 0) {
            int symbol = bits >>> 13;
            return symbol > LARGE_DELTA ? -1 : symbols * symbol;
        }
        int bytes = 0;
        for (int i = 0; i < symbols; i++) {
            int symbol = vectorSymbol(bits, i);
            if (symbol > LARGE_DELTA) {
                return -1;
            }
            bytes += symbol;
        }
        return bytes;
    }

    private static int vectorSymbol(int bits, int index) {
        return (bits >>> 14 & 1) == 0 ? bits >>> (13 - index) & 1 : bits >>> (12 - 2 * index) & 3;
    }

    /** Goes to the next packet, received or not; returns whether there is one. */
    public boolean next() {
        if (remaining == 0) {
            return false;
        }
        remaining--;
        if (chunkSymbols == 0) {
            chunkBits = Memory.u16(chunk);
            chunkSymbols = symbolCount(chunkBits);
            chunk += 2;
        }
        symbol = chunkBits >>> 15 == 0
                ? chunkBits >>> 13
                : vectorSymbol(chunkBits, symbolCount(chunkBits) - chunkSymbols);
        chunkSymbols--;
        sequenceNumber = nextSequenceNumber;
        nextSequenceNumber = (nextSequenceNumber + 1) & 0xFFFF;
        deltaTicks = symbol == SMALL_DELTA ? Memory.u8(delta) : symbol == LARGE_DELTA ? (short) Memory.u16(delta) : 0;
        // A symbol is also the number of its delta's bytes.
        delta += symbol;
        arrivalTicks += deltaTicks;
        return true;
    }

    /** Returns the SSRC of the sender of the report. */
    public int senderSsrc() {
        return Memory.i32(body);
    }

    /** The source that the report is addressed to; it covers the whole transport. */
    public int mediaSsrc() {
        return Memory.i32(body + 4);
    }

    /** The first packet's transport-wide sequence number, 0 to 65535. */
    public int baseSequenceNumber() {
        return Memory.u16(body + 8);
    }

    /** Returns the number of packets that the feedback is about, 1 to 65535. */
    public int statusCount() {
        return Memory.u16(body + 10);
    }

    /** The reference time in units of 64 ms on the reporter's clock, 24 bits, signed. */
    public int referenceTime() {
        return Memory.u24(body + 12) << 8 >> 8;
    }

    /** The number of this feedback, 0 to 255: a gap means that feedback was lost. */
    public int feedbackCount() {
        return Memory.u8(body + 15);
    }

    /** The current packet's transport-wide sequence number, 0 to 65535. */
    public int sequenceNumber() {
        return sequenceNumber;
    }

    /** Returns whether the current packet was received. */
    public boolean isReceived() {
        return symbol != NOT_RECEIVED;
    }

    /** The current packet's delta in 250 µs, -32768 to 32767; 0 if it was not received. */
    public int deltaTicks() {
        return deltaTicks;
    }

    /** Returns the arrival time of the current packet, in 250 µs on the reporter's clock; only if it was received. */
    public long arrivalTicks() {
        return arrivalTicks;
    }
}
