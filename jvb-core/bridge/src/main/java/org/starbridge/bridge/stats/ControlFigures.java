package org.starbridge.bridge.stats;

import static org.starbridge.bridge.stats.Figure.Kind.COUNT;
import static org.starbridge.bridge.stats.Figure.Kind.LEVEL;

/** Rows about conferences and endpoints that are open, and about the bridge's state. */
final class ControlFigures {
    private ControlFigures() {}

    static void addTo(FigureList rows) {
        for (ConferenceGauge gauge : ConferenceGauge.values()) {
            rows.add(
                    COUNT,
                    gauge.metric(),
                    gauge.jsonKey(),
                    gauge.help(),
                    r -> r.conferences().count(gauge));
        }
        rows.add(
                COUNT,
                "local_endpoints",
                "local_endpoints",
                "Endpoints connected to this bridge.",
                r -> r.conferences().count(ConferenceGauge.ENDPOINTS)
                        - r.conferences().count(ConferenceGauge.RELAYED_ENDPOINTS));
        rows.add(
                COUNT,
                "",
                "participants",
                "Deprecated name of endpoints.",
                r -> r.conferences().count(ConferenceGauge.ENDPOINTS));
        rows.add(
                LEVEL,
                "stress",
                "stress_level",
                "Load divided by its threshold, with what endpoints that have just come will add.",
                r -> r.rates().stress());
        rows.flag("healthy", "healthy", "1 if the last health check succeeded, else 0.", BridgeState::healthy);
        rows.flag(
                "drain_mode",
                "drain",
                "1 if new participants should go to other bridges (drain mode), else 0.",
                BridgeState::drain);
        rows.flag(
                "graceful_shutdown",
                "graceful_shutdown",
                "1 if new conferences are refused (graceful shutdown), else 0.",
                BridgeState::gracefulShutdown);
        rows.flag(
                "shutting_down",
                "shutting_down",
                "1 if the bridge is shutting down, else 0.",
                BridgeState::shuttingDown);
    }
}
