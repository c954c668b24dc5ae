package org.starbridge.rtp.rtcp;

import org.starbridge.rtp.memory.Memory;

/**
 * Writes a generic NACK: {@link #begin}, {@link #add} for each sequence number, {@link #end}. Numbers that ascend share
 * entries. Owned by one thread; used for one packet after the other.
 */
public final class GenericNackWriter {
    private long address;
    private long limit;
    private long entry;
    private int senderSsrc;
    private int mediaSsrc;
    private int pid;
    private int bitmask;

    /** A writer of nothing; {@link #begin} comes first. */
    public GenericNackWriter() {}

    /** Starts a packet of at most {@code capacityBytes}; writes nothing yet. */
    public void begin(long address, int capacityBytes, int senderSsrc, int mediaSsrc) {
        this.address = address;
        this.limit = address + capacityBytes;
        this.entry = address + GenericNack.ENTRIES_OFFSET - GenericNack.ENTRY_BYTES;
        this.senderSsrc = senderSsrc;
        this.mediaSsrc = mediaSsrc;
    }

    /**
     * Asks for a packet.
     *
     * @param sequenceNumber its low 16 bits count, so an extended number may be passed as it is
     * @return false, and nothing added, if the packet is full
     */
    public boolean add(long sequenceNumber) {
        int ahead = (int) (sequenceNumber - pid - 1) & 0xFFFF;
        if (entry >= address + GenericNack.ENTRIES_OFFSET && (ahead < 16 || ahead == 0xFFFF)) {
            bitmask |= ahead < 16 ? 1 << ahead : 0;
        } else if (entry + 2 * GenericNack.ENTRY_BYTES > limit) {
            return false;
        } else {
            entry += GenericNack.ENTRY_BYTES;
            pid = (int) sequenceNumber & 0xFFFF;
            bitmask = 0;
        }
        Memory.put32(entry, (long) pid << 16 | bitmask);
        return true;
    }

    /** Finishes the packet; returns its length, or 0 if no number was added. */
    public int end() {
        int length = (int) (entry - address) + GenericNack.ENTRY_BYTES;
        if (length <= GenericNack.ENTRIES_OFFSET) {
            return 0;
        }
        RtcpView.writeFeedbackHeader(address, RtcpKind.FORMAT_NACK, RtcpKind.TYPE_RTPFB, length, senderSsrc, mediaSsrc);
        return length;
    }
}
