package org.starbridge.rtp.rtcp;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * A flyweight cursor over the sequence numbers that a generic NACK asks for, RFC 4585 section 6.2.1. Owned by one
 * thread.
 *
 * <pre>
 *   |V=2|P|  FMT=1  |     PT=205    |             length            |
 *   |            SSRC of sender; SSRC of media source               |
 *   |   PID, a lost packet          |  BLP: bit i = PID + 1 + i too |  repeated
 * </pre>
 */
public final class GenericNack {
    static final int ENTRIES_OFFSET = 12;
    static final int ENTRY_BYTES = 4;

    private long body;
    private long entry;
    private long end;
    private int pid;
    private int bitmask;
    private int sequenceNumber;

    /** A cursor over nothing; {@link #wrap} comes first. */
    public GenericNack() {}

    /** Goes in front of the first number of the current block; null if that is a well-formed generic NACK. */
    public @Nullable RtcpFault wrap(RtcpView rtcp) {
        body = rtcp.bodyAddress();
        entry = body + ENTRIES_OFFSET - RtcpView.HEADER_BYTES;
        end = entry;
        bitmask = 0;
        RtcpFault fault = rtcp.expect(RtcpKind.GENERIC_NACK, 8);
        if (fault == null) {
            end = body + rtcp.bodyLengthBytes();
        }
        return fault;
    }

    /** Goes to the next sequence number; returns whether there is one. */
    public boolean next() {
        if (bitmask != 0) {
            sequenceNumber = (pid + 1 + Integer.numberOfTrailingZeros(bitmask)) & 0xFFFF;
            bitmask &= bitmask - 1;
            return true;
        }
        if (end - entry < ENTRY_BYTES) {
            return false;
        }
        pid = Memory.u16(entry);
        bitmask = Memory.u16(entry + 2);
        entry += ENTRY_BYTES;
        sequenceNumber = pid;
        return true;
    }

    /** Returns the SSRC of the sender of the request. */
    public int senderSsrc() {
        return Memory.i32(body);
    }

    /** The source whose packets are asked for. */
    public int mediaSsrc() {
        return Memory.i32(body + 4);
    }

    /** The current number, 0 to 65535. */
    public int sequenceNumber() {
        return sequenceNumber;
    }
}
