package org.starbridge.bandwidth.delay;

import org.starbridge.bandwidth.state.Fields;

/**
 * The slope of the queueing delay, and a detector that compares it with an adaptive threshold (libwebrtc
 * trendline_estimator.cc; the threshold is section 4.2 of the MMSys 2016 paper).
 *
 * <p>The delay of each group against the one before is summed up and smoothed; the slope of the last points by least
 * squares is the trend, and 0 is a queue that keeps its length. Overuse is declared if the trend stays above the
 * threshold for some milliseconds of sending, and does not become smaller. Owned by one worker.
 */
final class Trendline {
    private static final int MAX_DELTAS = 1000;
    /** The trend of few groups is uncertain: it counts in full from this many on. */
    private static final int DELTAS_OF_FULL_WEIGHT = 60;

    private static final double MAX_ADAPT_STEP_MS = 100;

    private final TrendlineConfig config;
    private final double[] timesMs;
    private final double[] delaysMs;
    private final DelayNoise noise;
    private int points;
    private int next;
    private int deltas;
    private long firstArrivalNs;
    private double accumulatedMs;
    private double smoothedMs;
    private double trend;
    private double previousTrend;
    private double modifiedTrendMs;
    private double thresholdMs;
    private long adaptedAtNs = Long.MIN_VALUE;
    private double overuseMs = -1;
    private int overuseCount;
    private LinkUsage usage = LinkUsage.NORMAL;

    Trendline(TrendlineConfig config) {
        this.config = config;
        timesMs = new double[config.window()];
        delaysMs = new double[config.window()];
        thresholdMs = config.thresholdMs();
        noise = new DelayNoise(config.noise());
    }

    /** Adds the deltas of two groups, the later of which arrived at {@code arrivalNs}. */
    void onDeltas(long sendDeltaNs, long arrivalDeltaNs, long arrivalNs) {
        double sendDeltaMs = sendDeltaNs / 1e6;
        if (deltas == 0) {
            firstArrivalNs = arrivalNs;
        }
        deltas = Math.min(deltas + 1, MAX_DELTAS);
        accumulatedMs += (arrivalDeltaNs - sendDeltaNs) / 1e6;
        smoothedMs = config.smoothing() * smoothedMs + (1 - config.smoothing()) * accumulatedMs;
        noise.onDelay(accumulatedMs, smoothedMs, arrivalNs);
        addPoint((arrivalNs - firstArrivalNs) / 1e6, smoothedMs);
        if (points == config.window()) {
            trend = slope(trend);
        }
        detect(sendDeltaMs, arrivalNs);
    }

    private void addPoint(double timeMs, double delayMs) {
        timesMs[next] = timeMs;
        delaysMs[next] = delayMs;
        next = (next + 1) % timesMs.length;
        points = Math.min(points + 1, timesMs.length);
    }

    private double slope(double otherwise) {
        double sumTime = 0;
        double sumDelay = 0;
        for (int i = 0; i < points; i++) {
            sumTime += timesMs[i];
            sumDelay += delaysMs[i];
        }
        double meanTime = sumTime / points;
        double meanDelay = sumDelay / points;
        double numerator = 0;
        double denominator = 0;
        for (int i = 0; i < points; i++) {
            double time = timesMs[i] - meanTime;
            numerator += time * (delaysMs[i] - meanDelay);
            denominator += time * time;
        }
        return denominator == 0 ? otherwise : numerator / denominator;
    }

    private void detect(double sendDeltaMs, long arrivalNs) {
        if (deltas < 2) {
            usage = LinkUsage.NORMAL;
            return;
        }
        modifiedTrendMs = Math.min(deltas, DELTAS_OF_FULL_WEIGHT) * trend * config.gain();
        if (modifiedTrendMs > thresholdMs) {
            overuseMs = overuseMs < 0 ? sendDeltaMs / 2 : overuseMs + sendDeltaMs;
            overuseCount++;
            if (overuseMs > config.overuseMs() && overuseCount > 1 && trend >= previousTrend && noise.isQueue()) {
                overuseMs = 0;
                overuseCount = 0;
                usage = LinkUsage.OVERUSE;
            } else if (noise.isFalling()) {
                usage = LinkUsage.NORMAL;
            }
        } else {
            overuseMs = -1;
            overuseCount = 0;
            usage = modifiedTrendMs < -thresholdMs ? LinkUsage.UNDERUSE : LinkUsage.NORMAL;
        }
        previousTrend = trend;
        adaptThreshold(arrivalNs);
    }

    private void adaptThreshold(long arrivalNs) {
        double size = Math.abs(modifiedTrendMs);
        if (adaptedAtNs != Long.MIN_VALUE && size <= thresholdMs + config.maxAdaptMs()) {
            double rate = size < thresholdMs ? config.thresholdDown() : config.thresholdUp();
            double stepMs = Math.min((arrivalNs - adaptedAtNs) / 1e6, MAX_ADAPT_STEP_MS);
            thresholdMs = Math.clamp(
                    thresholdMs + rate * (size - thresholdMs) * stepMs,
                    config.minThresholdMs(),
                    config.maxThresholdMs());
        }
        adaptedAtNs = arrivalNs;
    }

    /** Sets whether the shortest delay is kept: the queue of others does not become empty. */
    void keepBase(boolean isKept) {
        noise.keepBase(isKept);
    }

    /** Forgets the delays: a new route or another clock. */
    void reset() {
        noise.reset();
        points = 0;
        next = 0;
        deltas = 0;
        accumulatedMs = 0;
        smoothedMs = 0;
        trend = 0;
        previousTrend = 0;
        modifiedTrendMs = 0;
        thresholdMs = config.thresholdMs();
        adaptedAtNs = Long.MIN_VALUE;
        overuseMs = -1;
        overuseCount = 0;
        usage = LinkUsage.NORMAL;
    }

    LinkUsage usage() {
        return usage;
    }

    /** Returns whether the last group waited in a queue. */
    boolean isBusy() {
        return noise.isBusy();
    }

    /** Returns the time that the last group waited in a queue; 0 if it did not. */
    double waitMs() {
        return noise.waitMs();
    }

    /** The slope of the delay, ms per ms. */
    double trend() {
        return trend;
    }

    /** Returns the value that is compared with the threshold. */
    double modifiedTrendMs() {
        return modifiedTrendMs;
    }

    double thresholdMs() {
        return thresholdMs;
    }

    /** Its fields. Times are on the clock of the receiver. */
    void state(Fields fields) {
        fields.doubles(timesMs);
        fields.doubles(delaysMs);
        noise.state(fields);
        points = fields.i32(points, 0, timesMs.length);
        next = fields.i32(next, 0, timesMs.length - 1);
        deltas = fields.i32(deltas);
        firstArrivalNs = fields.i64(firstArrivalNs);
        accumulatedMs = fields.f64(accumulatedMs);
        smoothedMs = fields.f64(smoothedMs);
        trend = fields.f64(trend);
        previousTrend = fields.f64(previousTrend);
        modifiedTrendMs = fields.f64(modifiedTrendMs);
        thresholdMs = fields.f64(thresholdMs);
        adaptedAtNs = fields.i64(adaptedAtNs);
        overuseMs = fields.f64(overuseMs);
        overuseCount = fields.i32(overuseCount);
        usage = fields.choice(usage, LinkUsage.values());
    }
}
