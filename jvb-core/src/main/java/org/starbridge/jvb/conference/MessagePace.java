package org.starbridge.jvb.conference;

/**
 * How soon the next message of one client may be taken: a token bucket with {@value #BURST_SECONDS} seconds' worth. A client that
 * keeps it empty for {@value #PATIENCE_SECONDS} seconds is not in a hurry but broken.
 */
public final class MessagePace {
    /** How much may come at once. */
    public static final int BURST_SECONDS = 5;
    /** How long a client may keep it waiting. */
    public static final int PATIENCE_SECONDS = 30;

    private final double perNs;
    private final double capacity;
    private double tokens;
    private long filledAtNs;
    private boolean isBehind;
    private long behindSinceNs;

    /** A full bucket. */
    public MessagePace(int perSecond, long nowNs) {
        perNs = perSecond / 1e9;
        capacity = (double) perSecond * BURST_SECONDS;
        tokens = capacity;
        filledAtNs = nowNs;
    }

    /** Takes one message, and says how long to wait before it is looked at; 0 as a rule. */
    public long waitNs(long nowNs) {
        tokens = Math.min(capacity, tokens + Math.max(0, nowNs - filledAtNs) * perNs);
        filledAtNs = nowNs;
        tokens--;
        if (tokens >= 0) {
            isBehind = false;
        } else if (!isBehind) {
            isBehind = true;
            behindSinceNs = nowNs;
        }
        return tokens >= 0 ? 0 : (long) Math.ceil(-tokens / perNs);
    }

    /** Whether every message for so long had to wait. */
    public boolean isOverrun(long nowNs) {
        return isBehind && nowNs - behindSinceNs >= PATIENCE_SECONDS * 1_000_000_000L;
    }
}
