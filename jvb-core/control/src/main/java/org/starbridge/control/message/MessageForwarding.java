package org.starbridge.control.message;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointStats;
import org.starbridge.colibri.channel.BridgeChannelMessage.MessageRefused;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.participant.Speakers;
import org.starbridge.control.selection.DeclaredSource;

/**
 * Forwards messages between clients, those of other bridges included; the bridge sets {@code from}. Messages of
 * visitors are not forwarded. Guarded by the conference's lock.
 */
public final class MessageForwarding {
    private final Endpoints endpoints;
    private final Speakers speakers;
    private final MessageSender sender;
    private final OtherBridges others;
    private final ConferenceConfig config;
    private final ConferenceCounters counters;

    public MessageForwarding(
            Endpoints endpoints,
            Speakers speakers,
            MessageSender sender,
            OtherBridges others,
            ConferenceConfig config,
            ConferenceCounters counters) {
        this.endpoints = endpoints;
        this.speakers = speakers;
        this.sender = sender;
        this.others = others;
        this.config = config;
        this.counters = counters;
    }

    /** Forwards to one client, or with a blank {@code to} to all others. Returns whether it had an effect. */
    boolean forward(LocalEndpoint origin, EndpointMessage message) {
        if (origin.participant().isVisitor()) {
            return false;
        }
        String to = message.to();
        EndpointMessage signed = message.withFrom(origin.id());
        ChannelText text = text(origin, signed);
        if (text == null) {
            return false;
        }
        if (to != null && !to.isBlank()) {
            LocalEndpoint receiver = endpoints.find(to);
            if (receiver == null) {
                return others.sendTo(to, signed, text);
            }
            sender.send(receiver, signed.colibriClass(), text);
            return true;
        }
        for (LocalEndpoint receiver : endpoints.all()) {
            if (receiver != origin) {
                sender.send(receiver, signed.colibriClass(), text);
            }
        }
        others.sendToAll(signed, text);
        return true;
    }

    /**
     * Forwards one client's figures. Their number grows with the square of the conference, so in a large one they go
     * only to the clients that see or hear the sender. Returns whether it had an effect.
     */
    boolean forward(LocalEndpoint origin, EndpointStats stats) {
        if (origin.participant().isVisitor()) {
            return false;
        }
        EndpointStats signed = stats.withFrom(origin.id());
        ChannelText text = text(origin, signed);
        if (text == null) {
            return false;
        }
        deliver(origin.participant(), signed, text);
        others.sendToAll(signed, text);
        return true;
    }

    /** Sends one participant's figures to the clients of this bridge that see or hear it; see {@link #forward}. */
    public void deliver(Participant origin, EndpointStats signed, ChannelText text) {
        int size = endpoints.size() + endpoints.remote().size();
        boolean isForAll = size <= config.channel().statsFilterThreshold() || speakers.isRecent(origin);
        for (LocalEndpoint receiver : endpoints.all()) {
            if (receiver.participant() != origin && (isForAll || wantsVideoOf(receiver, origin))) {
                sender.send(receiver, signed.colibriClass(), text);
            }
        }
    }

    /** Announces that what a source of a client shows has changed: other bridges choose by it. */
    void announceVideoType(LocalEndpoint owner, String sourceName) {
        others.onVideoType(owner.participant(), sourceName);
    }

    private static boolean wantsVideoOf(LocalEndpoint receiver, Participant origin) {
        for (DeclaredSource source : origin.sources()) {
            String name = source.name();
            if (receiver.reception().forwardedNames().contains(name)
                    || receiver.reception().constraints().names(name)) {
                return true;
            }
        }
        return false;
    }

    /** The text for other clients; null if it is too long to be forwarded, which is counted and said to the sender. */
    private @Nullable ChannelText text(LocalEndpoint origin, BridgeChannelMessage signed) {
        ChannelText text = ChannelText.of(signed);
        int maxBytes = config.channel().messages().maxForwardedBytes();
        if (text.lengthBytes() <= maxBytes) {
            return text;
        }
        counters.increment(ConferenceCounter.CHANNEL_MESSAGES_TOO_LONG);
        sender.send(origin, new MessageRefused(signed.colibriClass(), text.lengthBytes(), maxBytes));
        return null;
    }
}
