package org.starbridge.control.message;

import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;

/**
 * Sends messages to the clients of one conference over their bridge channels, and counts them. A message to a client
 * without a channel is dropped. Guarded by the conference's lock.
 */
public final class MessageSender {
    private final Endpoints endpoints;
    private final ConferenceCounters counters;

    public MessageSender(Endpoints endpoints, ConferenceCounters counters) {
        this.endpoints = endpoints;
        this.counters = counters;
    }

    /** Sends a message to one client. The result says whether its channel took it. */
    boolean send(LocalEndpoint endpoint, BridgeChannelMessage message) {
        if (endpoint.channels().current() == null) {
            countUnsent(endpoint);
            return false;
        }
        return send(endpoint, message.colibriClass(), ChannelText.of(message));
    }

    /** The same for a text that several clients get: it is encoded once. */
    public boolean send(LocalEndpoint endpoint, String colibriClass, ChannelText text) {
        BridgeChannel channel = endpoint.channels().current();
        if (channel != null && channel.send(text)) {
            switch (channel.carrier()) {
                case WEB_SOCKET -> counters.increment(ConferenceCounter.CHANNEL_MESSAGES_SENT);
                case DATA_CHANNEL -> counters.increment(ConferenceCounter.DATA_CHANNEL_MESSAGES_SENT);
            }
            endpoint.channels().messages().sent(colibriClass);
            return true;
        }
        countUnsent(endpoint);
        return false;
    }

    private void countUnsent(LocalEndpoint endpoint) {
        counters.increment(ConferenceCounter.CHANNEL_MESSAGES_UNSENT);
        endpoint.channels().messages().unsent();
    }

    /** Sends a message to every client. */
    public void sendToAll(BridgeChannelMessage message) {
        ChannelText text = ChannelText.of(message);
        for (LocalEndpoint endpoint : endpoints.all()) {
            send(endpoint, message.colibriClass(), text);
        }
    }
}
