package org.starbridge.control.conference;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.media.api.EndedConnection;
import org.starbridge.media.api.MediaEndpoint;

/** Reports on how far the transports of endpoints came, also of those that left a short time ago. Any thread. */
public final class ConnectionReports {
    private final Conferences conferences;

    /** Those of all conferences. */
    public ConnectionReports(Conferences conferences) {
        this.conferences = conferences;
    }

    /**
     * That of an endpoint that is there; see {@link MediaEndpoint#connectionReport}.
     *
     * @param conferenceId the bridge-local id
     * @return empty if there is no such endpoint
     */
    public Optional<CompletableFuture<ConnectionReport>> present(String conferenceId, String endpointId) {
        return conferences
                .view(conferenceId)
                .flatMap(view -> view.media(endpointId))
                .map(MediaEndpoint::connectionReport);
    }

    /**
     * The last one of an endpoint that has left.
     *
     * @param conferenceId the bridge-local id
     */
    public Optional<EndedConnection> ended(String conferenceId, String endpointId) {
        return ended().stream()
                .filter(each -> each.conferenceId().equals(conferenceId)
                        && each.endpointId().equals(endpointId))
                .findFirst();
    }

    /** Those of the endpoints that left last, newest first. */
    public List<EndedConnection> ended() {
        return conferences.environment().media().ended();
    }

    /** The time now, on the clock of {@link EndedConnection#endedAtNs}. */
    public long nowNs() {
        return conferences.environment().clockNs().getAsLong();
    }
}
