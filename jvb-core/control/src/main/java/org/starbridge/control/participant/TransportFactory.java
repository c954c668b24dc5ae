package org.starbridge.control.participant;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Sctp;
import org.starbridge.control.channel.DataChannelTransport;
import org.starbridge.control.channel.DataChannelTransports;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.transport.ice.IceRole;

/** Opens the transports of one conference on the media plane. */
public final class TransportFactory {
    private final String conferenceId;
    private final FeedbackSsrcs feedback;
    private final ConferenceConfig config;
    private final ConferenceEnvironment environment;
    private final ConferenceCounters counters;
    private final Runnable onMediaChanged;

    /** @param onMediaChanged runs on a media worker when layers or a downlink changed; must return at once */
    public TransportFactory(
            String conferenceId,
            FeedbackSsrcs feedback,
            ConferenceConfig config,
            ConferenceEnvironment environment,
            ConferenceCounters counters,
            Runnable onMediaChanged) {
        this.conferenceId = conferenceId;
        this.feedback = feedback;
        this.config = config;
        this.environment = environment;
        this.counters = counters;
        this.onMediaChanged = onMediaChanged;
    }

    /**
     * Opens one.
     *
     * @param endpointId for logs
     * @param hasData whether the client asked for data channels
     * @throws org.starbridge.media.api.OverloadedException when the media workers cannot take it; nothing was opened
     */
    public EndpointTransport open(String endpointId, boolean isIceControlling, boolean hasData) {
        return open(
                endpointId, isIceControlling, hasData ? Sctp.Role.SERVER : null, TransportState.Kind.ENDPOINT, false);
    }

    /**
     * Opens the transport of a relay.
     *
     * @param relayId for logs
     * @param sctp the bridge's role in the association; null for a relay without data channels
     * @param hasUniquePort whether it is to have a UDP port for itself
     * @throws org.starbridge.media.api.OverloadedException when the media workers cannot take it; nothing was opened
     */
    public EndpointTransport openRelay(
            String relayId, boolean isIceControlling, Sctp.@Nullable Role sctp, boolean hasUniquePort) {
        return open(relayId, isIceControlling, sctp, TransportState.Kind.RELAY, hasUniquePort);
    }

    private EndpointTransport open(
            String endpointId,
            boolean isIceControlling,
            Sctp.@Nullable Role sctp,
            TransportState.Kind kind,
            boolean hasUniquePort) {
        return open(
                endpointId,
                new LocalSide(
                        config.transport().credentials(environment.random()),
                        isIceControlling ? IceRole.CONTROLLING : IceRole.CONTROLLED,
                        environment.identity().get()),
                sctp,
                kind,
                hasUniquePort);
    }

    /**
     * Opens that of an endpoint which was open in another process.
     *
     * @param endpointId for logs
     * @param local what its peer knows
     * @param hasData whether it has data channels
     * @throws org.starbridge.media.api.OverloadedException when the media workers cannot take it; nothing was opened
     */
    public EndpointTransport reopen(String endpointId, LocalSide local, boolean hasData) {
        return open(endpointId, local, hasData ? Sctp.Role.SERVER : null, TransportState.Kind.ENDPOINT, false);
    }

    private EndpointTransport open(
            String endpointId,
            LocalSide local,
            Sctp.@Nullable Role sctp,
            TransportState.Kind kind,
            boolean hasUniquePort) {
        boolean hasData = sctp != null;
        DataChannelTransport data = sctp != null ? environment.data().open(sctp) : new DataChannelTransports.Nothing();
        EndpointSpec spec = new EndpointSpec(
                conferenceId,
                endpointId,
                local.credentials(),
                local.iceRole(),
                local.identity(),
                feedback.audio(),
                feedback.video(),
                hasData ? data : ApplicationData.IGNORED,
                hasUniquePort);
        TransportState state = new TransportState(
                kind, counters, onMediaChanged, environment.transportReports(conferenceId, endpointId));
        return new EndpointTransport(spec, environment.media().addEndpoint(spec, state), state, data);
    }
}
