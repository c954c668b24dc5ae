package org.starbridge.media.downlink;

import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Loss of one outgoing stream between the bridge and the receiver, from one report block to the next. Owned by the
 * receiver's worker.
 *
 * <p>The receiver counts every number that is missing as lost, also those that the bridge never sent because they never
 * reached it: what is lost before the bridge stays a gap. The bridge knows how many numbers it left out, so the rest
 * was lost after it. A report is older than what the bridge knows by half a round trip; therefore losses are counted
 * from the higher one of the last two reports, so that a gap that the receiver has not seen yet is no gain first and a
 * loss later.
 */
public final class LinkLoss {
    private boolean hasBegun;
    private boolean isReported;
    private long highestBefore;
    private long packetsBefore;
    private long bytesBefore;
    private int lostBefore;
    /** Lost after the bridge, all in all, as of the last two reports. */
    private long last;

    private long lastButOne;
    private int sentPackets;
    private int lostPackets;
    private long sentBytes;

    /** The stream's first packet leaves under this SRTP index; or it goes on from there. */
    public void begin(long index) {
        if (!hasBegun) {
            hasBegun = true;
            highestBefore = index - 1;
        }
    }

    /**
     * A receiver's report about the stream.
     *
     * @param highest the highest SRTP index sent
     * @param packets sent so far, repeated ones left out
     * @param bytes their payload
     */
    public void onReport(ReportBlock report, long highest, long packets, long bytes) {
        long sent = packets - packetsBefore;
        long leftOut = highest - highestBefore - sent;
        long missing = isReported
                ? (long) report.cumulativeLost() - lostBefore
                : Math.round(
                        (sent + leftOut) * report.fractionLost() / 256.0); // its count may be of a time before ours
        long total = last + missing - leftOut;
        lostPackets = Math.clamp(total - Math.max(last, lastButOne), 0, (int) Math.max(0, sent));
        sentPackets = (int) Math.max(0, sent);
        sentBytes = bytes - bytesBefore;
        lastButOne = last;
        last = total;
        isReported = true;
        highestBefore = highest;
        packetsBefore = packets;
        bytesBefore = bytes;
        lostBefore = report.cumulativeLost();
    }

    /** Packets that were sent between the last two reports. */
    public int sentPackets() {
        return sentPackets;
    }

    /** Returns how many of them got lost on the way to the receiver. */
    public int lostPackets() {
        return lostPackets;
    }

    /** Payload bytes that were sent between the last two reports. */
    public long sentBytes() {
        return sentBytes;
    }

    /** Its part of a snapshot. */
    public void state(State state) throws StateException {
        hasBegun = state.bool(hasBegun);
        isReported = state.bool(isReported);
        highestBefore = state.i64(highestBefore);
        packetsBefore = state.i64(packetsBefore);
        bytesBefore = state.i64(bytesBefore);
        lostBefore = state.i32(lostBefore);
        last = state.i64(last);
        lastButOne = state.i64(lastButOne);
    }
}
