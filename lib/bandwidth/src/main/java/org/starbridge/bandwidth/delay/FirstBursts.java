package org.starbridge.bandwidth.delay;

import org.starbridge.bandwidth.state.Fields;

/**
 * Bitrate of a link from the first packets that were sent nearly at once, such as those of a key frame: on a narrow
 * link they arrive one after the other, as far apart as it takes to send them. So the first feedback shows that far
 * less than the assumed bitrate passes, before much was sent. The fastest burst counts, because others may have waited
 * for something else. Not in libwebrtc. Owned by one worker.
 */
public final class FirstBursts {
    private static final long LONGEST_GAP_NS = 5_000_000L;
    /** Of a packet that counts, and of a burst without its first packet: what is shorter may be audio. */
    private static final int LEAST_BYTES = 400;
    /** Arrival may take so much longer than sending before it says that the link is slower. */
    private static final double SPREAD = 1.5;

    private static final long SPREAD_NS = 2_000_000L;
    private static final int ENOUGH = 3;
    private static final long LONG_BYTES = 3000;
    /** These within the time that is no spread: 4 Mbit/s. */
    private static final long FAST_BYTES = 1000;

    private static final double BIT_NS = 8e9;
    private static final long NEVER = Long.MIN_VALUE;

    private long firstSendNs = NEVER;
    private long lastSendNs;
    private long firstArrivalNs;
    private long lastArrivalNs;
    private long bytes;
    private int bursts;
    private long fastestBps;

    /** Nothing yet. */
    public FirstBursts() {}

    /** A packet arrived; in the order of arrival. */
    public void onPacket(long sendNs, long arrivalNs, int sizeBytes) {
        if (sizeBytes < LEAST_BYTES) {
            return;
        }
        boolean isSameBurst = firstSendNs != NEVER && sendNs >= lastSendNs && sendNs - lastSendNs <= LONGEST_GAP_NS;
        if (!isSameBurst) {
            if (isLongEnough()) {
                bursts++;
                fastestBps = Math.max(fastestBps, burstBps());
            }
            firstSendNs = sendNs;
            firstArrivalNs = arrivalNs;
            bytes = 0;
        } else {
            bytes += sizeBytes;
        }
        lastSendNs = sendNs;
        lastArrivalNs = arrivalNs;
    }

    private boolean isLongEnough() {
        return firstSendNs != NEVER && bytes >= LEAST_BYTES;
    }

    private long burstBps() {
        long spanNs = lastArrivalNs - firstArrivalNs;
        boolean isSpread = spanNs > SPREAD * (lastSendNs - firstSendNs) + SPREAD_NS;
        return isSpread ? (long) (bytes * BIT_NS / spanNs) : Long.MAX_VALUE;
    }

    /** Returns whether enough arrived: some bursts, a long one, or one that arrived as fast as it was sent. */
    public boolean isKnown() {
        return bursts >= ENOUGH || bytes >= LONG_BYTES || (bytes >= FAST_BYTES && burstBps() == Long.MAX_VALUE);
    }

    /** The bitrate of the fastest burst; {@link Long#MAX_VALUE} if it arrived as fast as it was sent. */
    public long bps() {
        return isLongEnough() ? Math.max(fastestBps, burstBps()) : fastestBps;
    }

    /** Its fields. */
    public void state(Fields fields) {
        firstSendNs = fields.time(firstSendNs);
        lastSendNs = fields.time(lastSendNs);
        firstArrivalNs = fields.i64(firstArrivalNs);
        lastArrivalNs = fields.i64(lastArrivalNs);
        bytes = fields.i64(bytes);
        bursts = fields.i32(bursts);
        fastestBps = fields.i64(fastestBps);
    }
}
