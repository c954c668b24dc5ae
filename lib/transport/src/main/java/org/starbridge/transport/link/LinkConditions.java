package org.starbridge.transport.link;

/**
 * Effects of one direction of a link on datagrams. Immutable. A datagram passes the policer, then the losses, then the
 * queue and the rate, then delay and jitter.
 *
 * @param rate of datagrams with {@value EmulatedLink#HEADER_BYTES} bytes of IPv4 and UDP headers
 * @param queueNs length of the drop-tail queue: while it holds more than the link carries in that time at its present
 *     rate, what comes is dropped, whatever its length
 * @param delayNs propagation
 * @param jitterNs random extra delay around this, from 0 to twice as much, correlated from datagram to datagram; the
 *     order is kept
 * @param loss share of datagrams that are lost at random, 0 to less than 1
 * @param lossBurst mean length of a burst of losses in datagrams (Gilbert's model); 1 for independent losses
 * @param policerBps datagrams above this rate are dropped; 0 is no policer
 * @param policerBytes the policer's bucket
 */
public record LinkConditions(
        RateSchedule rate,
        long queueNs,
        long delayNs,
        long jitterNs,
        double loss,
        double lossBurst,
        double policerBps,
        int policerBytes) {
    /** A queue of 300 ms, as in RFC 8867. */
    public static final long QUEUE_NS_DEFAULT = 300_000_000L;

    /** Everything arrives at once. */
    public static final LinkConditions PERFECT =
            new LinkConditions(RateSchedule.UNLIMITED, QUEUE_NS_DEFAULT, 0, 0, 0, 1, 0, 0);

    public LinkConditions {
        if (queueNs < 0 || delayNs < 0 || jitterNs < 0) {
            throw new IllegalArgumentException("queue " + queueNs + " ns, delay " + delayNs + " ns, jitter " + jitterNs
                    + " ns: expected 0 or more");
        }
        if (!(loss >= 0 && loss < 1)) {
            throw new IllegalArgumentException("loss of " + loss + ": expected 0 to less than 1");
        }
        if (!(lossBurst >= 1) || Double.isInfinite(lossBurst)) {
            throw new IllegalArgumentException("bursts of " + lossBurst + " datagrams: expected 1 or more");
        }
        if (!(policerBps >= 0) || policerBytes < 0 || (policerBps > 0 && policerBytes == 0)) {
            throw new IllegalArgumentException("policer of " + policerBps + " bit/s with a bucket of " + policerBytes
                    + " bytes: expected 0 or more, and a bucket");
        }
    }

    /** With another rate. */
    public LinkConditions withRate(RateSchedule value) {
        return new LinkConditions(value, queueNs, delayNs, jitterNs, loss, lossBurst, policerBps, policerBytes);
    }

    /** With a constant rate in bit/s. */
    public LinkConditions withRate(double bps) {
        return withRate(RateSchedule.constant(bps));
    }

    /** With a queue of so many milliseconds. */
    public LinkConditions withQueueMs(double ms) {
        return new LinkConditions(rate, ns(ms), delayNs, jitterNs, loss, lossBurst, policerBps, policerBytes);
    }

    /** With a propagation delay of so many milliseconds. */
    public LinkConditions withDelayMs(double ms) {
        return new LinkConditions(rate, queueNs, ns(ms), jitterNs, loss, lossBurst, policerBps, policerBytes);
    }

    /** With jitter of so many milliseconds to either side. */
    public LinkConditions withJitterMs(double ms) {
        return new LinkConditions(rate, queueNs, delayNs, ns(ms), loss, lossBurst, policerBps, policerBytes);
    }

    /** With losses, in bursts of {@code burst} datagrams on average. */
    public LinkConditions withLoss(double share, double burst) {
        return new LinkConditions(rate, queueNs, delayNs, jitterNs, share, burst, policerBps, policerBytes);
    }

    /** With a policer. */
    public LinkConditions withPolicer(double bps, int bytes) {
        return new LinkConditions(rate, queueNs, delayNs, jitterNs, loss, lossBurst, bps, bytes);
    }

    private static long ns(double ms) {
        return Math.round(ms * 1e6);
    }

    /** Returns whether nothing ever happens to a datagram. */
    public boolean isPerfect() {
        return rate.isUnlimited() && delayNs == 0 && jitterNs == 0 && loss == 0 && policerBps == 0;
    }
}
