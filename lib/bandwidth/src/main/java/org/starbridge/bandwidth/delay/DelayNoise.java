package org.starbridge.bandwidth.delay;

import java.util.Arrays;
import org.starbridge.bandwidth.state.Fields;

/**
 * Says whether a growing delay is a queue. The slope of a few groups cannot tell: jitter has slopes, too. A queue has a
 * delay above the shortest one that is large against the usual deviation, and it does not fall. After a stall, the
 * first packet has the longest delay, and each following one a shorter one. Owned by one worker.
 */
final class DelayNoise {
    private static final int RECENT = 5;

    private final DelayNoiseConfig config;
    private final double[] recentMs = new double[RECENT];
    private int next;
    private double deviationMs;
    private double baseMs;
    private double nextBaseMs;
    private long baseSinceNs;
    private boolean isEmpty = true;
    private double levelMs;
    private double levelNowMs;
    private boolean isFalling;
    private boolean isBaseKept;

    DelayNoise(DelayNoiseConfig config) {
        this.config = config;
    }

    /** Adds one group's delay against the first one, as it was and smoothed. */
    void onDelay(double delayMs, double smoothedMs, long arrivalNs) {
        if (isEmpty) {
            isEmpty = false;
            baseSinceNs = arrivalNs;
            baseMs = smoothedMs;
            nextBaseMs = smoothedMs;
            Arrays.fill(recentMs, delayMs);
        }
        if (isBaseKept) {
            baseSinceNs = arrivalNs;
            nextBaseMs = baseMs;
        } else if (arrivalNs - baseSinceNs > config.baseNs()) {
            baseSinceNs = arrivalNs;
            baseMs = nextBaseMs;
            nextBaseMs = smoothedMs;
        }
        baseMs = Math.min(baseMs, smoothedMs);
        nextBaseMs = Math.min(nextBaseMs, smoothedMs);
        deviationMs += config.weight() * (Math.abs(delayMs - smoothedMs) - deviationMs);
        levelMs = smoothedMs - baseMs;
        levelNowMs = delayMs - baseMs;
        recentMs[next] = delayMs;
        next = (next + 1) % RECENT;
        double longestMs = delayMs;
        for (double each : recentMs) {
            longestMs = Math.max(longestMs, each);
        }
        isFalling = delayMs - baseMs < config.falling() * (longestMs - baseMs);
    }

    void keepBase(boolean isKept) {
        isBaseKept = isKept;
    }

    /** Returns whether the last group waited at all, as far as can be told. */
    boolean isBusy() {
        return levelNowMs > noiseMs();
    }

    /** Returns the time that the last group waited, as far as can be told. */
    double waitMs() {
        return isBusy() ? levelNowMs : 0;
    }

    /** Returns whether the delay is that of a queue which does not drain. */
    boolean isQueue() {
        return !isFalling && levelMs > noiseMs();
    }

    /** Returns whether the delay has passed its peak. */
    boolean isFalling() {
        return isFalling;
    }

    private double noiseMs() {
        return Math.clamp(config.factor() * deviationMs, config.floorMs(), config.ceilingMs());
    }

    void reset() {
        isEmpty = true;
        deviationMs = 0;
        levelMs = 0;
        levelNowMs = 0;
        isFalling = false;
    }

    /** Its fields. Times are on the clock of the receiver. */
    void state(Fields fields) {
        fields.doubles(recentMs);
        next = fields.i32(next, 0, RECENT - 1);
        deviationMs = fields.f64(deviationMs);
        baseMs = fields.f64(baseMs);
        nextBaseMs = fields.f64(nextBaseMs);
        baseSinceNs = fields.i64(baseSinceNs);
        isEmpty = fields.bool(isEmpty);
        levelMs = fields.f64(levelMs);
        levelNowMs = fields.f64(levelNowMs);
        isFalling = fields.bool(isFalling);
        isBaseKept = fields.bool(isBaseKept);
    }
}
