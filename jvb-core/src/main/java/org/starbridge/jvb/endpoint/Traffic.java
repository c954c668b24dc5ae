package org.starbridge.jvb.endpoint;

import org.starbridge.jvb.media.EndpointStats;

/** Counts of one endpoint's packets, and what its receiver reports say. Owned by the endpoint's worker. */
public final class Traffic {
    private static final double SMOOTHING = 0.25;

    private long packetsReceived;
    private long bytesReceived;
    private long lastReceivedNs;
    private double outboundLossFraction;
    private double rttMs;
    private long downlinkBps = EndpointStats.NO_DOWNLINK;

    /** An authenticated packet came. */
    public void onReceived(int lengthBytes, long nowNs) {
        packetsReceived++;
        bytesReceived += lengthBytes;
        lastReceivedNs = nowNs;
    }

    /** A report block says how much of a stream got lost on the way to the endpoint, in 1/256. */
    public void onFractionLost(int fractionLost) {
        outboundLossFraction += (fractionLost / 256.0 - outboundLossFraction) * SMOOTHING;
    }

    /** A report block told a round trip. */
    public void onRoundTrip(long roundTripNs) {
        double ms = roundTripNs / 1e6;
        rttMs = rttMs == 0 ? ms : rttMs + (ms - rttMs) * SMOOTHING;
    }

    /** It says what it can take. */
    public void onDownlink(long bitrateBps) {
        downlinkBps = bitrateBps;
    }

    /** What it said last that it can take, bit/s; {@link EndpointStats#NO_DOWNLINK} if nothing. */
    public long downlinkBps() {
        return downlinkBps;
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
}
