package org.starbridge.bandwidth.probe;

/**
 * Conditions under which a transport counts as application limited. Defaults are those of libwebrtc's alr_detector.cc.
 *
 * @param usage the share of the estimate that fills the budget exactly
 * @param windowNs the budget is what this share amounts to in this time
 * @param startRatio the region begins when more than this share of the budget is unused
 * @param stopRatio and ends when less than this is
 */
public record AlrConfig(double usage, long windowNs, double startRatio, double stopRatio) {
    /** Checks ranges. */
    public AlrConfig {
        if (!(usage > 0 && usage <= 1) || windowNs <= 0 || !(stopRatio <= startRatio && startRatio <= 1)) {
            throw new IllegalArgumentException(
                    "usage " + usage + ", window " + windowNs + " ns, ratios " + startRatio + ", " + stopRatio);
        }
    }

    /** libwebrtc's values of 2025. */
    public static AlrConfig defaults() {
        return new AlrConfig(0.65, 500_000_000L, 0.80, 0.50);
    }
}
