package org.starbridge.jvb.stats;

import java.util.Map;
import org.starbridge.jvb.media.MediaStats;

/** Everything known at one moment, read once, so that one page of figures agrees with itself. */
record Reading(MediaStats media, ConferenceFigures conferences, BridgeState state, JvmFigures jvm, Rates rates) {
    static final Reading NONE = new Reading(
            new MediaStats(0, 0, 0, 0, 0, 0, Map.of(), 0, 0, 0),
            ConferenceFigures.NONE,
            new BridgeState(false, false, false, false),
            JvmFigures.NONE,
            Rates.NONE);

    Reading withRates(Rates newRates) {
        return new Reading(media, conferences, state, jvm, newRates);
    }
}
