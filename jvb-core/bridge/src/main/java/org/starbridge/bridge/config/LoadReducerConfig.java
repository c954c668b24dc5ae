package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requirePositive;
import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import java.time.Duration;
import java.util.Map;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Number of video sources that receivers get in large conferences, and on an overloaded bridge.
 *
 * @param enabled whether an overloaded bridge gives in; false
 * @param cpuRecoveryThreshold below this CPU use it returns; 0.72
 * @param packetRateRecoveryThreshold the same where load is measured in packets/s; 40,000
 * @param reductionScale what remains of the highest limit with each step; 0.75
 * @param recoverScale what a limit grows to, each time; 1.25
 * @param impactTime a change is given so much time to have an effect; 1 min
 * @param minimumLastN never lower; 1
 * @param maximumLastN from here on there is no limit; 40
 * @param lastNBySize last-N by the size of a conference, from which size on each holds; none
 */
public record LoadReducerConfig(
        boolean enabled,
        double cpuRecoveryThreshold,
        double packetRateRecoveryThreshold,
        double reductionScale,
        double recoverScale,
        Duration impactTime,
        int minimumLastN,
        int maximumLastN,
        Map<Integer, Integer> lastNBySize) {
    private static final String LOAD = "videobridge.load-management.";
    private static final String MEASUREMENTS = LOAD + "load-measurements.";
    private static final String REDUCER = LOAD + "load-reducers.last-n.";

    /** As documented. */
    static final LoadReducerConfig DEFAULT =
            new LoadReducerConfig(false, 0.72, 40_000, 0.75, 1.25, Duration.ofMinutes(1), 1, 40, Map.of());

    public LoadReducerConfig {
        requirePositive(MEASUREMENTS + "cpu-usage.recovery-threshold", cpuRecoveryThreshold);
        requirePositive(MEASUREMENTS + "packet-rate.recovery-threshold", packetRateRecoveryThreshold);
        requirePositive(REDUCER + "reduction-scale", reductionScale);
        requirePositive(REDUCER + "recover-scale", recoverScale);
        requirePositive(REDUCER + "impact-time", impactTime);
        requireRange(REDUCER + "minimum-last-n-value", minimumLastN, 0, 1_000_000);
        requireRange(REDUCER + "maximum-enforced-last-n-value", maximumLastN, minimumLastN, 1_000_000);
        lastNBySize = Map.copyOf(lastNBySize);
        lastNBySize.forEach((size, lastN) -> {
            requireRange(LOAD + "conference-last-n-limits", size, 0, 1_000_000);
            requireRange(LOAD + "conference-last-n-limits." + size, lastN, 0, 1_000_000);
        });
    }

    static LoadReducerConfig read(ConfigReader in) {
        return new LoadReducerConfig(
                in.flag(LOAD + "reducer-enabled"),
                in.number(MEASUREMENTS + "cpu-usage.recovery-threshold"),
                in.number(MEASUREMENTS + "packet-rate.recovery-threshold"),
                in.number(REDUCER + "reduction-scale"),
                in.number(REDUCER + "recover-scale"),
                in.duration(REDUCER + "impact-time"),
                in.integer(REDUCER + "minimum-last-n-value"),
                in.integer(REDUCER + "maximum-enforced-last-n-value"),
                in.integersByInteger(LOAD + "conference-last-n-limits"));
    }
}
