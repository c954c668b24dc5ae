package org.starbridge.bridge.stats;

import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Measurement of the time that packets are in the bridge. The keys are those below
 * {@code videobridge.stats.transit-time} and {@code jmt.debug.packet-timeline}.
 *
 * @param json whether {@code /debug/stats/jvb/transit-stats} says it; true
 * @param prometheus whether a histogram of it is among the metrics; true
 * @param jitter whether its jitter is said, too; false
 * @param timelineOneIn of one packet in so many the log has a timeline; 0 for none
 */
public record TransitConfig(boolean json, boolean prometheus, boolean jitter, int timelineOneIn) {
    private static final String AT = "videobridge.stats.transit-time.";
    private static final String TIMELINE = "jmt.debug.packet-timeline.";

    /** As documented. */
    public static final TransitConfig DEFAULT = new TransitConfig(true, true, false, 0);

    public TransitConfig {
        ConfigException.requireRange(TIMELINE + "log-fraction", timelineOneIn, 0, Integer.MAX_VALUE);
    }

    /** Reads it. */
    public static TransitConfig read(ConfigReader in) {
        int oneIn = in.integer(TIMELINE + "log-fraction", 1, Integer.MAX_VALUE);
        return new TransitConfig(
                in.flag(AT + "enable-json"),
                in.flag(AT + "enable-prometheus"),
                in.flag(AT + "enable-jitter"),
                in.flag(TIMELINE + "enabled") ? oneIn : 0);
    }

    boolean isOn() {
        return json || prometheus || timelineOneIn > 0;
    }
}
