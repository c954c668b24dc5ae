package org.starbridge.media.endpoint;

import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** Counts of one endpoint's packets, and what its receiver reports say. Owned by the endpoint's worker. */
public final class TrafficCounters {
    private static final double SMOOTHING = 0.25;

    private long packetsReceived;
    private long bytesReceived;
    private long firstReceivedNs;
    private long lastReceivedNs;
    private double outboundLossFraction;
    private double rttMs;
    private double jitterMs;
    private boolean hasSpuriousRemb;
    private long keyFrameRequests;
    private final long createdAtNs;
    private final DropCounters refused = new DropCounters();

    /** @param createdAtNs when the endpoint was created, on the media clock */
    public TrafficCounters(long createdAtNs) {
        this.createdAtNs = createdAtNs;
    }

    /** An authenticated packet came. */
    public void onReceived(int lengthBytes, long nowNs) {
        if (packetsReceived == 0) {
            firstReceivedNs = nowNs;
        }
        packetsReceived++;
        bytesReceived += lengthBytes;
        lastReceivedNs = nowNs;
    }

    /** A datagram of it was not used. */
    public void onRefused(DropReason reason) {
        refused.count(reason);
    }

    /** Returns the number of its datagrams that were not used for a reason. */
    long refused(DropReason reason) {
        return refused.get(reason);
    }

    /** Returns the time of the first packet, from the endpoint's creation; meaningless without one. */
    long firstReceivedMs() {
        return (firstReceivedNs - createdAtNs) / 1_000_000;
    }

    /** A report block says how much of a stream got lost on the way to the endpoint, in 1/256. */
    public void onFractionLost(int fractionLost) {
        outboundLossFraction += (fractionLost / 256.0 - outboundLossFraction) * SMOOTHING;
    }

    /** A report block gave a round trip. */
    public void onRoundTrip(long roundTripNs) {
        double ms = roundTripNs / 1e6;
        rttMs = rttMs == 0 ? ms : rttMs + (ms - rttMs) * SMOOTHING;
    }

    /** A report block gave its interarrival jitter. */
    public void onJitter(double ms) {
        jitterMs += (ms - jitterMs) * SMOOTHING;
    }

    /** The interarrival jitter that it reports, in milliseconds. */
    public double jitterMs() {
        return jitterMs;
    }

    /** It asked for a key frame, as a receiver. */
    public void onKeyFrameRequest() {
        keyFrameRequests++;
    }

    /** Returns how often it asked for a key frame. */
    public long keyFrameRequests() {
        return keyFrameRequests;
    }

    /** It sent REMB although the bridge estimates its bandwidth. */
    public void onSpuriousRemb() {
        hasSpuriousRemb = true;
    }

    public boolean hasSpuriousRemb() {
        return hasSpuriousRemb;
    }

    public long packetsReceived() {
        return packetsReceived;
    }

    public long bytesReceived() {
        return bytesReceived;
    }

    public long lastReceivedNs() {
        return lastReceivedNs;
    }

    public double outboundLossFraction() {
        return outboundLossFraction;
    }

    public double rttMs() {
        return rttMs;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        packetsReceived = state.i64(packetsReceived);
        bytesReceived = state.i64(bytesReceived);
        firstReceivedNs = state.time(firstReceivedNs);
        lastReceivedNs = state.time(lastReceivedNs);
        outboundLossFraction = state.f64(outboundLossFraction);
        rttMs = state.f64(rttMs);
        jitterMs = state.f64(jitterMs);
        hasSpuriousRemb = state.bool(hasSpuriousRemb);
        keyFrameRequests = state.i64(keyFrameRequests);
    }
}
