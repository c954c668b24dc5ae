package org.starbridge.bandwidth;

import org.starbridge.bandwidth.delay.DelayConfig;
import org.starbridge.bandwidth.loss.LossConfig;
import org.starbridge.bandwidth.probe.AlrConfig;
import org.starbridge.bandwidth.probe.ProbeConfig;
import org.starbridge.bandwidth.throughput.ThroughputConfig;

/**
 * One estimator.
 *
 * @param startBps assumed until the first probe, or overuse, has shown better
 * @param minBps the estimate is never lower
 * @param maxBps nor higher
 * @param pacingFactor what leaves within a short time may exceed the estimate by this factor
 * @param limitedPacingFactor the same on a link that does not carry far more than is wanted: what leaves faster than
 *     the link carries it waits in front of it, and audio waits behind it
 * @param probeFloorFactor a probe's result is at least this share of the acknowledged bitrate, if the delay-based
 *     estimate is, too: an unlucky probe does not lower a rate that demonstrably arrives
 * @param tickNs the longest time between two looks at the clock while no feedback comes
 */
public record BandwidthConfig(
        long startBps,
        long minBps,
        long maxBps,
        double pacingFactor,
        double limitedPacingFactor,
        double probeFloorFactor,
        long tickNs,
        ThroughputConfig throughput,
        DelayConfig delay,
        LossConfig loss,
        AlrConfig alr,
        ProbeConfig probe,
        SilenceConfig silence) {
    /** Checks the order of the bounds. */
    public BandwidthConfig {
        if (minBps <= 0 || startBps < minBps || maxBps < startBps) {
            throw new IllegalArgumentException("bitrates " + minBps + ", " + startBps + ", " + maxBps
                    + ": expected more than 0, in increasing order");
        }
        if (!(limitedPacingFactor >= 1 && pacingFactor >= limitedPacingFactor) || tickNs <= 0) {
            throw new IllegalArgumentException(
                    "pacing factors " + pacingFactor + ", " + limitedPacingFactor + ", tickNs " + tickNs);
        }
    }

    /**
     * 1 Mbit/s at the start: probes at 3 and 6 times that find 2.5 Mbit/s in the first half second, and a link of 300
     * kbit/s is not flooded for long. 30 kbit/s and 20 Mbit/s are the bounds of Jitsi Videobridge.
     */
    public static BandwidthConfig defaults() {
        return new BandwidthConfig(
                1_000_000,
                30_000,
                20_000_000,
                2.5,
                1.2,
                0.85,
                200_000_000L,
                ThroughputConfig.defaults(),
                DelayConfig.defaults(),
                LossConfig.defaults(),
                AlrConfig.defaults(),
                ProbeConfig.defaults(),
                SilenceConfig.defaults());
    }

    /** The same with other bounds. */
    public BandwidthConfig withBitrates(long start, long min, long max) {
        return new BandwidthConfig(
                start,
                min,
                max,
                pacingFactor,
                limitedPacingFactor,
                probeFloorFactor,
                tickNs,
                throughput,
                delay,
                loss,
                alr,
                probe,
                silence);
    }
}
