package org.starbridge.rtp.rtcp;

import org.starbridge.rtp.memory.Memory;

/** The writer of receiver reports, RFC 3550 section 6.4.2; {@link ReportBlock} reads them. */
public final class ReceiverReport {
    /** Offset of the report blocks, from the start of the block. */
    public static final int BLOCKS_OFFSET = 8;

    /** The most report blocks that one report holds. */
    public static final int MAX_BLOCKS = 31;

    private ReceiverReport() {}

    /**
     * Writes a receiver report but for its report blocks, whose bytes are left as they are: the caller writes
     * {@code reportBlocks} of them from {@link #BLOCKS_OFFSET} on, before or after this call.
     *
     * @param reportBlocks 0 to 31
     * @return the length with report blocks, or 0, and nothing written, if that is more than {@code capacityBytes}
     */
    public static int write(long address, int capacityBytes, int senderSsrc, int reportBlocks) {
        int length = BLOCKS_OFFSET + ReportBlock.LENGTH_BYTES * checkedCount(reportBlocks);
        if (length > capacityBytes) {
            return 0;
        }
        RtcpView.writeHeader(address, reportBlocks, RtcpKind.TYPE_RR, length);
        Memory.put32(address + 4, senderSsrc);
        return length;
    }

    static int checkedCount(int reportBlocks) {
        if (reportBlocks < 0 || reportBlocks > MAX_BLOCKS) {
            throw new IllegalArgumentException(reportBlocks + " report blocks: expected 0 to " + MAX_BLOCKS);
        }
        return reportBlocks;
    }
}
