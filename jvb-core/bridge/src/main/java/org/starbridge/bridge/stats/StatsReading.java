package org.starbridge.bridge.stats;

import org.starbridge.media.api.MediaStats;

/** Snapshot of all figures, read once, so that one page of figures is consistent. */
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
