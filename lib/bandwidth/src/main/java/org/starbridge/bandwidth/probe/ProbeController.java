package org.starbridge.bandwidth.probe;

import org.starbridge.bandwidth.feedback.PacketResults;
import org.starbridge.bandwidth.state.Fields;

/**
 * Decides when to probe and at which bitrate (libwebrtc probe_controller.cc, as a bridge needs it). The bridge sends
 * layers, so it nearly always sends less than the link carries. What it probes for is the wish: the bitrate of all
 * layers that the receiver would get if there were no limit. There are probes at the start, when the wish grows above
 * the estimate, when a link has recovered, and each 5 s while more is wanted than estimated. A wish of 0 probes
 * nothing. Owned by one worker.
 */
public final class ProbeController {
    private static final long NEVER = Long.MIN_VALUE;
    private static final long UNKNOWN = -1;
    private static final int MAX_ID = 255;
    /** A smaller growth of the wish is no reason to probe at once. */
    private static final double WISH_GROWTH = 1.05;
    /** A probe that is not above the estimate by this factor shows nothing. */
    private static final double MIN_ABOVE_ESTIMATE = 1.05;

    private static final double BIT_NS = 8e9;

    private final ProbeConfig config;
    private final ProbeSchedule schedule;
    private final ProbeResults results;
    private final long maxBps;
    private boolean isReady;
    private long estimateBps;
    private long wishBps = UNKNOWN;
    private Growth growth = Growth.FREE;
    private int lastId;
    private long requestedAtNs = NEVER;
    private long requestedBps;
    private boolean continues;
    private boolean isWaiting;
    private long droppedAtNs = NEVER;
    private long beforeDropBps;
    private long recoveryProbedAtNs = NEVER;

    /** A controller that probes nothing before {@link #onTransportReady}. */
    public ProbeController(ProbeConfig config, long startBps, long maxBps) {
        this.config = config;
        this.maxBps = maxBps;
        estimateBps = startBps;
        schedule = new ProbeSchedule(config);
        results = new ProbeResults(config);
    }

    /** Packets can be sent: two probes find out what the link carries before the first picture. */
    public void onTransportReady(long nowNs) {
        if (!isReady) {
            isReady = true;
            long startBps = estimateBps;
            probe(nowNs, config.firstFactor() * startBps, true);
            probe(nowNs, config.secondFactor() * startBps, true);
        }
    }

    /** Packets can be sent, and what the link carries is known: no probes at the start. */
    public void onResumed() {
        isReady = true;
    }

    /**
     * The allocator wants {@code bps} for all layers that the receiver would get without a limit; 0 if nothing is
     * wanted.
     */
    public void onWish(long nowNs, long bps) {
        long before = wishBps;
        wishBps = Math.max(0, bps);
        if (wishBps <= estimateBps) {
            schedule.cancel();
            isWaiting = false;
        } else if (isReady && wishBps > Math.max(before, 0) * WISH_GROWTH) {
            long mostBps = (long) (config.periodFactor() * estimateBps);
            probe(nowNs, (double) Math.min(wishBps, mostBps), wishBps > mostBps);
            probe(nowNs, (double) Math.min(2 * wishBps, mostBps), 2 * wishBps > mostBps);
        }
    }

    /** A packet of a probe was sent. */
    public void onSent(int probeId, int sizeBytes) {
        schedule.onSent(probeId, sizeBytes);
    }

    /** Takes one feedback; returns the bitrate that a probe measured, or -1. */
    public long onFeedback(PacketResults feedback) {
        return results.onFeedback(feedback);
    }

    /** The estimate changed, or what may be done about it. */
    public void onEstimate(long nowNs, long bps, Growth mayGrow) {
        if (bps < config.dropRatio() * estimateBps) {
            droppedAtNs = nowNs;
            beforeDropBps = estimateBps;
        }
        estimateBps = bps;
        if (mayGrow == Growth.FORBIDDEN && growth != Growth.FORBIDDEN) {
            schedule.cancel();
            isWaiting = false;
        }
        growth = mayGrow;
    }

    /** A probe measured {@code bps}; call it after {@link #onEstimate}. */
    public void onResult(long nowNs, long bps) {
        if (isWaiting && continues && bps > config.furtherThreshold() * requestedBps) {
            probe(nowNs, config.furtherFactor() * bps, true);
        }
    }

    /** The queue is empty again after an overuse, on a transport that is, or just was, application limited. */
    public void onRecovered(long nowNs) {
        boolean dropped = droppedAtNs != NEVER && nowNs - droppedAtNs < config.recoveryWithinNs();
        boolean rested = recoveryProbedAtNs == NEVER || nowNs - recoveryProbedAtNs >= config.recoveryWithinNs();
        if (dropped && rested) {
            recoveryProbedAtNs = nowNs;
            probe(nowNs, config.recoveryFactor() * beforeDropBps, false);
        }
    }

    /** The receiver answers again after a silence, before which the estimate was {@code bps}. */
    public void onSilenceEnded(long nowNs, long bps) {
        probe(nowNs, config.recoveryFactor() * bps, true);
    }

    /**
     * Time passed.
     *
     * @param overusedAtNs the last overuse, or {@link Long#MIN_VALUE}
     * @param isQueued packets wait in front of the receiver
     */
    public void onTick(long nowNs, long overusedAtNs, boolean isQueued) {
        if (isWaiting && nowNs - requestedAtNs > config.resultTimeoutNs()) {
            isWaiting = false;
        }
        boolean isDue = isReady
                && !isWaiting
                && !isQueued
                && wishBps > estimateBps
                && hasPassed(config.periodNs(), requestedAtNs, nowNs)
                && hasPassed(isStagnating(nowNs) ? config.restNs() : config.quietNs(), overusedAtNs, nowNs);
        if (isDue) {
            probe(nowNs, config.periodFactor() * estimateBps, true);
        }
    }

    private boolean isStagnating(long nowNs) {
        return hasPassed(config.stagnationNs(), requestedAtNs, nowNs);
    }

    private static boolean hasPassed(long durationNs, long sinceNs, long nowNs) {
        return sinceNs == NEVER || nowNs - sinceNs >= durationNs;
    }

    private void probe(long nowNs, double wantedBps, boolean mayContinue) {
        double mostBps = maxBps;
        if (wishBps != UNKNOWN) {
            mostBps = Math.min(mostBps, config.wishFactor() * wishBps);
        }
        if (growth == Growth.LOSS_LIMITED) {
            mostBps = Math.min(mostBps, config.lossLimitedFactor() * estimateBps);
        }
        long bps = (long) Math.min(wantedBps, mostBps);
        boolean repeats = isWaiting && bps <= requestedBps && requestedAtNs == nowNs;
        if (growth == Growth.FORBIDDEN || bps < MIN_ABOVE_ESTIMATE * estimateBps || repeats || !isReady) {
            return;
        }
        lastId = lastId == MAX_ID ? 1 : lastId + 1;
        long minBytes = (long) (bps / BIT_NS * config.durationNs());
        ProbeCluster cluster = new ProbeCluster(lastId, bps, minBytes, config.minPackets(), nowNs);
        results.expect(cluster);
        schedule.request(cluster);
        requestedAtNs = nowNs;
        requestedBps = bps;
        continues = mayContinue && bps < mostBps;
        isWaiting = true;
    }

    /**
     * Goes on where another one was, at a time. What that had requested last is not waited for.
     *
     * @param probedAtNs {@link #requestedAtNs} of the other one, in time of this one
     */
    public void resume(long targetBps, long wantedBps, int lastProbe, long probedAtNs) {
        isReady = true;
        estimateBps = targetBps;
        wishBps = wantedBps;
        lastId = lastProbe;
        requestedAtNs = probedAtNs;
    }

    /** The id of the last probe, 1 to 255; 0 if there was none. */
    public int lastId() {
        return lastId;
    }

    /** Returns the time at which the last probe was requested; {@link Long#MIN_VALUE} if there was none. */
    public long requestedAtNs() {
        return requestedAtNs;
    }

    /** Returns the schedule of when to send which bytes. */
    public ProbeSchedule schedule() {
        return schedule;
    }

    /** Its fields. */
    public void state(Fields fields) {
        schedule.state(fields);
        results.state(fields);
        isReady = fields.bool(isReady);
        estimateBps = fields.i64(estimateBps);
        wishBps = fields.i64(wishBps);
        growth = fields.choice(growth, Growth.values());
        lastId = fields.i32(lastId, 0, MAX_ID);
        requestedAtNs = fields.time(requestedAtNs);
        requestedBps = fields.i64(requestedBps);
        continues = fields.bool(continues);
        isWaiting = fields.bool(isWaiting);
        droppedAtNs = fields.time(droppedAtNs);
        beforeDropBps = fields.i64(beforeDropBps);
        recoveryProbedAtNs = fields.time(recoveryProbedAtNs);
    }
}
