package org.starbridge.control.conference;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.starbridge.media.api.MediaEndpoint;

/** Recordings of endpoints' bandwidth estimators, for people who look for what is wrong with a call. Any thread. */
public final class BandwidthTraces {
    private final Conferences conferences;

    /** Those of all conferences. */
    public BandwidthTraces(Conferences conferences) {
        this.conferences = conferences;
    }

    /**
     * Starts or stops one; see {@link MediaEndpoint#recordBandwidth}.
     *
     * @param conferenceId the bridge-local id
     * @return whether there is such an endpoint
     */
    public boolean record(String conferenceId, String endpointId, boolean isOn) {
        Optional<MediaEndpoint> endpoint = media(conferenceId, endpointId);
        endpoint.ifPresent(media -> media.recordBandwidth(isOn));
        return endpoint.isPresent();
    }

    /**
     * Returns what was recorded so far; see {@link MediaEndpoint#bandwidthTrace}.
     *
     * @param conferenceId the bridge-local id
     * @return empty if there is no such endpoint
     */
    public Optional<CompletableFuture<byte[]>> read(String conferenceId, String endpointId) {
        return media(conferenceId, endpointId).map(MediaEndpoint::bandwidthTrace);
    }

    private Optional<MediaEndpoint> media(String conferenceId, String endpointId) {
        return conferences.view(conferenceId).flatMap(view -> view.media(endpointId));
    }
}
