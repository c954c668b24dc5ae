package org.starbridge.transport.link;

import java.util.random.RandomGenerator;

/**
 * One direction of a link. For each datagram it says when the datagram arrives at the far end; the caller keeps it
 * until then. Datagrams arrive in the order in which they were given, so one queue of the caller is enough. Several
 * flows may share a link. Owned by one thread.
 */
public final class EmulatedLink {
    /** Answer of {@link #send} for a datagram that never arrives. */
    public static final long DROPPED = Long.MIN_VALUE;

    /** IPv4 and UDP headers, which take part of the rate. */
    public static final int HEADER_BYTES = 28;

    /** Share of the jitter that a datagram has from the one before it. */
    private static final double JITTER_MEMORY = 0.9;

    /** Twice the standard deviation of the correlated value: 0.1 / sqrt(1 - 0.9²). */
    private static final double JITTER_SCALE = 0.46;

    private final LinkConditions conditions;
    private final RandomGenerator random;
    private long startNs;
    private long idleAtNs;
    private boolean isInBurst;
    private double tokens;
    private long tokensAtNs;
    private double jitter;
    private long lastArrivalNs = Long.MIN_VALUE;
    private LinkDrop lastDrop = LinkDrop.LOST;
    private long lastQueueNs;

    /** {@code nowNs} is the start of the rate's schedule until {@link #start}. */
    public EmulatedLink(LinkConditions conditions, RandomGenerator random, long nowNs) {
        this.conditions = conditions;
        this.random = random;
        startNs = nowNs;
        idleAtNs = nowNs;
        tokens = conditions.policerBytes();
        tokensAtNs = nowNs;
    }

    /** Returns what it does to datagrams. */
    public LinkConditions conditions() {
        return conditions;
    }

    /** The rate's schedule starts at this time; until then, its first rate holds. */
    public void start(long atNs) {
        startNs = atNs;
    }

    /**
     * A datagram enters the link. A time before an earlier datagram's is taken as it is, but nothing is overtaken.
     *
     * @param lengthBytes of its payload
     * @return when it arrives, {@code nowNs} or later; {@link #DROPPED} if it never does
     */
    public long send(long nowNs, int lengthBytes) {
        int bytes = lengthBytes + HEADER_BYTES;
        if (isPoliced(nowNs, bytes)) {
            lastDrop = LinkDrop.POLICED;
            return DROPPED;
        }
        if (isLost()) {
            lastDrop = LinkDrop.LOST;
            return DROPPED;
        }
        long sentNs = nowNs;
        if (!conditions.rate().isUnlimited()) {
            if (isFull(nowNs)) {
                lastDrop = LinkDrop.QUEUE_FULL;
                return DROPPED;
            }
            long beginsNs = Math.max(nowNs, idleAtNs);
            RateSchedule rate = conditions.rate();
            idleAtNs = startNs + rate.after(beginsNs - startNs, bytes * 8.0);
            sentNs = idleAtNs;
            // The rest of the time until it has left, in which it stands in the queue or in a stall.
            lastQueueNs = Math.max(0, sentNs - nowNs - Math.round(bytes * 8e9 / rate.nominalBps(sentNs - startNs)));
        }
        lastArrivalNs = Math.max(lastArrivalNs, sentNs + conditions.delayNs() + nextJitterNs());
        return lastArrivalNs;
    }

    private boolean isPoliced(long nowNs, int bytes) {
        if (conditions.policerBps() == 0) {
            return false;
        }
        double earned = Math.max(0, nowNs - tokensAtNs) / 8e9 * conditions.policerBps();
        tokens = Math.min(conditions.policerBytes(), tokens + earned);
        tokensAtNs = Math.max(tokensAtNs, nowNs);
        if (tokens < bytes) {
            return true;
        }
        tokens -= bytes;
        return false;
    }

    /** Gilbert's model: every datagram of a burst is lost. */
    private boolean isLost() {
        double loss = conditions.loss();
        if (loss == 0) {
            return false;
        }
        double burst = conditions.lossBurst();
        if (burst == 1) {
            return random.nextDouble() < loss;
        }
        double leave = 1 / burst;
        double enter = Math.min(1, leave * loss / (1 - loss));
        isInBurst = random.nextDouble() < (isInBurst ? 1 - leave : enter);
        return isInBurst;
    }

    /** Whatever the length of the datagram that comes: short ones have no advantage. */
    private boolean isFull(long nowNs) {
        if (idleAtNs <= nowNs) {
            return false;
        }
        RateSchedule rate = conditions.rate();
        double waitingBits = rate.bits(nowNs - startNs, idleAtNs - startNs);
        return waitingBits > conditions.queueNs() / 1e9 * rate.nominalBps(nowNs - startNs);
    }

    private long nextJitterNs() {
        if (conditions.jitterNs() == 0) {
            return 0;
        }
        jitter = JITTER_MEMORY * jitter + (1 - JITTER_MEMORY) * random.nextGaussian();
        return Math.round(conditions.jitterNs() * Math.clamp(1 + jitter / JITTER_SCALE, 0, 2));
    }

    /** Returns why the datagram given last was dropped, if it was. */
    public LinkDrop lastDrop() {
        return lastDrop;
    }

    /**
     * Returns the time that the datagram given last waits in the queue, if it was not dropped; 0 without a limit of the
     * rate.
     */
    public long lastQueueNs() {
        return conditions.rate().isUnlimited() ? 0 : lastQueueNs;
    }

    /**
     * Returns the number of bits that the link can carry between two times, headers included; infinite without a limit.
     */
    public double capacityBits(long fromNs, long toNs) {
        double policed = conditions.policerBps() == 0
                ? Double.POSITIVE_INFINITY
                : (toNs - fromNs) / 1e9 * conditions.policerBps();
        double carried = conditions.rate().isUnlimited()
                ? Double.POSITIVE_INFINITY
                : conditions.rate().bits(fromNs - startNs, toNs - startNs);
        return Math.min(policed, carried);
    }
}
