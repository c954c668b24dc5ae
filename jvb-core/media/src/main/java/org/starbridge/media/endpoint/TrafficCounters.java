package org.starbridge.media.endpoint;

/** Counts of one endpoint's packets, and what its receiver reports say. Owned by the endpoint's worker. */
public final class TrafficCounters {
    private static final double SMOOTHING = 0.25;

    private long packetsReceived;
    private long bytesReceived;
    private long lastReceivedNs;
    private double outboundLossFraction;
    private double rttMs;
    private double jitterMs;
    private boolean hasSpuriousRemb;

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
}
