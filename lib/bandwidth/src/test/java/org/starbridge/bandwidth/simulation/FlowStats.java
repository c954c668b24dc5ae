package org.starbridge.bandwidth.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What one flow did: bytes and lengths of the queue with their times, samples of the estimate each 100 ms. */
final class FlowStats {
    private record Bytes(double seconds, int bytes) {}

    private record Value(double seconds, double value) {}

    private final VirtualTime time;
    private final List<Bytes> sent = new ArrayList<>();
    private final List<Bytes> received = new ArrayList<>();
    private final List<Bytes> padding = new ArrayList<>();
    private final List<Bytes> audioSent = new ArrayList<>();
    private final List<Bytes> audioReceived = new ArrayList<>();
    private final List<Value> queue = new ArrayList<>();
    private final List<Value> estimates = new ArrayList<>();
    private final List<Value> video = new ArrayList<>();
    private double videoBps;
    private long overusedAtNs = Long.MIN_VALUE;
    private final List<Double> overuses = new ArrayList<>();

    FlowStats(VirtualTime time) {
        this.time = time;
    }

    void onVideo(double bps) {
        videoBps = bps;
        video.add(new Value(time.seconds(), bps));
    }

    double videoBps() {
        return videoBps;
    }

    void onSent(int bytes, boolean isAudio) {
        (isAudio ? audioSent : sent).add(new Bytes(time.seconds(), bytes));
    }

    void onReceived(int bytes, boolean isAudio) {
        (isAudio ? audioReceived : received).add(new Bytes(time.seconds(), bytes));
    }

    void onPadding(int bytes) {
        padding.add(new Bytes(time.seconds(), bytes));
    }

    void onQueued(double ms) {
        queue.add(new Value(time.seconds(), ms));
    }

    void onSample(Controller controller) {
        estimates.add(new Value(time.seconds(), controller.targetBps()));
        if (controller.overusedAtNs() != overusedAtNs) {
            overusedAtNs = controller.overusedAtNs();
            overuses.add(time.seconds());
        }
    }

    private static double bps(List<Bytes> list, double from, double to) {
        double bytes = 0;
        for (Bytes each : list) {
            bytes += each.seconds >= from && each.seconds < to ? each.bytes : 0;
        }
        return bytes * 8 / (to - from);
    }

    double sentBps(double from, double to) {
        return bps(sent, from, to) + bps(audioSent, from, to);
    }

    double receivedBps(double from, double to) {
        return bps(received, from, to) + bps(audioReceived, from, to);
    }

    double paddingBps(double from, double to) {
        return bps(padding, from, to);
    }

    double loss(double from, double to) {
        return 1 - receivedBps(from, to) / sentBps(from, to);
    }

    double audioLoss(double from, double to) {
        return Math.max(0, 1 - bps(audioReceived, from, to) / bps(audioSent, from, to));
    }

    double videoBps(double from, double to) {
        double sum = 0;
        int count = 0;
        for (Value each : video) {
            if (each.seconds >= from && each.seconds < to) {
                sum += each.value;
                count++;
            }
        }
        return count == 0 ? 0 : sum / count;
    }

    /** The first time at or after {@code from} when video was sent at {@code bps} or more; infinite if never. */
    double videoReaches(double from, double bps) {
        return first(video, from, bps);
    }

    /** The first time at or after {@code from} when the estimate was {@code bps} or more; infinite if never. */
    double estimateReaches(double from, double bps) {
        return first(estimates, from, bps);
    }

    private static double first(List<Value> values, double from, double atLeast) {
        for (Value each : values) {
            if (each.seconds >= from && each.value >= atLeast) {
                return each.seconds;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** The first time at or after {@code from} when the estimate was at most {@code bps}; infinite if never. */
    double estimateFalls(double from, double bps) {
        for (Value each : estimates) {
            if (each.seconds >= from && each.value <= bps) {
                return each.seconds;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    double medianEstimate(double from, double to) {
        return percentile(estimates, 0.5, from, to);
    }

    double lowestEstimate(double from, double to) {
        return percentile(estimates, 0, from, to);
    }

    double queueMs(double percentile, double from, double to) {
        return percentile(queue, percentile, from, to);
    }

    /** The last time before {@code to} when a packet waited longer than {@code ms}; {@code from} if none did. */
    double queueAbove(double ms, double from, double to) {
        double last = from;
        for (Value each : queue) {
            last = each.seconds >= from && each.seconds < to && each.value > ms ? each.seconds : last;
        }
        return last;
    }

    long overuses(double from, double to) {
        return overuses.stream().filter(at -> at >= from && at < to).count();
    }

    private static double percentile(List<Value> values, double share, double from, double to) {
        double[] sorted = values.stream()
                .filter(each -> each.seconds >= from && each.seconds < to)
                .mapToDouble(Value::value)
                .toArray();
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, share * sorted.length)];
    }
}
