package org.starbridge.control.message;

import java.util.Set;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointConnectivityStatusChangeEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.ForwardedSources;
import org.starbridge.colibri.channel.BridgeChannelMessage.ServerHello;
import org.starbridge.control.channel.BridgeChannel.Carrier;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.QualitySubscription;
import org.starbridge.control.participant.Speakers;
import org.starbridge.control.selection.Selection;

/**
 * Messages that the bridge sends to a conference's clients: each change once, and the whole present state to a client
 * whose channel opens. Nothing is kept for a client without a channel. Guarded by the conference's lock.
 */
public final class ChannelNotifications {
    private final Endpoints endpoints;
    private final ServerHello hello;
    private final MessageSender sender;
    private final SpeakerNotifications speakers;
    private final SenderConstraintNotifications constraints;
    private final OtherBridges others;

    public ChannelNotifications(
            Endpoints endpoints,
            ServerHello hello,
            MessageSender sender,
            SpeakerNotifications speakers,
            OtherBridges others) {
        this.endpoints = endpoints;
        this.hello = hello;
        this.sender = sender;
        this.speakers = speakers;
        this.others = others;
        constraints = new SenderConstraintNotifications(endpoints, sender);
    }

    public Speakers speakers() {
        return speakers.speakers();
    }

    /** Answers a greeting. */
    void greet(LocalEndpoint endpoint) {
        sender.send(endpoint, hello);
    }

    /** Sends the present state to a client whose channel opened, the greeting first. */
    public void onOpen(LocalEndpoint endpoint, Carrier carrier, SourceMaps maps) {
        if (carrier == Carrier.WEB_SOCKET) { // over a data channel only in answer to a greeting
            sender.send(endpoint, hello);
        }
        constraints.onOpen(endpoint);
        sender.send(endpoint, new ForwardedSources(endpoint.reception().forwardedVideo()));
        maps.onOpen(endpoint);
        for (String id : endpoints.inactiveIds()) {
            sender.send(endpoint, new EndpointConnectivityStatusChangeEvent(id, false));
        }
        speakers.onOpen(endpoint);
        if (endpoint.connection().subscription() != QualitySubscription.NONE) {
            // what was sent over the former channel may be lost
            endpoint.connection().subscription(QualitySubscription.NEW);
        }
    }

    /**
     * After each selection: the forwarded sources, the sender constraints and the speakers that changed; and to other
     * bridges what is wanted of them.
     */
    public void onSelection(Selection selection) {
        for (LocalEndpoint endpoint : endpoints.all()) {
            Set<String> before = endpoint.reception().forwardedNames();
            endpoint.reception().allocation(selection.allocation(endpoint.key()));
            if (!before.equals(endpoint.reception().forwardedNames())) { // another order of the same is no change
                sender.send(endpoint, new ForwardedSources(endpoint.reception().forwardedVideo()));
            }
        }
        constraints.onSelection(selection.wantedHeightsPx());
        others.onSelection(selection.wantedHeightsPx());
        speakers.sendChanges();
    }
}
