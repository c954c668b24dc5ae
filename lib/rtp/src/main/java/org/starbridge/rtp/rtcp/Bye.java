package org.starbridge.rtp.rtcp;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/** A flyweight over a BYE, RFC 3550 section 6.6, and its writer; the reason is not read. Owned by one thread. */
public final class Bye {
    private long body;
    private int count;

    /** A view of nothing; {@link #wrap} comes first. */
    public Bye() {}

    /** Looks at the current block; null if it is a well-formed BYE. */
    public @Nullable RtcpFault wrap(RtcpView rtcp) {
        body = rtcp.bodyAddress();
        count = rtcp.count();
        return rtcp.expect(RtcpKind.BYE, 4 * count);
    }

    /** Returns the number of sources that leave, 0 to 31. */
    public int ssrcCount() {
        return count;
    }

    /** Source {@code index} that leaves, 0 to {@link #ssrcCount()} - 1. */
    public int ssrc(int index) {
        return Memory.i32(body + 4L * index);
    }

    /** Writes a BYE of one source; returns its length of 8, or 0 if that is more than {@code capacityBytes}. */
    public static int write(long address, int capacityBytes, int ssrc) {
        if (capacityBytes < 8) {
            return 0;
        }
        RtcpView.writeHeader(address, 1, RtcpKind.TYPE_BYE, 8);
        Memory.put32(address + 4, ssrc);
        return 8;
    }
}
