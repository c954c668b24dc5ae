package org.starbridge.control.conference;

import java.util.Optional;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.TapQueue;

/** Captures of endpoints' packets, for people who look for what is wrong with a call. Any thread. */
public final class PacketCaptures {
    private final Conferences conferences;

    /** Outcome of a request. */
    public enum Outcome {
        /** The worker will do it. */
        DONE,
        /** There is no such endpoint. */
        UNKNOWN_ENDPOINT,
        /** The worker has too much to do. */
        BUSY
    }

    /** Those of all conferences. */
    public PacketCaptures(Conferences conferences) {
        this.conferences = conferences;
    }

    /**
     * Starts one; see {@link MediaEndpoint#capture}.
     *
     * @param conferenceId the bridge-local id
     * @param queue not used unless the outcome is {@link Outcome#DONE}
     */
    public Outcome start(String conferenceId, String endpointId, TapQueue queue, boolean hasPayloads) {
        return media(conferenceId, endpointId)
                .map(media -> media.capture(queue, hasPayloads) ? Outcome.DONE : Outcome.BUSY)
                .orElse(Outcome.UNKNOWN_ENDPOINT);
    }

    /**
     * Ends one. That of an endpoint that is gone has ended already.
     *
     * @param conferenceId the bridge-local id
     */
    public void stop(String conferenceId, String endpointId, TapQueue queue) {
        media(conferenceId, endpointId).ifPresent(media -> media.endCapture(queue));
    }

    private Optional<MediaEndpoint> media(String conferenceId, String endpointId) {
        return conferences.view(conferenceId).flatMap(view -> view.media(endpointId));
    }
}
