package org.starbridge.control.relay;

import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;

/**
 * Sends messages to other bridges over the channels of one conference's relays, and counts them. A message to a relay
 * without a channel is dropped. Guarded by the conference's lock.
 */
public final class RelaySender {
    private final Relays relays;
    private final ConferenceCounters counters;

    public RelaySender(Relays relays, ConferenceCounters counters) {
        this.relays = relays;
        this.counters = counters;
    }

    void send(Relay relay, BridgeChannelMessage message) {
        if (relay.channels().current() != null) {
            send(relay, message, ChannelText.of(message));
        }
    }

    /** The same for a text that several bridges get: it is encoded once. */
    boolean send(Relay relay, BridgeChannelMessage message, ChannelText text) {
        BridgeChannel channel = relay.channels().current();
        boolean isSent = channel != null && channel.send(text);
        if (isSent) {
            counters.increment(ConferenceCounter.RELAY_MESSAGES_SENT);
            relay.channels().messages().sent(message.colibriClass());
        }
        return isSent;
    }

    /** To the relays of other meshes, of what came over one. */
    void sendOn(Relay origin, BridgeChannelMessage message, ChannelText text) {
        for (Relay relay : relays.all()) {
            if (relay != origin && !relay.isInMeshOf(origin)) {
                send(relay, message, text);
            }
        }
    }
}
