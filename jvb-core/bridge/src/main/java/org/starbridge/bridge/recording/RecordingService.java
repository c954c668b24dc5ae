package org.starbridge.bridge.recording;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.bridge.webhook.WebhookEvent;
import org.starbridge.control.conference.Conferences;
import org.starbridge.transport.counters.SharedCounters;

/** Recordings as part of the bridge: none, if they are not enabled. */
public final class RecordingService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RecordingService.class);

    private final @Nullable Recordings recordings;

    private RecordingService(@Nullable Recordings recordings) {
        this.recordings = recordings;
    }

    /**
     * Starts it as configured.
     *
     * @param webhooks gets ends of recordings
     * @throws java.io.UncheckedIOException if the directory can not be used
     */
    public static RecordingService start(
            RecordingConfig config,
            ObservedMediaPlane media,
            Conferences conferences,
            Consumer<WebhookEvent> webhooks) {
        return new RecordingService(config.enabled() ? new Recordings(config, media, conferences, webhooks) : null);
    }

    /** Routes of the private HTTP server. */
    public List<Route> routes() {
        return recordings == null ? List.of() : RecordingRoutes.table(recordings);
    }

    /** Returns the counters of recordings; null if they are not enabled. */
    public @Nullable SharedCounters<RecordingCounter> counters() {
        return recordings == null ? null : recordings.counters();
    }

    /** Returns the number of recordings that go on. */
    public int count() {
        return recordings == null ? 0 : recordings.count();
    }

    /** Returns the meeting ids of the conferences that are recorded. */
    public List<String> recorded() {
        return recordings == null ? List.of() : recordings.recorded();
    }

    /** Begins to record conferences that another process of this bridge recorded before. */
    public void goOn(List<String> meetingIds) {
        if (recordings != null) {
            meetingIds.forEach(recordings::start);
        } else if (!meetingIds.isEmpty()) {
            LOG.warn("{} recordings ended, because this process does not record", meetingIds.size());
        }
    }

    /** Ends all recordings, because the conferences have moved. Their files are complete after {@link #close}. */
    public void end() {
        if (recordings != null) {
            recordings.end("the conference has moved to a new process of this bridge");
        }
    }

    /** Bytes that wait for the disk. */
    public long pendingBytes() {
        return recordings == null ? 0 : recordings.pendingBytes();
    }

    /** Ends all recordings in order. */
    @Override
    public void close() {
        if (recordings != null) {
            recordings.close();
        }
    }
}
