package org.starbridge.rtp.rtcp;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * A flyweight over a sender report, RFC 3550 section 6.4.1, and its writer; {@link ReportBlock} reads what follows the
 * sender's part. Owned by one thread.
 *
 * <pre>
 *   |V=2|P|    RC   |   PT=SR=200   |             length            |
 *   |                         SSRC of sender                        |
 *   |              NTP timestamp, most significant word             |
 *   |             NTP timestamp, least significant word             |
 *   |                         RTP timestamp                         |
 *   |                     sender's packet count                     |
 *   |                      sender's octet count                     |
 *   |                 RC report blocks of 24 bytes                  |
 * </pre>
 */
public final class SenderReport {
    /** Offset of the report blocks, from the start of the block. */
    public static final int BLOCKS_OFFSET = 28;

    private long body;

    /** A view of nothing; {@link #wrap} comes first. */
    public SenderReport() {}

    /** Looks at the current block; null if it is a well-formed sender report. */
    public @Nullable RtcpFault wrap(RtcpView rtcp) {
        body = rtcp.bodyAddress();
        return rtcp.expect(
                RtcpKind.SENDER_REPORT,
                BLOCKS_OFFSET - RtcpView.HEADER_BYTES + ReportBlock.LENGTH_BYTES * rtcp.count());
    }

    /** The sender. */
    public int ssrc() {
        return Memory.i32(body);
    }

    /** The 64-bit NTP timestamp, 32.32 fixed-point seconds since 1900; see {@link NtpTime}. */
    public long ntp64() {
        return Memory.i64(body + 4);
    }

    /** The same instant in the units of the RTP timestamps. */
    public int rtpTimestamp() {
        return Memory.i32(body + 12);
    }

    /** The packets sent, modulo 2^32. */
    public long packetCount() {
        return Memory.u32(body + 16);
    }

    /** The payload bytes sent, modulo 2^32. */
    public long octetCount() {
        return Memory.u32(body + 20);
    }

    /**
     * Writes a sender report but for its report blocks, whose bytes are left as they are: the caller writes
     * {@code reportBlocks} of them from {@link #BLOCKS_OFFSET} on, before or after this call.
     *
     * @param reportBlocks 0 to 31
     * @return the length with report blocks, or 0, and nothing written, if that is more than {@code capacityBytes}
     */
    public static int write(
            long address,
            int capacityBytes,
            int senderSsrc,
            long ntp64,
            int rtpTimestamp,
            long packetCount,
            long octetCount,
            int reportBlocks) {
        int length = BLOCKS_OFFSET + ReportBlock.LENGTH_BYTES * ReceiverReport.checkedCount(reportBlocks);
        if (length > capacityBytes) {
            return 0;
        }
        RtcpView.writeHeader(address, reportBlocks, RtcpKind.TYPE_SR, length);
        Memory.put32(address + 4, senderSsrc);
        Memory.put64(address + 8, ntp64);
        Memory.put32(address + 16, rtpTimestamp);
        Memory.put32(address + 20, packetCount);
        Memory.put32(address + 24, octetCount);
        return length;
    }
}
