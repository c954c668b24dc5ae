package org.starbridge.bandwidth.delay;

import org.starbridge.bandwidth.state.Fields;

/**
 * The rate that follows from the link's usage: additive increase, multiplicative decrease (libwebrtc
 * aimd_rate_control.cc; draft-ietf-rmcat-gcc-02 section 5.5). Far from a known capacity the rate grows by a factor,
 * near it by about half a packet each response time. At overuse it becomes a share of what arrived. After a decrease it
 * is held until the queue is empty. Owned by one worker.
 */
final class AimdRateControl {
    private static final double FRAMES_PER_SECOND = 30;
    private static final double PACKET_BITS = 8 * 1200;
    private static final long RESPONSE_NS = 100_000_000L;
    private static final long MIN_INTERVAL_NS = 10_000_000L;
    private static final long MAX_INTERVAL_NS = 200_000_000L;
    private static final double NS = 1e9;
    /** Growth in a second beside others, and decline above the share that a TCP would have. */
    private static final double COMPETING = 1.05;

    private static final double LITTLE_LOSS = 0.02;
    private static final double MUCH_LOSS = 0.05;
    private static final long LOSS_INTERVAL_NS = 300_000_000L;
    private static final long NEVER = Long.MIN_VALUE;

    /** Source that the rate follows from. */
    enum Source {
        DELAY,
        PROBE,
        ACKNOWLEDGED
    }

    private enum Phase {
        HOLD,
        INCREASE
    }

    private final AimdConfig config;
    private final LinkCapacity capacity = new LinkCapacity();
    private final long minBps;
    private final long maxBps;
    private Phase phase = Phase.HOLD;
    private Source source = Source.DELAY;
    private boolean hasRate;
    private long rateBps;
    private long assumedBps;
    private long firstThroughputAtNs = NEVER;
    private long latestThroughputBps;
    private long changedAtNs = NEVER;
    private long decreasedAtNs = NEVER;

    AimdRateControl(AimdConfig config, long minBps, long maxBps) {
        this.config = config;
        this.minBps = minBps;
        this.maxBps = maxBps;
    }

    /**
     * Sets the rate that is assumed until the first overuse or probe: that little arrives where little was sent says
     * nothing.
     */
    void assume(long bps) {
        assumedBps = bps;
    }

    /** Applies one observation. */
    void update(long nowNs, LinkUsage usage, Throughput throughput, long rttNs) {
        if (throughput.isKnown()) {
            latestThroughputBps = throughput.bps();
            startAfterAWhile(nowNs, throughput.bps());
        }
        switch (usage) {
            case OVERUSE -> {
                boolean isLimited =
                        hasRate && throughput.isApplicationLimited(config.applicationLimitedShare(), rateBps);
                if (isLimited && throughput.isIdle()) {
                    phase = Phase.HOLD;
                } else if (isLimited && !throughput.hasBusy()) {
                    decreaseGently(nowNs);
                } else {
                    decrease(nowNs, throughput.atOveruseBps(isLimited));
                }
            }
            case UNDERUSE -> phase = Phase.HOLD;
            case NORMAL -> onNormal(nowNs, rttNs);
        }
    }

    private void startAfterAWhile(long nowNs, long acknowledgedBps) {
        if (hasRate) {
            return;
        }
        if (firstThroughputAtNs == NEVER) {
            firstThroughputAtNs = nowNs;
        } else if (nowNs - firstThroughputAtNs > config.initialAfterNs()) {
            hasRate = true;
            source = Source.ACKNOWLEDGED;
            rateBps = clamp(Math.max(acknowledgedBps, assumedBps));
        }
    }

    private void onNormal(long nowNs, long rttNs) {
        if (!hasRate) {
            return;
        }
        if (phase == Phase.HOLD) {
            phase = Phase.INCREASE;
            changedAtNs = nowNs;
            return;
        }
        if (latestThroughputBps > capacity.upperBps()) {
            capacity.reset();
        }
        double limitBps = config.acknowledgedFactor() * latestThroughputBps + config.acknowledgedExtraBps();
        if (rateBps < limitBps) {
            double sinceSeconds = changedAtNs == NEVER ? 0 : (nowNs - changedAtNs) / NS;
            double moreBps = capacity.isKnown()
                    ? additiveBpsPerSecond(rttNs) * sinceSeconds
                    : Math.max(rateBps * (Math.pow(config.increasePerSecond(), Math.min(sinceSeconds, 1)) - 1), (double)
                            config.minIncreaseBps());
            source = rateBps + moreBps > limitBps ? Source.ACKNOWLEDGED : Source.DELAY;
            rateBps = clamp((long) Math.min(rateBps + moreBps, limitBps));
        }
        changedAtNs = nowNs;
    }

    /** Half of an average packet each response time: a round trip and the detector's 100 ms, doubled by libwebrtc. */
    private double additiveBpsPerSecond(long rttNs) {
        double frameBits = rateBps / FRAMES_PER_SECOND;
        double packetBits = frameBits / Math.max(1, Math.ceil(frameBits / PACKET_BITS));
        double responseSeconds = 2 * (rttNs + RESPONSE_NS) / NS;
        return Math.max((double) config.minAdditiveBpsPerSecond(), packetBits / responseSeconds);
    }

    /**
     * A burst, such as a key frame, queues even if the link carries far more than was sent. What arrived says nothing
     * of the link then, so the rate falls a little, and stays above what a full decrease would leave.
     */
    private void decreaseGently(long nowNs) {
        double leastBps = config.decreaseFactor() * latestThroughputBps;
        setRate(nowNs, Math.min(rateBps, (long) Math.max(leastBps, config.gentleFactor() * rateBps)));
        phase = Phase.HOLD;
    }

    private void decrease(long nowNs, long arrivesBps) {
        double loweredBps = arrivesBps * config.decreaseFactor();
        if (loweredBps > config.decreaseExtraBps()) {
            loweredBps -= config.decreaseExtraBps();
        }
        if (hasRate && loweredBps > rateBps) {
            loweredBps =
                    capacity.isKnown() ? Math.min((double) rateBps, config.decreaseFactor() * capacity.bps()) : rateBps;
        }
        rateBps = clamp((long) loweredBps);
        if (arrivesBps < capacity.lowerBps()) {
            capacity.reset();
        }
        hasRate = true;
        source = Source.DELAY;
        capacity.onOveruse(arrivesBps);
        phase = Phase.HOLD;
        changedAtNs = nowNs;
        decreasedAtNs = nowNs;
    }

    /**
     * Others fill the queue, whatever is sent: the rate grows up to what a TCP would have with the same losses, and
     * falls by half of losses that are more than theirs cause (draft-ietf-rmcat-gcc-02 section 6).
     *
     * @param lossRatio of the last seconds, 0 to 1
     * @param friendlyBps what a TCP would have
     */
    void compete(long nowNs, Throughput throughput, double lossRatio, double friendlyBps, long rttNs) {
        if (!hasRate || !throughput.isKnown()) {
            return;
        }
        latestThroughputBps = throughput.bps();
        long sinceNs = changedAtNs == NEVER ? 0 : nowNs - changedAtNs;
        if (lossRatio > MUCH_LOSS) {
            if (sinceNs > LOSS_INTERVAL_NS + rttNs) {
                setRate(nowNs, (long) (rateBps * (1 - lossRatio / 2)));
            }
            return;
        }
        double growth = Math.pow(COMPETING, Math.min(sinceNs / NS, 1));
        if (rateBps > friendlyBps) {
            setRate(nowNs, (long) Math.max(friendlyBps, rateBps / growth));
        } else if (lossRatio < LITTLE_LOSS) {
            double limitBps = config.acknowledgedFactor() * latestThroughputBps + config.acknowledgedExtraBps();
            setRate(nowNs, (long)
                    Math.max((double) rateBps, Math.min(Math.min(rateBps * growth, limitBps), friendlyBps)));
        }
    }

    /** Takes back decreases that had no effect: at least a usual share of the rate before them. */
    void resumeAt(long nowNs, long beforeBps) {
        setRate(nowNs, Math.max(rateBps, (long) (config.decreaseFactor() * beforeBps)));
    }

    /**
     * Returns whether a response time has passed since the last change, or the rate is twice of what arrives, or more.
     */
    boolean mayDecrease(long nowNs, Throughput throughput, long rttNs) {
        return changedAtNs == NEVER
                || nowNs - changedAtNs >= Math.clamp(rttNs, MIN_INTERVAL_NS, MAX_INTERVAL_NS)
                || (hasRate && throughput.isKnown() && throughput.lowestBps() < rateBps / 2);
    }

    /** Overuse, and nothing is known of what arrives. */
    void halve(long nowNs) {
        if (hasRate) {
            setRate(nowNs, rateBps / 2);
            decreasedAtNs = nowNs;
            phase = Phase.HOLD;
        }
    }

    /** Replaces the rate by a probe's result. */
    void onProbe(long nowNs, long probeBps) {
        setRate(nowNs, probeBps);
        source = Source.PROBE;
    }

    /** Lowers the rate, if it is higher. */
    void lowerTo(long nowNs, long bps) {
        if (hasRate && rateBps > bps) {
            setRate(nowNs, bps);
        }
    }

    /** Goes on with these rates; -1 where none is known. */
    void resume(long nowNs, long bps, long capacityBps, long overusedAgoNs) {
        if (bps >= 0) {
            setRate(nowNs, bps);
        }
        if (capacityBps >= 0) {
            capacity.onOveruse(capacityBps);
        }
        decreasedAtNs = overusedAgoNs < 0 ? NEVER : nowNs - overusedAgoNs;
    }

    /** Returns the bitrate that the link carried when it was found full; -1 if it is not known. */
    long capacityBps() {
        return capacity.isKnown() ? capacity.bps() : -1;
    }

    private void setRate(long nowNs, long bps) {
        hasRate = true;
        rateBps = clamp(bps);
        source = Source.DELAY;
        changedAtNs = nowNs;
    }

    /** Returns the source that the rate follows from. */
    Source source() {
        return source;
    }

    private long clamp(long bps) {
        return Math.clamp(bps, minBps, maxBps);
    }

    boolean hasRate() {
        return hasRate;
    }

    /** Only if {@link #hasRate}. */
    long rateBps() {
        return rateBps;
    }

    /** Returns the time at which overuse last lowered the rate; {@link Long#MIN_VALUE} if never. */
    long decreasedAtNs() {
        return decreasedAtNs;
    }

    /** Its fields. */
    void state(Fields fields) {
        capacity.state(fields);
        phase = fields.choice(phase, Phase.values());
        source = fields.choice(source, Source.values());
        hasRate = fields.bool(hasRate);
        rateBps = fields.i64(rateBps);
        assumedBps = fields.i64(assumedBps);
        firstThroughputAtNs = fields.time(firstThroughputAtNs);
        latestThroughputBps = fields.i64(latestThroughputBps);
        changedAtNs = fields.time(changedAtNs);
        decreasedAtNs = fields.time(decreasedAtNs);
    }
}
