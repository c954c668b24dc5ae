package org.starbridge.bridge.stats;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Histograms of conferences, each counted once whenever statistics are collected, as Jitsi Videobridge does. */
final class ConferenceSizes {
    /** 0 to 20, where 0.5 stands for 0: bounds have to be positive. */
    private static final double[] BOUNDS = DoubleStream.concat(
                    DoubleStream.of(0.5), IntStream.rangeClosed(1, 20).asDoubleStream())
            .toArray();

    private final DistributionSummary endpoints;
    private final DistributionSummary audioSenders;
    private final DistributionSummary videoSenders;

    ConferenceSizes(MeterRegistry registry) {
        endpoints = register(
                registry, "conferences_by_size", "Conferences by number of endpoints, including relayed ones.");
        audioSenders = register(
                registry, "conferences_by_audio_sender", "Conferences by number of local endpoints that send audio.");
        videoSenders = register(
                registry, "conferences_by_video_sender", "Conferences by number of local endpoints that send video.");
    }

    private static DistributionSummary register(MeterRegistry registry, String name, String help) {
        return DistributionSummary.builder(ComponentMeters.PREFIX + name)
                .description(help)
                .serviceLevelObjectives(BOUNDS)
                .register(registry);
    }

    /** Counts each conference once more. */
    void collect(List<ConferenceFigures.Size> conferences) {
        for (ConferenceFigures.Size each : conferences) {
            endpoints.record(each.endpoints());
            audioSenders.record(each.audioSenders());
            videoSenders.record(each.videoSenders());
        }
    }
}
