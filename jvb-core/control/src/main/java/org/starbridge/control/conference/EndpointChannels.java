package org.starbridge.control.conference;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.conference.ConferenceLock.Publication;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.message.ChannelNotifications;
import org.starbridge.control.message.ClientMessages;
import org.starbridge.control.message.SourceMaps;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.relay.RelayChannel;
import org.starbridge.control.relay.RelayChannels;

/** The bridge's ends of the channels of one conference's endpoints and relays. Any thread. */
final class EndpointChannels {
    private final ConferenceLock lock;
    private final Endpoints endpoints;
    private final RelayChannels relays;
    private final ClientMessages messages;
    private final ChannelNotifications notifications;
    private final SourceMaps sourceMaps;
    private final ConferenceCounters counters;

    EndpointChannels(
            ConferenceLock lock,
            Endpoints endpoints,
            RelayChannels relays,
            ClientMessages messages,
            ChannelNotifications notifications,
            SourceMaps sourceMaps,
            ConferenceCounters counters) {
        this.lock = lock;
        this.endpoints = endpoints;
        this.relays = relays;
        this.messages = messages;
        this.notifications = notifications;
        this.sourceMaps = sourceMaps;
        this.counters = counters;
    }

    /** Null if there is no endpoint with this id. */
    @Nullable
    EndpointChannel find(String endpointId) {
        LocalEndpoint endpoint = lock.<@Nullable LocalEndpoint>read(() -> endpoints.find(endpointId));
        return endpoint == null ? null : of(endpoint);
    }

    /** That of a relay; empty if there is none to the bridge with this id. */
    Optional<RelayChannel> findRelay(String relayId) {
        return lock.read(() -> relays.find(relayId));
    }

    /** Also of an endpoint that is not added yet. */
    EndpointChannel of(LocalEndpoint endpoint) {
        return new EndpointChannel(endpoint, lock, messages, this, counters);
    }

    /**
     * Handles messages as if an endpoint's client had sent them over a channel: for clients that have none.
     *
     * @return false if there is no endpoint with this id
     */
    boolean say(String endpointId, List<BridgeChannelMessage> said) {
        LocalEndpoint endpoint = lock.<@Nullable LocalEndpoint>read(() -> endpoints.find(endpointId));
        if (endpoint == null) {
            return false;
        }
        lock.update(Publication.PACED, () -> said.forEach(message -> messages.handle(endpoint, message)));
        return true;
    }

    /** Limits the temporal layer of what an endpoint gets; -1 for no limit. Without effect if there is none. */
    void limitTemporalLayer(String endpointId, int maxTemporalLayer) {
        LocalEndpoint endpoint = lock.<@Nullable LocalEndpoint>read(() -> endpoints.find(endpointId));
        if (endpoint != null) {
            lock.update(Publication.PACED, () -> messages.limitTemporalLayer(endpoint, maxTemporalLayer));
        }
    }

    /** Returns whether the endpoint is still in the conference. Under the lock. */
    boolean isPresent(LocalEndpoint endpoint) {
        return endpoints.contains(endpoint);
    }

    /** Sends the present state to a client whose channel opened. Under the lock. */
    void greet(LocalEndpoint endpoint, BridgeChannel channel) {
        notifications.onOpen(endpoint, channel.carrier(), sourceMaps);
    }
}
