package org.starbridge.media.worker;

import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.media.blackbox.BlackBoxSettings;
import org.starbridge.media.downlink.DownlinkSettings;

/**
 * What is different about the bridge of a {@link SimulatedCall}, so that mutants can be examined.
 *
 * @param hearsStage whether the bridge learns which source is on stage
 * @param blackBox of the logs from which conferences can be replayed
 */
public record CallSettings(
        DownlinkSettings downlink, SelectionPolicy selection, boolean hearsStage, BlackBoxSettings blackBox) {
    /** One whose conferences are not logged. */
    public CallSettings(DownlinkSettings downlink, SelectionPolicy selection, boolean hearsStage) {
        this(downlink, selection, hearsStage, BlackBoxSettings.OFF);
    }

    /** The same with logs of conferences. */
    CallSettings logged(BlackBoxSettings settings) {
        return new CallSettings(downlink, selection, hearsStage, settings);
    }

    /** The bridge as it is, with trust in its estimates. */
    public static final CallSettings DEFAULT =
            new CallSettings(DownlinkSettings.DEFAULT, SelectionPolicy.defaults(true), true);

    /** The same with another assumption of what viewers can take. */
    CallSettings startingAt(long bps) {
        BandwidthConfig config = BandwidthConfig.defaults().withBitrates(bps, 30_000, 20_000_000);
        return new CallSettings(downlink.with(config), selection, hearsStage, blackBox);
    }
}
