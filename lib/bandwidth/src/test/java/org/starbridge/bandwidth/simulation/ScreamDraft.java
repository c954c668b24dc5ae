package org.starbridge.bandwidth.simulation;

import java.util.ArrayDeque;
import org.starbridge.bandwidth.feedback.FeedbackReport;

/**
 * SCReAM version 2 as draft-johansson-ccwg-rfc8298bis-screamv2 describes it, for comparison, without ECN: a reference
 * window that loss and queue delay reduce and acknowledged bytes raise, and a target bitrate of the window per round
 * trip. The flow has no queue at the sender, so the parts that watch that queue have nothing to do. Its receivers send
 * feedback each 40 ms, as the draft recommends.
 */
final class ScreamDraft implements Controller {
    private static final double MSS = 1000;
    private static final double MIN_WINDOW = 3000;
    private static final double MIN_BPS = 30e3;
    private static final double MAX_BPS = 20e6;
    private static final double QUEUE_TARGET_LOW = 0.06;
    private static final double QUEUE_TARGET_HIGH = 0.4;
    private static final double QUEUE_AVERAGE_GAIN = 0.25;
    private static final double DEVIATION_NORM = 0.025;
    private static final double DEVIATION_GAIN = 1.0 / 64;
    private static final double MIN_DEVIATION_SCALE = 0.1;
    private static final double BETA_LOSS = 0.7;
    private static final double VIRTUAL_RTT = 0.025;
    private static final double HEADROOM = 1.5;
    private static final double MULTIPLICATIVE_INCREASE = 0.02;
    private static final double POST_CONGESTION_RTTS = 100;
    private static final double PACKET_OVERHEAD = 20;
    private static final double BASE_DELAY_SECONDS = 10;
    private static final int HISTORY = 200;
    private static final int SHORT_HISTORY = 50;

    private final PacketLog log = new PacketLog();
    private final ArrayDeque<Double> delays = new ArrayDeque<>();
    private double window = MIN_WINDOW;
    private double inflection = 1;
    private double rtt;
    private double base = Double.POSITIVE_INFINITY;
    private double nextBase = Double.POSITIVE_INFINITY;
    private double baseAt;
    private double queue;
    private double queueAverage;
    private double queueAverageAt;
    private double deviation;
    private double queueTarget = QUEUE_TARGET_LOW;
    private double congestedAt;
    private double reactedAt;
    private double inflectionAt;
    private double maxInFlight;
    private double maxInFlightBefore;
    private double roundAt;
    private double lossEventRate;
    private boolean hasLostInRound;
    private double ackedBytes;
    private boolean hasLost;
    private double targetBps = MIN_WINDOW * 8 / 0.1;
    private long overusedAtNs = Long.MIN_VALUE;

    @Override
    public void onTransportReady(long nowNs) {
        baseAt = nowNs / 1e9;
        roundAt = baseAt;
        congestedAt = baseAt - 1e3;
    }

    @Override
    public long feedbackNs() {
        return 40 * VirtualTime.MS;
    }

    @Override
    public long onSent(long nowNs, int sizeBytes, int probeId) {
        long number = log.add(nowNs, sizeBytes);
        maxInFlight = Math.max(maxInFlight, (double) log.inFlightBytes());
        return number;
    }

    @Override
    public void onFeedback(long nowNs, FeedbackReport report) {
        double now = nowNs / 1e9;
        ackedBytes = 0;
        log.settle(report, new PacketLog.Verdict() {
            @Override
            public void onReceived(long sentAtNs, long arrivalNs, int sizeBytes) {
                ackedBytes += sizeBytes;
                double oneWay = (arrivalNs - sentAtNs) / 1e9;
                base = Math.min(base, oneWay);
                nextBase = Math.min(nextBase, oneWay);
                queue = oneWay - base;
                double sample = (nowNs - sentAtNs) / 1e9;
                rtt = rtt == 0 ? sample : 0.875 * rtt + 0.125 * sample;
            }

            @Override
            public void onLost(long sentAtNs, int sizeBytes) {
                hasLost = true;
            }
        });
        if (rtt == 0) {
            return;
        }
        if (now - baseAt > BASE_DELAY_SECONDS) {
            baseAt = now;
            base = nextBase;
            nextBase = Double.POSITIVE_INFINITY;
        }
        averageQueue(now);
        double near = 8 * (window - inflection) / inflection;
        double scale = Math.clamp(near * near, 0.1, 1);
        reduce(nowNs, now);
        increase(now, scale);
        endRound(now);
        target();
    }

    private double ratio() {
        return Math.min(1, MSS / window);
    }

    private double deviationThreshold() {
        return Math.max(0.05, 0.1 * (1 - ratio() / 0.1));
    }

    private void averageQueue(double now) {
        if (now - queueAverageAt < Math.min(VIRTUAL_RTT, rtt)) {
            return;
        }
        queueAverageAt = now;
        queueAverage =
                queue < queueAverage ? queue : (1 - QUEUE_AVERAGE_GAIN) * queueAverage + QUEUE_AVERAGE_GAIN * queue;
        double excess = (queue - DEVIATION_NORM / 4) / DEVIATION_NORM;
        double bounded = Math.clamp(excess, 0, 1.5 * deviationThreshold());
        deviation = (1 - DEVIATION_GAIN) * deviation + DEVIATION_GAIN * bounded;
    }

    private void reduce(long nowNs, double now) {
        boolean isLoss = false;
        boolean isQueue = false;
        if (hasLost) {
            congestedAt = now;
            hasLostInRound = true;
        }
        if (now - reactedAt >= Math.min(VIRTUAL_RTT, rtt)) {
            // Once per round trip: losses of the same burst come in several reports.
            isLoss = hasLost && now - reactedAt >= rtt;
            isQueue = !hasLost && queueAverage > queueTarget / 2;
            hasLost = hasLost && !isLoss;
        }
        if ((isLoss || isQueue) && now - inflectionAt > 10 * rtt) {
            inflectionAt = now;
            inflection = window;
        }
        if (isLoss) {
            window *= BETA_LOSS;
        } else if (isQueue) {
            double share = Math.clamp((queueAverage - queueTarget / 2) / (queueTarget / 2), 0, 1);
            window *= 1 - share / 2 / Math.max(1, rtt / VIRTUAL_RTT);
        }
        window = Math.max(MIN_WINDOW, window);
        if (isLoss || isQueue) {
            reactedAt = now;
            overusedAtNs = nowNs;
        }
    }

    private void increase(double now, double scale) {
        double sinceCongestion =
                Math.clamp((now - congestedAt) / (POST_CONGESTION_RTTS * Math.max(VIRTUAL_RTT, rtt)), 0, 1);
        double threshold = deviationThreshold();
        double increment = ackedBytes * ratio() * Math.min(1, rtt / VIRTUAL_RTT) * Math.max(0.25, scale);
        increment *= Math.max(MIN_DEVIATION_SCALE, (threshold - deviation) / threshold);
        increment *= 1 + MULTIPLICATIVE_INCREASE * window / MSS * sinceCongestion * scale;
        double allowed = MSS + Math.max(maxInFlight, maxInFlightBefore) * HEADROOM;
        if (window + increment <= allowed && targetBps < MAX_BPS) {
            window += increment;
        }
    }

    private void endRound(double now) {
        if (now - roundAt < rtt) {
            return;
        }
        roundAt = now;
        maxInFlightBefore = maxInFlight;
        maxInFlight = log.inFlightBytes();
        lossEventRate = 0.99 * lossEventRate + (hasLostInRound ? 0.01 : 0);
        hasLostInRound = false;
        adjustQueueTarget();
    }

    /** Section "Competing flows compensation". */
    private void adjustQueueTarget() {
        delays.addLast(queue / QUEUE_TARGET_LOW);
        if (delays.size() > HISTORY) {
            delays.removeFirst();
        }
        double mean = delays.stream().mapToDouble(each -> each).average().orElse(0);
        double variance = delays.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .average()
                .orElse(0);
        double recent = delays.stream()
                .skip(Math.max(0, delays.size() - SHORT_HISTORY))
                .mapToDouble(each -> each)
                .average()
                .orElse(0);
        double next = (recent + Math.sqrt(variance)) * QUEUE_TARGET_LOW;
        if (lossEventRate > 0.002) {
            queueTarget = 1.5 * next;
        } else if (variance < 0.2) {
            queueTarget = next;
        } else if (next < QUEUE_TARGET_LOW) {
            queueTarget = Math.max(0.5 * queueTarget, next);
        } else {
            queueTarget *= 0.9;
        }
        queueTarget = Math.clamp(queueTarget, QUEUE_TARGET_LOW, QUEUE_TARGET_HIGH);
    }

    private void target() {
        double factor = 1 - Math.clamp(ratio() - 0.1, 0, 0.2);
        factor *= MSS / (MSS + PACKET_OVERHEAD);
        factor /= 1.2;
        targetBps = Math.clamp(factor * 8 * window / rtt, MIN_BPS, MAX_BPS);
    }

    @Override
    public long targetBps() {
        return (long) targetBps;
    }

    @Override
    public long overusedAtNs() {
        return overusedAtNs;
    }
}
