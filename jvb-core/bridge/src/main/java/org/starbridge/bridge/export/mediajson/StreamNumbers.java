package org.starbridge.bridge.export.mediajson;

/**
 * The numbers of one SSRC on one connection. Chunks are RTP sequence numbers that go on above 65535; timestamps are on
 * an axis that all sources of the connection share: the first packet lies where it came, others as far from it as their
 * sender says. Both may be smaller than before, also negative, of packets that come late. One thread.
 */
public final class StreamNumbers {
    private final long firstExtSeq;
    private final long firstChunk;
    private long timestamp;
    private int lastRtp;

    /**
     * Begins with a packet.
     *
     * @param extSeq its sequence number, extended
     * @param sinceOpenNs since the connection opened
     */
    public StreamNumbers(long extSeq, int rtpTimestamp, int clockRateHz, long sinceOpenNs) {
        firstExtSeq = extSeq;
        firstChunk = extSeq & 0xFFFF;
        lastRtp = rtpTimestamp;
        timestamp = sinceOpenNs / 1_000 * clockRateHz / 1_000_000;
    }

    /** The chunk of a packet. */
    public long chunk(long extSeq) {
        return firstChunk + (extSeq - firstExtSeq);
    }

    /** The timestamp of the next packet. */
    public long timestamp(int rtpTimestamp) {
        timestamp += rtpTimestamp - lastRtp;
        lastRtp = rtpTimestamp;
        return timestamp;
    }
}
