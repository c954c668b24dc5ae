package org.starbridge.bandwidth.probe;

/**
 * Configuration of when and how to probe. Defaults are those of libwebrtc's probe_controller.cc, bitrate_prober.cc and
 * probe_bitrate_estimator.cc, except for {@code wishFactor} and the times from {@code quietNs} to {@code restNs}, see
 * docs/decisions/024.
 *
 * @param firstFactor the first probe, as a multiple of the start rate
 * @param secondFactor the second probe, sent right behind the first
 * @param furtherFactor a probe that got through is followed by one at this multiple of its result
 * @param furtherThreshold a probe got through if its result is more than this share of its rate
 * @param periodFactor a periodic probe, as a multiple of the estimate
 * @param periodNs the time between a probe and a periodic one
 * @param quietNs no periodic probe is sent in this time after an overuse
 * @param stagnationNs after this time without a probe, overuse is taken for bursts
 * @param restNs and a probe waits only this long after one
 * @param wishFactor no probe is above this multiple of what the allocator wants
 * @param lossLimitedFactor while losses limit the estimate, no probe is above this multiple of it
 * @param dropRatio an estimate that falls below this share at once has dropped
 * @param recoveryFactor after a drop that the link recovered from, the probe is this share of the rate before
 * @param recoveryWithinNs a recovery is expected within this time of the drop, and recovery probes are so far apart
 * @param alrEndedNs a recovery probe needs a transport that is, or within this time was, application limited
 * @param resultTimeoutNs how long a result is waited for
 * @param durationNs a probe lasts at least so long
 * @param minPackets and has at least so many packets
 * @param stepNs and is sent in steps of at least so much time
 * @param maxDelayNs a probe that could not be sent in time is dropped
 * @param expiryNs a probe that was not begun in this time is dropped
 * @param minReceived the share of packets and bytes that must arrive
 * @param maxRateRatio a probe that arrives at more than this multiple of its send rate is invalid
 * @param maxSpanNs a probe that took longer to send or to arrive is invalid
 * @param saturatedRatio a probe that arrives below this share of its send rate has filled the link
 * @param saturatedFactor and its result is this share of the receive rate
 */
public record ProbeConfig(
        double firstFactor,
        double secondFactor,
        double furtherFactor,
        double furtherThreshold,
        double periodFactor,
        long periodNs,
        long quietNs,
        long stagnationNs,
        long restNs,
        double wishFactor,
        double lossLimitedFactor,
        double dropRatio,
        double recoveryFactor,
        long recoveryWithinNs,
        long alrEndedNs,
        long resultTimeoutNs,
        long durationNs,
        int minPackets,
        long stepNs,
        long maxDelayNs,
        long expiryNs,
        double minReceived,
        double maxRateRatio,
        long maxSpanNs,
        double saturatedRatio,
        double saturatedFactor) {
    /** Checks ranges. */
    public ProbeConfig {
        if (firstFactor < 1 || secondFactor < firstFactor || periodFactor <= 1 || furtherFactor <= 1) {
            throw new IllegalArgumentException("factors of probes: expected 1 or more, in increasing order");
        }
        if (periodNs <= 0 || durationNs <= 0 || stepNs <= 0 || minPackets < 2) {
            throw new IllegalArgumentException("period, duration, step and packets of probes: expected more than 0");
        }
        if (!(minReceived > 0 && minReceived <= 1)) {
            throw new IllegalArgumentException("minReceived " + minReceived + ": expected more than 0, up to 1");
        }
    }

    /** libwebrtc's values of 2025, with the wish and the period of a bridge. */
    public static ProbeConfig defaults() {
        return new ProbeConfig(
                3,
                6,
                2,
                0.7,
                2,
                5_000_000_000L,
                5_000_000_000L,
                15_000_000_000L,
                1_000_000_000L,
                2,
                1.5,
                0.66,
                0.85,
                5_000_000_000L,
                3_000_000_000L,
                1_000_000_000L,
                15_000_000L,
                5,
                2_000_000L,
                10_000_000L,
                5_000_000_000L,
                0.8,
                2,
                1_000_000_000L,
                0.9,
                0.95);
    }
}
