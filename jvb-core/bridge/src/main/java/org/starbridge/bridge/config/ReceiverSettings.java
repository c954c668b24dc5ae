package org.starbridge.bridge.config;

import java.time.Duration;
import java.util.Map;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.control.selection.SelectionSettings;
import org.starbridge.lastn.allocation.AllocationPolicy;
import org.starbridge.lastn.allocation.AllocationPolicy.StageOrder;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;

/** Fills the settings of selection; units, defaults and reasons stand in their records. */
final class ReceiverSettings {
    private static final String CC = "videobridge.cc.";

    private ReceiverSettings() {}

    static SelectionSettings selection(ConfigReader in) {
        return new SelectionSettings(
                in.integer(CC + "initial-max-height-px", -1, 100_000),
                in.integer(CC + "default-max-height-px", -1, 100_000),
                in.integer(CC + "initial-last-n", -1, Integer.MAX_VALUE),
                policy(in),
                in.positiveDuration("starbridge.selection.review-interval"));
    }

    private static SelectionPolicy policy(ConfigReader in) {
        double changeThreshold = in.number(CC + "bwe-change-threshold");
        ConfigException.requirePositive(CC + "bwe-change-threshold", changeThreshold);
        Duration ignoredAtFirst = in.duration(CC + "initial-ignore-bwe-period");
        if (ignoredAtFirst.isNegative()) {
            throw new ConfigException(CC + "initial-ignore-bwe-period", ignoredAtFirst, "0 or more");
        }
        return new SelectionPolicy(
                allocation(in),
                in.integer(CC + "jvb-last-n", LastN.UNLIMITED, Integer.MAX_VALUE),
                new LastN.BySize(Map.of()),
                in.flag(CC + "use-vla-target-bitrate"),
                in.flag(CC + "trust-bwe"),
                in.optionalBitrateBps(CC + "assumed-bandwidth-limit").orElse(Budget.NO_ESTIMATE),
                ignoredAtFirst,
                changeThreshold,
                in.flag("starbridge.selection.overload-guard"),
                in.positiveDuration(CC + "max-time-between-calculations"));
    }

    private static AllocationPolicy allocation(ConfigReader in) {
        double framesPerSecond = in.number(CC + "onstage-preferred-framerate");
        ConfigException.requirePositive(CC + "onstage-preferred-framerate", framesPerSecond);
        return new AllocationPolicy(
                in.integer(CC + "onstage-preferred-height-px", 0, 100_000),
                framesPerSecond,
                in.flag(CC + "allow-oversend-onstage"),
                in.bitrateBps(CC + "max-oversend-bitrate"),
                in.flag("starbridge.selection.strict-stage-order") ? StageOrder.STRICT : StageOrder.LEND,
                AllocationPolicy.Hesitation.DEFAULT);
    }
}
