package org.starbridge.rtp.rtcp;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * A flyweight cursor over the entries of a FIR, RFC 5104 section 4.3.1, and its writer. Owned by one thread.
 *
 * <pre>
 *   |V=2|P|  FMT=4  |     PT=206    |             length            |
 *   |            SSRC of sender; SSRC of media source (0)           |
 *   |              SSRC asked for (one entry: 8 bytes)              |
 *   |    seq nr     |                    reserved                   |
 * </pre>
 */
public final class FullIntraRequest {
    private static final int ENTRIES_OFFSET = 12;
    private static final int ENTRY_BYTES = 8;

    private long body;
    private long entry;
    private long end;

    /** A cursor over nothing; {@link #wrap} comes first. */
    public FullIntraRequest() {}

    /** Goes in front of the first entry of the current block; null if that is a well-formed FIR. */
    public @Nullable RtcpFault wrap(RtcpView rtcp) {
        body = rtcp.bodyAddress();
        entry = body + ENTRIES_OFFSET - RtcpView.HEADER_BYTES - ENTRY_BYTES;
        end = entry;
        RtcpFault fault = rtcp.expect(RtcpKind.FULL_INTRA_REQUEST, 8);
        if (fault == null) {
            end = body + rtcp.bodyLengthBytes();
        }
        return fault;
    }

    /** Goes to the next entry; returns whether there is one. */
    public boolean next() {
        if (end - entry < 2 * ENTRY_BYTES) {
            return false;
        }
        entry += ENTRY_BYTES;
        return true;
    }

    /** Returns the SSRC of the sender of the request. */
    public int senderSsrc() {
        return Memory.i32(body);
    }

    /** The current entry's source, which is asked for a key frame. */
    public int ssrc() {
        return Memory.i32(entry);
    }

    /** The current entry's command number, 0 to 255: a repetition of the last one is not a new request. */
    public int sequenceNumber() {
        return Memory.u8(entry + 4);
    }

    /** Writes a FIR of one entry; returns its length of 20, or 0 if that is more than {@code capacityBytes}. */
    public static int write(long address, int capacityBytes, int senderSsrc, int ssrc, int sequenceNumber) {
        int length = ENTRIES_OFFSET + ENTRY_BYTES;
        if (capacityBytes < length) {
            return 0;
        }
        RtcpView.writeFeedbackHeader(address, RtcpKind.FORMAT_FIR, RtcpKind.TYPE_PSFB, length, senderSsrc, 0);
        Memory.put32(address + ENTRIES_OFFSET, ssrc);
        Memory.put32(address + ENTRIES_OFFSET + 4, (long) sequenceNumber << 24);
        return length;
    }
}
