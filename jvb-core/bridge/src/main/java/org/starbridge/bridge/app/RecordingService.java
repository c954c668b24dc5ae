package org.starbridge.bridge.app;

import java.util.List;
import org.starbridge.bridge.http.Route;
import org.starbridge.bridge.recording.ObservedMediaPlane;
import org.starbridge.bridge.recording.RecordingConfig;
import org.starbridge.bridge.recording.RecordingRoutes;
import org.starbridge.bridge.recording.Recordings;
import org.starbridge.control.conference.Conferences;

/** Recordings as part of the bridge. */
final class RecordingService {
    private RecordingService() {}

    /** Starts it if it is enabled; its routes of the private HTTP server. */
    static List<Route> start(
            RecordingConfig config, ObservedMediaPlane media, Conferences conferences, StartedComponents open) {
        if (!config.enabled()) {
            return List.of();
        }
        Recordings recordings = open.add(new Recordings(config, media, conferences), Recordings::close);
        return RecordingRoutes.table(recordings);
    }
}
