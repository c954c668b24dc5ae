package org.starbridge.bridge.stats;

import org.starbridge.media.api.MediaStats;

/** Everything known at one moment, read once, so that one page of figures agrees with itself. */
record StatsReading(MediaStats media, ConferenceFigures conferences, BridgeState state, JvmFigures jvm, Rates rates) {
    static final StatsReading NONE = new StatsReading(
            MediaStats.NONE,
            ConferenceFigures.NONE,
            new BridgeState(false, false, false, false),
            JvmFigures.NONE,
            Rates.NONE);

    StatsReading withRates(Rates newRates) {
        return new StatsReading(media, conferences, state, jvm, newRates);
    }
}
