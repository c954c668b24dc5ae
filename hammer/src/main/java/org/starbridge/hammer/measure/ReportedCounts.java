package org.starbridge.hammer.measure;

/**
 * Counts of sender reports for one stream, packets and payload bytes, beside what came of it (RFC 3550 section 6.4.1).
 * Only the growth from report to report is compared, as a bridge may begin at any number, and generously, as packets
 * may be under way. Owned by the driver; allocates nothing.
 */
public final class ReportedCounts {
    /** Between two reports, for a comparison. */
    private static final int ENOUGH_PACKETS = 20;

    private static final int FACTOR = 2;

    private long packets;
    private long octets;
    private boolean hasReport;
    private int reportedPackets;
    private int reportedOctets;
    private long packetsThen;
    private long octetsThen;
    private int compared;
    private int wrong;

    /** A packet came. */
    public void onPacket(int payloadBytes) {
        packets++;
        octets += payloadBytes;
    }

    /** A sender report came with these counts, each modulo 2^32. */
    public void onReport(long packetCount, long octetCount) {
        if (hasReport) {
            if (packets - packetsThen < ENOUGH_PACKETS) {
                return; // the next report will be compared with the one before
            }
            compared++;
            boolean isRight = areAlike((int) packetCount - reportedPackets, packets - packetsThen)
                    && areAlike((int) octetCount - reportedOctets, octets - octetsThen);
            wrong += isRight ? 0 : 1;
        }
        hasReport = true;
        reportedPackets = (int) packetCount;
        reportedOctets = (int) octetCount;
        packetsThen = packets;
        octetsThen = octets;
    }

    private static boolean areAlike(long reported, long arrived) {
        return FACTOR * reported >= arrived && reported <= FACTOR * arrived;
    }

    /** The window begins: what was compared before is forgotten. */
    public void openWindow() {
        compared = 0;
        wrong = 0;
    }

    /** Returns whether most reports, of two at least, grew by something else than what came. */
    public boolean isWrong() {
        return compared >= 2 && 2 * wrong > compared;
    }
}
