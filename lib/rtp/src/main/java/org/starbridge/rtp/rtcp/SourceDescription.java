package org.starbridge.rtp.rtcp;

import org.starbridge.rtp.memory.Memory;

/**
 * The writer of source descriptions, RFC 3550 section 6.5: one chunk with a CNAME. What peers describe is in their
 * signalling, so there is no reader.
 *
 * <pre>
 *   |V=2|P|   SC=1  |  PT=SDES=202  |             length            |
 *   |                              SSRC                             |
 *   |   CNAME=1     |     length    | name ...      then 1 to 4 zeros
 * </pre>
 */
public final class SourceDescription {
    private static final int ITEM_CNAME = 1;
    private static final int NAME_OFFSET = 10;

    private SourceDescription() {}

    /**
     * Writes a source description with one CNAME.
     *
     * @param cname UTF-8, 0 to 255 bytes
     * @return the length written, or 0, and nothing written, if it is more than {@code capacityBytes}
     */
    public static int writeCname(long address, int capacityBytes, int ssrc, byte[] cname) {
        if (cname.length > 255) {
            throw new IllegalArgumentException("CNAME of " + cname.length + " bytes: expected 255 or fewer");
        }
        int used = NAME_OFFSET + cname.length;
        int length = (used + 4) & -4;
        if (length > capacityBytes) {
            return 0;
        }
        RtcpView.writeHeader(address, 1, RtcpKind.TYPE_SDES, length);
        Memory.put32(address + 4, ssrc);
        Memory.put8(address + 8, ITEM_CNAME);
        Memory.put8(address + 9, cname.length);
        Memory.copyIn(cname, 0, address + NAME_OFFSET, cname.length);
        Memory.fill(address + used, length - used, 0);
        return length;
    }
}
