package org.starbridge.media.feedback;

import org.starbridge.bandwidth.arrival.ArrivalEstimator;
import org.starbridge.rtp.packet.AbsoluteSendTime;
import org.starbridge.rtp.rtcp.Remb;

/**
 * Tells one sender what its link to the bridge carries, estimated from the absolute send times of its packets
 * (draft-alvestrand-rmcat-remb-03): for senders that negotiated {@code goog-remb} and no transport-wide feedback.
 * Browsers follow a REMB freely in their first two seconds, so the first ones come early. Owned by the endpoint's
 * worker.
 */
final class RembFeedback {
    /** As for receivers: enough for a picture, and a link of 300 kbit/s is not flooded for long. */
    private static final long START_BPS = 1_000_000;

    private static final long MIN_BPS = 30_000;
    private static final long MAX_BPS = 20_000_000;
    private static final long INTERVAL_NS = 1_000_000_000;
    private static final long RISE_INTERVAL_NS = 200_000_000;
    /** A lower estimate is said at once, and so is a higher one after {@link #RISE_INTERVAL_NS}. */
    private static final double NEWS = 0.03;
    /** Send times do not jump so far unless the sender starts over. */
    private static final long MAX_JUMP_NS = 2_000_000_000;

    private static final long NEVER = Long.MIN_VALUE;
    private static final int MAX_SSRCS = 16;

    private ArrivalEstimator estimator = newEstimator();
    private final int[] ssrcs = new int[MAX_SSRCS];
    private int ssrcCount;
    private int lastSendTime;
    private long sendNs = NEVER;
    private long writtenAtNs = NEVER;
    private long writtenBps;

    private static ArrivalEstimator newEstimator() {
        return new ArrivalEstimator(START_BPS, MIN_BPS, MAX_BPS);
    }

    /**
     * A packet of the sender arrived.
     *
     * @param sendTime the 24 bits of {@link AbsoluteSendTime}
     */
    void onPacket(int ssrc, int sendTime, long arrivalNs, int sizeBytes) {
        note(ssrc);
        long stepNs = sendNs == NEVER ? 0 : AbsoluteSendTime.distanceNs(lastSendTime, sendTime);
        if (Math.abs(stepNs) > MAX_JUMP_NS) {
            estimator = newEstimator();
            stepNs = 0;
        }
        sendNs = sendNs == NEVER ? 0 : sendNs + stepNs;
        lastSendTime = sendTime;
        estimator.onPacket(sendNs, arrivalNs, sizeBytes);
    }

    private void note(int ssrc) {
        for (int i = 0; i < ssrcCount; i++) {
            if (ssrcs[i] == ssrc) {
                return;
            }
        }
        if (ssrcCount < MAX_SSRCS) {
            ssrcs[ssrcCount++] = ssrc;
        }
    }

    /** Returns the time at which {@link #write} is due; {@link Long#MAX_VALUE} while no packets arrive. */
    long nextDeadlineNs() {
        return estimator.nextDeadlineNs();
    }

    /** Estimates, and writes a REMB if there is something to say; returns its length or 0. */
    int write(long address, int capacityBytes, int senderSsrc, long nowNs, long roundTripNs) {
        estimator.onTimeout(nowNs, roundTripNs);
        long bps = estimator.bps();
        if (!isNews(bps, nowNs)) {
            return 0;
        }
        writtenAtNs = nowNs;
        writtenBps = bps;
        return Remb.write(address, capacityBytes, senderSsrc, bps, ssrcs, ssrcCount);
    }

    private boolean isNews(long bps, long nowNs) {
        if (writtenAtNs == NEVER || nowNs - writtenAtNs >= INTERVAL_NS || bps < writtenBps * (1 - NEWS)) {
            return true;
        }
        return bps > writtenBps * (1 + NEWS) && nowNs - writtenAtNs >= RISE_INTERVAL_NS;
    }
}
