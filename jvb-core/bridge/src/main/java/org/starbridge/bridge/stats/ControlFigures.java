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
                "Load divided by its threshold.",
                r -> r.rates().stress());
        rows.flag("healthy", "healthy", "Whether the last health check succeeded.", BridgeState::healthy);
        rows.flag("drain_mode", "drain", "Whether new participants should go elsewhere.", BridgeState::drain);
        rows.flag(
                "graceful_shutdown",
                "graceful_shutdown",
                "Whether new conferences are refused.",
                BridgeState::gracefulShutdown);
        rows.flag("shutting_down", "shutting_down", "Whether the bridge is shutting down.", BridgeState::shuttingDown);
    }
}
