package org.starbridge.bandwidth.simulation;

import java.util.ArrayDeque;
import org.starbridge.bandwidth.feedback.FeedbackReport;

/**
 * Google Congestion Control as draft-ietf-rmcat-gcc-02 describes it, for comparison: groups of packets, a Kalman filter
 * of the delay's gradient, an adaptive threshold, a rate controller of three states, and a loss-based controller. No
 * later inventions: no probes, no trendline, no acknowledged bitrate of varying windows. As in all implementations of
 * its time, the gradient is multiplied by the number of groups, up to 60, before it is compared with the threshold;
 * without that the draft's thresholds of 6 ms and more would never be reached by a few percent of overuse. It starts at
 * the bitrate at which the bridge starts.
 */
final class GccDraft implements Controller {
    private enum Signal {
        NORMAL,
        OVERUSE,
        UNDERUSE
    }

    private enum State {
        HOLD,
        INCREASE,
        DECREASE
    }

    private static final double START_BPS = 1e6;
    private static final double MIN_BPS = 30e3;
    private static final double MAX_BPS = 20e6;
    private static final double GROUP_MS = 5;
    private static final double MAX_GROUPS = 60;
    // Section 5.3.
    private static final double PROCESS_NOISE = 1e-3;
    private static final double NOISE_MEMORY = 0.99;
    // Section 5.4.
    private static final double OVERUSE_MS = 10;
    private static final double THRESHOLD_UP = 0.01;
    private static final double THRESHOLD_DOWN = 0.00018;
    private static final double MIN_THRESHOLD_MS = 6;
    private static final double MAX_THRESHOLD_MS = 600;
    private static final double MAX_EXCESS_MS = 15;
    // Section 5.5.
    private static final double DECREASE = 0.85;
    private static final double INCREASE_PER_SECOND = 1.08;
    private static final double RATE_WINDOW_MS = 500;
    // Section 6.
    private static final double LOSS_INTERVAL_MS = 1000;
    private static final double LOW_LOSS = 0.02;
    private static final double HIGH_LOSS = 0.1;

    private record Arrival(double ms, int bytes) {}

    private final PacketLog log = new PacketLog();
    private final ArrayDeque<Arrival> window = new ArrayDeque<>();
    private double windowBytes;
    private boolean isFirst = true;
    private double groupFirstSentMs;
    private double groupSentMs;
    private double groupArrivedMs;
    private double lastSentMs;
    private double lastArrivedMs;
    private boolean hasLast;
    private double groups;
    private double gradient;
    private double lastGradient;
    private double errorVariance = 0.1;
    private double noiseVariance = 50;
    private double thresholdMs = 12.5;
    private double overuseMs;
    private Signal signal = Signal.NORMAL;
    private State state = State.INCREASE;
    private double delayBps = START_BPS;
    private double lossBps = START_BPS;
    private double averageBps;
    private double deviationBps;
    private double updatedMs;
    private double rttMs = 100;
    private double received;
    private double lost;
    private double lossUpdatedMs;
    private long overusedAtNs = Long.MIN_VALUE;

    @Override
    public void onTransportReady(long nowNs) {
        updatedMs = nowNs / 1e6;
        lossUpdatedMs = updatedMs;
    }

    @Override
    public long onSent(long nowNs, int sizeBytes, int probeId) {
        return log.add(nowNs, sizeBytes);
    }

    @Override
    public void onFeedback(long nowNs, FeedbackReport report) {
        log.settle(report, new PacketLog.Verdict() {
            @Override
            public void onReceived(long sentAtNs, long arrivalNs, int sizeBytes) {
                received++;
                rttMs = (nowNs - sentAtNs) / 1e6;
                onPacket(sentAtNs / 1e6, arrivalNs / 1e6, sizeBytes);
            }

            @Override
            public void onLost(long sentAtNs, int sizeBytes) {
                lost++;
            }
        });
        controlByDelay(nowNs);
        controlByLoss(nowNs / 1e6);
    }

    private void onPacket(double sentMs, double arrivedMs, int sizeBytes) {
        window.addLast(new Arrival(arrivedMs, sizeBytes));
        windowBytes += sizeBytes;
        while (window.getFirst().ms < arrivedMs - RATE_WINDOW_MS) {
            windowBytes -= window.removeFirst().bytes;
        }
        boolean isSameGroup = !isFirst
                && (sentMs - groupFirstSentMs <= GROUP_MS
                        || (arrivedMs - groupArrivedMs <= GROUP_MS
                                && arrivedMs - groupArrivedMs < sentMs - groupSentMs));
        if (!isSameGroup) {
            if (!isFirst) {
                endGroup();
            }
            isFirst = false;
            groupFirstSentMs = sentMs;
        }
        groupSentMs = sentMs;
        groupArrivedMs = arrivedMs;
    }

    private void endGroup() {
        if (hasLast) {
            double sentDelta = groupSentMs - lastSentMs;
            double arrivalDelta = groupArrivedMs - lastArrivedMs;
            filter(arrivalDelta - sentDelta);
            detect(sentDelta, arrivalDelta);
        }
        hasLast = true;
        lastSentMs = groupSentMs;
        lastArrivedMs = groupArrivedMs;
    }

    private void filter(double variationMs) {
        groups++;
        double residual = variationMs - gradient;
        double bounded = Math.clamp(residual, -3 * Math.sqrt(noiseVariance), 3 * Math.sqrt(noiseVariance));
        noiseVariance = Math.max(1, NOISE_MEMORY * noiseVariance + (1 - NOISE_MEMORY) * bounded * bounded);
        double gain = (errorVariance + PROCESS_NOISE) / (noiseVariance + errorVariance + PROCESS_NOISE);
        lastGradient = gradient;
        gradient += residual * gain;
        errorVariance = (1 - gain) * (errorVariance + PROCESS_NOISE);
    }

    private void detect(double sentDelta, double arrivalDelta) {
        double scaled = Math.min(groups, MAX_GROUPS) * gradient;
        if (scaled > thresholdMs) {
            overuseMs += sentDelta;
            if (overuseMs > OVERUSE_MS && gradient >= lastGradient) {
                signal = Signal.OVERUSE;
                overuseMs = 0;
            }
        } else {
            overuseMs = 0;
            signal = scaled < -thresholdMs ? Signal.UNDERUSE : Signal.NORMAL;
        }
        double excess = Math.abs(scaled) - thresholdMs;
        if (excess <= MAX_EXCESS_MS) {
            double speed = excess < 0 ? THRESHOLD_DOWN : THRESHOLD_UP;
            thresholdMs += Math.clamp(arrivalDelta, 0, 100) * speed * excess;
            thresholdMs = Math.clamp(thresholdMs, MIN_THRESHOLD_MS, MAX_THRESHOLD_MS);
        }
    }

    private double incomingBps() {
        double spanMs = window.isEmpty() ? 0 : window.getLast().ms - window.getFirst().ms;
        return spanMs < RATE_WINDOW_MS / 2 ? delayBps : windowBytes * 8e3 / Math.max(spanMs, 1);
    }

    private void controlByDelay(long nowNs) {
        state = switch (signal) {
            case OVERUSE -> State.DECREASE;
            case UNDERUSE -> State.HOLD;
            case NORMAL -> state == State.DECREASE ? State.HOLD : State.INCREASE;
        };
        double nowMs = nowNs / 1e6;
        double seconds = Math.min(1, (nowMs - updatedMs) / 1e3);
        updatedMs = nowMs;
        double incoming = incomingBps();
        if (state == State.INCREASE) {
            double deviation = 3 * Math.sqrt(deviationBps);
            if (averageBps > 0 && incoming > averageBps + deviation) {
                averageBps = 0; // the link carries more than it did
            }
            if (averageBps > 0) {
                double packetBits = 8 * Math.max(200, Math.min(1200, delayBps / 8 / 30));
                delayBps += Math.max(1000, 0.5 * Math.min(1, seconds * 1e3 / (100 + rttMs)) * packetBits);
            } else {
                delayBps *= Math.pow(INCREASE_PER_SECOND, seconds);
            }
            delayBps = Math.min(delayBps, Math.max(1.5 * incoming, MIN_BPS));
        } else if (state == State.DECREASE) {
            delayBps = DECREASE * incoming;
            averageBps = averageBps == 0 ? incoming : 0.95 * averageBps + 0.05 * incoming;
            double off = incoming - averageBps;
            deviationBps = 0.95 * deviationBps + 0.05 * off * off;
            overusedAtNs = nowNs;
            signal = Signal.NORMAL;
        }
        delayBps = Math.clamp(delayBps, MIN_BPS, MAX_BPS);
    }

    private void controlByLoss(double nowMs) {
        if (nowMs - lossUpdatedMs < LOSS_INTERVAL_MS || received + lost == 0) {
            return;
        }
        lossUpdatedMs = nowMs;
        double share = lost / (received + lost);
        received = 0;
        lost = 0;
        if (share > HIGH_LOSS) {
            lossBps = Math.min(lossBps, delayBps) * (1 - 0.5 * share);
        } else if (share < LOW_LOSS) {
            lossBps *= 1.05;
        }
        lossBps = Math.clamp(lossBps, MIN_BPS, MAX_BPS);
    }

    @Override
    public long targetBps() {
        return (long) Math.min(delayBps, lossBps);
    }

    @Override
    public long overusedAtNs() {
        return overusedAtNs;
    }
}
