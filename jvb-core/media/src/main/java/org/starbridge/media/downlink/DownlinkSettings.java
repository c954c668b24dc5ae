package org.starbridge.media.downlink;

import org.starbridge.bandwidth.BandwidthConfig;

/**
 * Settings of what the bridge does about the bandwidth of its receivers. The parts can be turned off one by one, so
 * that the cost of each can be measured.
 *
 * @param estimator rates and constants of the estimators
 * @param isEstimating whether bandwidth is estimated; if not, receivers are sent what selection gives them
 * @param isProbing whether probes find out what a link carries above what is sent; only with estimation
 * @param isPacing whether bursts above the pacing rate wait; only with estimation
 */
public record DownlinkSettings(BandwidthConfig estimator, boolean isEstimating, boolean isProbing, boolean isPacing) {
    /** Everything on. */
    public static final DownlinkSettings DEFAULT = new DownlinkSettings(BandwidthConfig.defaults(), true, true, true);

    /** Everything off: receivers are sent what selection gives them, at once. */
    public static final DownlinkSettings OFF = new DownlinkSettings(BandwidthConfig.defaults(), false, false, false);

    /** The same with other rates. */
    public DownlinkSettings with(BandwidthConfig other) {
        return new DownlinkSettings(other, isEstimating, isProbing, isPacing);
    }
}
