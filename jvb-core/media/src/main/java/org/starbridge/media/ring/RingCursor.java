package org.starbridge.media.ring;

/** Position of one reader in one ring. Owned by the reading worker. */
public final class RingCursor {
    private final PacketRing ring;
    private final RingLookback lookback;
    private long position;
    private long overruns;

    RingCursor(PacketRing ring, long position) {
        this.ring = ring;
        lookback = new RingLookback(ring);
        this.position = position;
    }

    /**
     * The record to read next; the same until {@link #advance}. The reader checks {@link #isIntact()} after it has used
     * what it read.
     *
     * @return its address, or 0 if there is none
     */
    public long peek() {
        while (true) {
            long published = ring.published();
            if (position == published) {
                return 0;
            }
            long record = ring.address(position);
            int lengthBytes = RingRecord.lengthBytes(record);
            boolean padding = RingRecord.isPadding(record);
            if (!ring.isIntact(position)) {
                position = published;
                overruns++;
                return 0;
            }
            if (!padding) {
                return record;
            }
            position += lengthBytes;
        }
    }

    /** Returns whether what the last {@link #peek} gave was not overwritten up to now. */
    public boolean isIntact() {
        return ring.isIntact(position);
    }

    /** Returns the position of the record that {@link #peek} gave: names the record, in this ring. */
    public long position() {
        return position;
    }

    /** Returns what this cursor's ring still has behind it. */
    public RingLookback lookback() {
        return lookback;
    }

    /**
     * Goes behind the record that {@link #peek} gave, which must still be intact or is lost together with all others.
     */
    public void advance() {
        long record = ring.address(position);
        int lengthBytes = RingRecord.lengthBytes(record);
        if (ring.isIntact(position)) {
            position += lengthBytes;
        } else {
            position = ring.published();
            overruns++;
        }
    }

    /** Returns whether {@link #peek} would find something. */
    public boolean hasNext() {
        return position != ring.published();
    }

    /** Returns the number of times the producer overtook this reader. */
    public long overruns() {
        return overruns;
    }
}
