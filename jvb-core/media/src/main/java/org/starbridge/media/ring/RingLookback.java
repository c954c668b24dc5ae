package org.starbridge.media.ring;

import org.starbridge.rtp.memory.Memory;

/**
 * Reads and copies from records that were read before, as long as the producer has not come around to them. Owned by a
 * reading worker.
 *
 * <p>The producer does not wait, so the bytes may change under the copy. A reader that looks back therefore takes a
 * copy, and this class looks at the producer's announcement before and after: a torn copy is never given out, so it is
 * never encrypted either.
 */
public final class RingLookback {
    private final PacketRing ring;

    RingLookback(PacketRing ring) {
        this.ring = ring;
    }

    /** The record at {@code position}; what is read there counts only if it {@link #isIntact} afterwards. */
    public long record(long position) {
        return ring.address(position);
    }

    /** Returns whether the record at {@code position} was not overwritten up to now. */
    public boolean isIntact(long position) {
        return ring.isIntact(position);
    }

    /**
     * Returns how full the ring is for a reader that still needs what lies at {@code position}: from 0 to 1, where it
     * is overwritten.
     */
    public double occupancySince(long position) {
        return Math.min(1, ring.occupancySince(position));
    }

    /**
     * Copies a part of the body of the record at {@code position}.
     *
     * @param position {@link RingCursor#position()} when the record was read
     * @param offsetBytes where in its body; with the length not more than {@link RingRecord#MAX_BODY_BYTES}
     * @return false if the record was overwritten; what lies at {@code to} is then undefined
     */
    public boolean copyBody(long position, int offsetBytes, int lengthBytes, long to) {
        if (!ring.isIntact(position)) {
            return false;
        }
        Memory.copy(RingRecord.body(ring.address(position)) + offsetBytes, to, lengthBytes);
        return ring.isIntact(position);
    }
}
