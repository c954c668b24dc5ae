package org.starbridge.hammer.media;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Log of what one stream has sent lately, so that receivers in the same process can compare what arrives and tell how
 * long it took. Written by the sending endpoint's thread only; read by any.
 *
 * <p>A ring of entries by sequence number, each a small sequence lock: the writer voids the entry's stamp, writes its
 * values, and then publishes the stamp, the extended sequence number; a reader takes the values only if it saw the same
 * stamp before and after. So no lock, no waiting, no allocation, and never the values of two packets mixed. A reader
 * may get "not there" for a packet that is being written over at that moment; it is one ring's length old by then.
 */
public final class SentLog {
    /** About two minutes of one video stream at 480 kbit/s, or a second at 75 Mbit/s. */
    public static final int CAPACITY_DEFAULT = 8192;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int STAMP = 0;
    private static final int HASH = 1;
    private static final int SENT_NS = 2;
    /** The RTP timestamp in the low half, the picture's number above it, the marker at the top. */
    private static final int PLACE = 3;

    private static final int ENTRY_LONGS = 4;
    private static final long VOID = -1;
    /** At 60 pictures a second this is a year. */
    private static final long MAX_PICTURE = 0x7FFF_FFFFL;

    /** A reader's own holder for what it looked up; not shared. */
    public static final class Entry {
        private long extSeq;
        private long payloadHash;
        private long sentNs;
        private int rtpTimestamp;
        private long picture;
        private boolean isMarked;

        /** The sender's extended sequence number. */
        public long extSeq() {
            return extSeq;
        }

        /** {@link PayloadHash} of the payload as sent. */
        public long payloadHash() {
            return payloadHash;
        }

        /** Returns the time at which it was sent, on the clock of the log's writer. */
        public long sentNs() {
            return sentNs;
        }

        /** The RTP timestamp as sent, all 32 bits. */
        public int rtpTimestamp() {
            return rtpTimestamp;
        }

        /** Returns the number of packets with a marker that were sent before it: the number of its picture. */
        public long picture() {
            return picture;
        }

        /** The marker as sent. */
        public boolean isMarked() {
            return isMarked;
        }
    }

    private final long[] entries;
    private final int mask;
    private long pictures;
    private volatile long newestExtSeq = VOID;
    private volatile long firstSentNs = Long.MAX_VALUE;

    /** A log of {@link #CAPACITY_DEFAULT} packets. */
    public SentLog() {
        this(CAPACITY_DEFAULT);
    }

    /**
     * A log of the last {@code capacity} packets.
     *
     * @throws IllegalArgumentException unless {@code capacity} is a power of two from 2 to 32768
     */
    public SentLog(int capacity) {
        if (capacity < 2 || capacity > 32_768 || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity " + capacity + ": expected a power of two from 2 to 32768");
        }
        entries = new long[capacity * ENTRY_LONGS];
        mask = capacity - 1;
        for (int i = 0; i < capacity; i++) {
            entries[i * ENTRY_LONGS] = VOID;
        }
    }

    /**
     * Records a packet, before it is handed to the socket. Sequence numbers only grow.
     *
     * @param extSeq the sender's own extended sequence number, 0 or more; its low 16 bits are on the wire
     * @param rtpTimestamp all 32 bits
     */
    public void onSent(long extSeq, int rtpTimestamp, boolean isMarked, long payloadHash, long sentNs) {
        if (newestExtSeq == VOID) {
            firstSentNs = sentNs;
        }
        int at = slot(extSeq);
        LONGS.setOpaque(entries, at + STAMP, VOID);
        VarHandle.storeStoreFence();
        LONGS.setOpaque(entries, at + HASH, payloadHash);
        LONGS.setOpaque(entries, at + SENT_NS, sentNs);
        LONGS.setOpaque(entries, at + PLACE, place(rtpTimestamp, isMarked));
        LONGS.setRelease(entries, at + STAMP, extSeq);
        newestExtSeq = extSeq;
        pictures += isMarked ? 1 : 0;
    }

    private long place(int rtpTimestamp, boolean isMarked) {
        return (isMarked ? Long.MIN_VALUE : 0)
                | (pictures & MAX_PICTURE) << Integer.SIZE
                | Integer.toUnsignedLong(rtpTimestamp);
    }

    /**
     * Returns the time at which the first packet was sent, on the clock of the log's writer; {@link Long#MAX_VALUE}
     * before it.
     */
    public long firstSentNs() {
        return firstSentNs;
    }

    /** Looks up a packet by its extended sequence number; false if it was not sent or is out of the log. */
    public boolean find(long extSeq, Entry into) {
        if (extSeq < 0) {
            return false;
        }
        int at = slot(extSeq);
        if ((long) LONGS.getAcquire(entries, at + STAMP) != extSeq) {
            return false;
        }
        long payloadHash = (long) LONGS.getOpaque(entries, at + HASH);
        long sentNs = (long) LONGS.getOpaque(entries, at + SENT_NS);
        long place = (long) LONGS.getOpaque(entries, at + PLACE);
        VarHandle.loadLoadFence();
        if ((long) LONGS.getOpaque(entries, at + STAMP) != extSeq) {
            return false;
        }
        into.extSeq = extSeq;
        into.payloadHash = payloadHash;
        into.sentNs = sentNs;
        into.rtpTimestamp = (int) place;
        into.picture = place >>> Integer.SIZE & MAX_PICTURE;
        into.isMarked = place < 0;
        return true;
    }

    /** Looks up a packet by the 16 bits on the wire, taking the number that is nearest to the newest one sent. */
    public boolean findBySequence(int sequence, Entry into) {
        long newest = newestExtSeq;
        return newest != VOID && find(newest + (short) (sequence - (int) newest), into);
    }

    /**
     * Looks for the packet with this payload and this RTP timestamp, for a receiver that has to learn by how much a
     * bridge shifts the sequence numbers. The payload alone identifies no packet: recordings loop, within a third of a
     * second where key frames are asked for all the time, and a packet that comes later than that looks like one that
     * was sent since. Walks the whole log: once for each change, not per packet.
     */
    public boolean findByPayload(long payloadHash, int rtpTimestamp, Entry into) {
        long before = Long.MAX_VALUE;
        while (findAlike(payloadHash, before, into)) {
            if (into.rtpTimestamp == rtpTimestamp) {
                return true;
            }
            before = into.extSeq;
        }
        return false;
    }

    /** Looks for the newest packet with this payload before {@code beforeExtSeq}. May walk the whole log. */
    public boolean findAlike(long payloadHash, long beforeExtSeq, Entry into) {
        long newest = newestExtSeq;
        long oldest = Math.max(0, newest - mask);
        for (long extSeq = Math.min(newest, beforeExtSeq - 1); extSeq >= oldest; extSeq--) {
            if (find(extSeq, into) && into.payloadHash == payloadHash) {
                return true;
            }
        }
        return false;
    }

    /** Looks for the newest packet with this payload. Walks the whole log. */
    public boolean findByHash(long payloadHash, Entry into) {
        return findAlike(payloadHash, Long.MAX_VALUE, into);
    }

    /** The extended sequence number that was sent last, or -1. */
    public long newestExtSeq() {
        return newestExtSeq;
    }

    private int slot(long extSeq) {
        return ((int) extSeq & mask) * ENTRY_LONGS;
    }
}
