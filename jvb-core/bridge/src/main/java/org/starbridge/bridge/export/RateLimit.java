package org.starbridge.bridge.export;

/** Rate limit: so many in each second, with a burst of one second. Guarded by its user. */
final class RateLimit {
    private static final long SECOND_NS = 1_000_000_000;

    private final long costNs;
    private long freeAtNs;

    RateLimit(int perSecond, long nowNs) {
        costNs = SECOND_NS / perSecond;
        freeAtNs = nowNs - SECOND_NS;
    }

    /** True if one more is within the limit. */
    boolean takes(long nowNs) {
        freeAtNs = nowNs - freeAtNs > SECOND_NS ? nowNs - SECOND_NS : freeAtNs;
        if (freeAtNs + costNs - nowNs > 0) {
            return false;
        }
        freeAtNs += costNs;
        return true;
    }
}
