package org.starbridge.control.message;

import java.time.Duration;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointConnectivityStatusChangeEvent;
import org.starbridge.control.channel.ChannelPolicy;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.Participant;

/**
 * Sends clients which endpoints became inactive or active again. Visitors are watched and not announced: others do not
 * know them. Guarded by the conference's lock.
 */
public final class ActivityNotifications {
    private final Endpoints endpoints;
    private final ChannelPolicy policy;
    private final MessageSender sender;
    private final OtherBridges others;
    private final ConferenceCounters counters;

    public ActivityNotifications(
            Endpoints endpoints,
            ChannelPolicy policy,
            MessageSender sender,
            OtherBridges others,
            ConferenceCounters counters) {
        this.endpoints = endpoints;
        this.policy = policy;
        this.sender = sender;
        this.others = others;
        this.counters = counters;
    }

    /**
     * Checks when each endpoint was last active, counts those without a bridge channel, and sends what changed to all
     * clients, its own and those of other bridges included.
     */
    public void check(long nowNs) {
        for (LocalEndpoint endpoint : endpoints.all()) {
            if (endpoint.takeMissingChannel(nowNs)) {
                counters.increment(ConferenceCounter.ENDPOINTS_WITHOUT_CHANNEL);
            }
            long silentNs = nowNs - endpoint.lastActivityNs();
            Duration patience = endpoint.wasHeard() ? policy.maxInactivity() : policy.firstTransferTimeout();
            boolean isActive = silentNs <= patience.toNanos();
            Participant participant = endpoint.participant();
            if (isActive != participant.isActive()) {
                participant.isActive(isActive);
                if (!participant.isVisitor()) {
                    announce(participant);
                }
            }
        }
    }

    private void announce(Participant participant) {
        counters.increment(
                participant.isActive()
                        ? ConferenceCounter.ENDPOINTS_RECONNECTED
                        : ConferenceCounter.ENDPOINTS_DISCONNECTED);
        EndpointConnectivityStatusChangeEvent event =
                new EndpointConnectivityStatusChangeEvent(participant.id(), participant.isActive());
        sender.sendToAll(event);
        others.sendToAll(event, ChannelText.of(event));
    }
}
