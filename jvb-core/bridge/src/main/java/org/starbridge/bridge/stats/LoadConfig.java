package org.starbridge.bridge.stats;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;

import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Conversion of load to the stress level that the conference focus balances by: measured / threshold.
 *
 * @param measurement system-wide CPU use by default
 * @param packetRateThreshold packets/s, received and sent, that mean stress 1; 50,000
 * @param cpuThreshold fraction of all cores that means stress 1; 0.9: above that, delay grows fast
 * @param averageParticipantStress stress that one more participant is expected to add, until its part of the load has
 *     been measured; 0.01
 */
public record LoadConfig(
        Measurement measurement, double packetRateThreshold, double cpuThreshold, double averageParticipantStress) {
    /** As documented. */
    public static final LoadConfig DEFAULT = new LoadConfig(Measurement.CPU_USAGE, 50_000, 0.9, 0.01);

    /** Measure of load. */
    public enum Measurement {
        CPU_USAGE,
        PACKET_RATE
    }

    public LoadConfig {
        String at = "videobridge.load-management.load-measurements.";
        requirePositive(at + "packet-rate.load-threshold", packetRateThreshold);
        requirePositive(at + "cpu-usage.load-threshold", cpuThreshold);
        requirePositive("videobridge.load-management.average-participant-stress", averageParticipantStress);
    }

    /** The measured value that means stress 1. */
    public double threshold() {
        return switch (measurement) {
            case CPU_USAGE -> cpuThreshold;
            case PACKET_RATE -> packetRateThreshold;
        };
    }

    /** Reads its keys. */
    public static LoadConfig read(ConfigReader in) {
        String at = "videobridge.load-management.";
        return new LoadConfig(
                in.choice(at + "load-measurements.load-measurement", Measurement.class),
                in.number(at + "load-measurements.packet-rate.load-threshold"),
                in.number(at + "load-measurements.cpu-usage.load-threshold"),
                in.number(at + "average-participant-stress"));
    }
}
