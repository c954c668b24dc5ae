package org.starbridge.bridge.recording;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.Route;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.control.conference.Conferences;

/** Recordings as part of the bridge: none, if they are not enabled. */
public final class RecordingService implements AutoCloseable {
    private final @Nullable Recordings recordings;

    private RecordingService(@Nullable Recordings recordings) {
        this.recordings = recordings;
    }

    /**
     * Starts it as configured.
     *
     * @throws java.io.UncheckedIOException if the directory can not be used
     */
    public static RecordingService start(RecordingConfig config, ObservedMediaPlane media, Conferences conferences) {
        return new RecordingService(config.enabled() ? new Recordings(config, media, conferences) : null);
    }

    /** Routes of the private HTTP server. */
    public List<Route> routes() {
        return recordings == null ? List.of() : RecordingRoutes.table(recordings);
    }

    /** Ends all recordings in order. */
    @Override
    public void close() {
        if (recordings != null) {
            recordings.close();
        }
    }
}
