package org.starbridge.transport.ice;

/** Grants so many requests per second, and a burst. */
final class TokenBucket {
    private final long nsPerToken;
    private final long burstNs;
    private long creditNs;
    private long updatedNs;
    private boolean started;

    TokenBucket(int perSecond, int burst) {
        nsPerToken = 1_000_000_000L / perSecond;
        burstNs = burst * nsPerToken;
        creditNs = burstNs;
    }

    boolean grants(long nowNs) {
        if (started) {
            long elapsedNs = Math.clamp(nowNs - updatedNs, 0, burstNs);
            creditNs = Math.min(burstNs, creditNs + elapsedNs);
        }
        started = true;
        updatedNs = nowNs;
        if (creditNs < nsPerToken) {
            return false;
        }
        creditNs -= nsPerToken;
        return true;
    }
}
