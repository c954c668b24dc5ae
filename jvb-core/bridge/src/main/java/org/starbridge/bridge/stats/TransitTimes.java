package org.starbridge.bridge.stats;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.media.cost.CostSampler;
import org.starbridge.media.transit.TransitSink;

/**
 * Times that packets are in the bridge, from samples of the media workers: a histogram among the metrics, figures for
 * {@code /debug/stats/jvb/transit-stats}, and timelines of single packets in the log. Workers put samples into a short
 * queue; {@link #collect} empties it.
 */
public final class TransitTimes implements TransitSink {
    private static final Logger LOG = LoggerFactory.getLogger(TransitTimes.class);
    /** Upper bounds in milliseconds. */
    static final double[] BOUNDS_MS = {0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};

    /** Micrometer rounds up to whole numbers. */
    private static final double[] METRIC_BOUNDS_MS =
            Arrays.stream(BOUNDS_MS).filter(bound -> bound >= 1).toArray();

    private static final int QUEUED_SECONDS = 64;

    private final TransitConfig config;
    private final BlockingQueue<long[]> samples = new ArrayBlockingQueue<>(QUEUED_SECONDS);
    private final long[] counts = new long[BOUNDS_MS.length + 1];
    private @Nullable DistributionSummary summary;
    private long count;
    private double sumMs;
    private double maxMs;
    private double jitterMs;
    private double lastMs;
    private long untilTimeline;

    public TransitTimes(TransitConfig config) {
        this.config = config;
    }

    /** Returns whether samples are wanted. */
    public boolean isOn() {
        return config.isOn();
    }

    synchronized void show(MeterRegistry registry) {
        if (config.prometheus()) {
            summary = DistributionSummary.builder(ComponentMeters.PREFIX + "rtp_transit_time")
                    .description("Milliseconds from an RTP packet's receipt by the kernel to its sending; sampled.")
                    .serviceLevelObjectives(METRIC_BOUNDS_MS)
                    .register(registry);
        }
    }

    @Override
    public void onSamples(long[] ofOneSecond) {
        samples.offer(ofOneSecond); // statistics that are not collected need no more
    }

    /** Takes what came since the last call. */
    synchronized void collect() {
        for (long[] second = samples.poll(); second != null; second = samples.poll()) {
            for (int i = 0; i + FIELDS <= second.length; i += FIELDS) {
                add(second[i], second[i + 1], second[i + 2], second[i + 3]);
            }
        }
    }

    private void add(long arrivalNs, long beganNs, long endedNs, long handedOverNs) {
        double ms = Math.max(0, handedOverNs - arrivalNs) / 1e6;
        if (summary != null) {
            summary.record(ms);
        }
        int bucket = 0;
        while (bucket < BOUNDS_MS.length && ms > BOUNDS_MS[bucket]) {
            bucket++;
        }
        counts[bucket]++;
        count++;
        sumMs += ms;
        maxMs = Math.max(maxMs, ms);
        jitterMs += (Math.abs(ms - lastMs) - jitterMs) / 16; // as RFC 3550 section 6.4.1 smooths
        lastMs = ms;
        if (config.timelineOneIn() > 0 && --untilTimeline <= 0) {
            untilTimeline = Math.max(1, config.timelineOneIn() / CostSampler.ONE_IN);
            LOG.info(
                    "packet timeline: processing began {} µs after receipt by the kernel and took {} µs; {} µs later"
                            + " the packet was passed to the kernel",
                    (beganNs - arrivalNs) / 1000,
                    (endedNs - beganNs) / 1000,
                    (handedOverNs - endedNs) / 1000);
        }
    }

    /** For {@code /debug/stats/jvb/transit-stats}; empty if that is switched off. */
    public synchronized Map<String, Object> json() {
        collect();
        Map<String, Object> json = new LinkedHashMap<>();
        if (!config.json()) {
            return json;
        }
        json.put("transit_samples", count);
        json.put("transit_average_ms", count == 0 ? 0.0 : sumMs / count);
        json.put("transit_max_ms", maxMs);
        for (int i = 0; i < BOUNDS_MS.length; i++) {
            json.put("transit_up_to_" + name(BOUNDS_MS[i]) + "_ms", counts[i]);
        }
        json.put("transit_more", counts[BOUNDS_MS.length]);
        if (config.jitter()) {
            json.put("transit_jitter_ms", jitterMs);
        }
        return json;
    }

    private static String name(double boundMs) {
        return boundMs == Math.rint(boundMs) ? Long.toString((long) boundMs) : Double.toString(boundMs);
    }
}
