package org.starbridge.media.projection;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Maps a source's extended sequence numbers to the SRTP indices under which its packets go to one receiver that gets
 * all of them. Owned by the receiver's worker.
 *
 * <p>The map is a shift, so different packets never get the same index, and what is lost before us stays a gap. The
 * shift is chosen at the first packet: if the receiver never had this SSRC, a rollover counter of 0, where a receiver
 * begins (RFC 3711 section 3.3.1), and a number below 2^15, so that it guesses right even if the first packets are lost
 * just before the number wraps; else the number after the highest one sent, and so again after a pause so long that the
 * receiver would guess the rollover counter wrong, or when another source has sent under the SSRC meanwhile. Nothing
 * older than that first packet goes out.
 */
final class IndexShift {
    /**
     * A receiver guesses right up to 2^15 - 1 missing numbers (RFC 3711 section 3.3.1); half of that leaves room for
     * reordering.
     */
    static final long MAX_GAP = 1 << 14;

    /** No index: the packet does not go out. */
    static final long NONE = -1;

    private long shift;
    private long first;
    private long highest;
    private boolean anchored;

    /**
     * The index for a packet. If the packet is not protected under it after all, {@link #suspend} must follow: the
     * highest index sent is how two shifts under one SSRC know of each other.
     *
     * @param extSeq the source's extended sequence number, 0 or more
     * @param highestSent the highest index sent to this receiver under the outgoing SSRC, ever; -1 before the first
     * @return the index, or {@link #NONE}
     */
    long project(long extSeq, long highestSent) {
        if (!anchored || extSeq - highest > MAX_GAP || highest + shift != highestSent) {
            anchor(extSeq, highestSent);
        } else if (extSeq < first) {
            return NONE;
        }
        highest = Math.max(highest, extSeq);
        return extSeq + shift;
    }

    /** Returns the highest sequence number so far. */
    long highest() {
        return highest;
    }

    /** Lets what comes next continue right after what was sent, whatever its number. */
    void suspend() {
        anchored = false;
    }

    private void anchor(long extSeq, long highestSent) {
        long index = highestSent < 0 ? extSeq & 0x7FFF : highestSent + 1;
        shift = index - extSeq;
        first = extSeq;
        highest = extSeq;
        anchored = true;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        shift = state.i64(shift);
        first = state.i64(first);
        highest = state.i64(highest);
        anchored = state.bool(anchored);
    }
}
