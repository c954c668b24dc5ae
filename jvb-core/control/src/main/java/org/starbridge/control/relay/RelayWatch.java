package org.starbridge.control.relay;

import java.time.Duration;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.DelayedExecution;
import org.starbridge.control.participant.EndpointTransport;
import org.starbridge.media.api.OverloadedException;
import org.starbridge.transport.ice.IceState;

/**
 * Looks from time to time at relays that lack something. Guarded by the conference's lock.
 *
 * <ul>
 *   <li>A relay whose ICE failed before it ever connected is checked again, as long as the relay exists: no focus is
 *       informed of the failure, and addresses of bridges rarely change. One that was connected goes on asking by
 *       itself.
 *   <li>A relay that stays without a channel for messages although its transport is connected is counted: once for each
 *       time, 30 to 60 s after the transport connected or the channel was lost. It is left alone, because media flows.
 * </ul>
 */
final class RelayWatch {
    private static final Duration INTERVAL = Duration.ofSeconds(30);

    private final Relays relays;
    private final ConferenceAccess conference;
    private final DelayedExecution delayed;
    private final ConferenceCounters counters;

    RelayWatch(Relays relays, ConferenceAccess conference, DelayedExecution delayed, ConferenceCounters counters) {
        this.relays = relays;
        this.conference = conference;
        this.delayed = delayed;
        this.counters = counters;
    }

    /** A relay begins; it may not be among the others yet. */
    void onBegin(Relay relay) {
        lookAtTransportLater(relay);
        lookAtChannelLater(relay, false);
    }

    /** A relay has lost its channel. */
    void onChannelLost(Relay relay) {
        lookAtChannelLater(relay, false);
    }

    private void lookAtTransportLater(Relay relay) {
        delayed.after(INTERVAL, () -> conference.update(() -> lookAtTransport(relay)));
    }

    private void lookAtTransport(Relay relay) {
        EndpointTransport transport = relay.transport();
        if (!relays.contains(relay) || transport.state().wasIceConnected()) {
            return;
        }
        if (transport.state().iceState() == IceState.FAILED) {
            try {
                transport.tryAgain();
            } catch (OverloadedException _) {
                // There is a next time.
            }
        }
        lookAtTransportLater(relay);
    }

    private void lookAtChannelLater(Relay relay, boolean wasConnected) {
        delayed.after(INTERVAL, () -> conference.update(() -> lookAtChannel(relay, wasConnected)));
    }

    private void lookAtChannel(Relay relay, boolean wasConnected) {
        if (!relays.contains(relay) || relay.channels().current() != null) {
            return;
        }
        boolean isConnected = relay.transport().state().isDtlsConnected();
        if (isConnected && wasConnected) {
            counters.increment(ConferenceCounter.RELAYS_WITHOUT_CHANNEL);
        } else {
            lookAtChannelLater(relay, isConnected);
        }
    }
}
