package org.starbridge.rtp.rtcp;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/** A flyweight over a PLI, RFC 4585 section 6.3.1: two SSRCs and nothing else; and its writer. Owned by one thread. */
public final class PictureLossIndication {
    private static final int LENGTH_BYTES = 12;

    private long body;

    /** A view of nothing; {@link #wrap} comes first. */
    public PictureLossIndication() {}

    /** Looks at the current block; null if it is a well-formed PLI. */
    public @Nullable RtcpFault wrap(RtcpView rtcp) {
        body = rtcp.bodyAddress();
        return rtcp.expect(RtcpKind.PICTURE_LOSS_INDICATION, 8);
    }

    /** Returns the SSRC of the sender of the request. */
    public int senderSsrc() {
        return Memory.i32(body);
    }

    /** The source whose picture is lost. */
    public int mediaSsrc() {
        return Memory.i32(body + 4);
    }

    /** Writes a PLI; returns its length of 12, or 0 if that is more than {@code capacityBytes}. */
    public static int write(long address, int capacityBytes, int senderSsrc, int mediaSsrc) {
        if (capacityBytes < LENGTH_BYTES) {
            return 0;
        }
        RtcpView.writeFeedbackHeader(
                address, RtcpKind.FORMAT_PLI, RtcpKind.TYPE_PSFB, LENGTH_BYTES, senderSsrc, mediaSsrc);
        return LENGTH_BYTES;
    }
}
