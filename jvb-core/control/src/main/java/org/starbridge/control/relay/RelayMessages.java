package org.starbridge.control.relay;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.AddReceiver;
import org.starbridge.colibri.channel.BridgeChannelMessage.ClientHello;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointConnectivityStatusChangeEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointStats;
import org.starbridge.colibri.channel.BridgeChannelMessage.RemoveReceiver;
import org.starbridge.colibri.channel.BridgeChannelMessage.ServerHello;
import org.starbridge.colibri.channel.BridgeChannelMessage.SourceVideoTypeMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.SyntheticSourceSendingChangeEvent;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.message.MessageForwarding;
import org.starbridge.control.message.MessageSender;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.request.RequestRules;
import org.starbridge.control.selection.DeclaredSource;

/**
 * Handles the messages of other bridges. A bridge speaks for the participants that were announced behind its relay, and
 * for no other: not for one that is on this bridge as well, so that no message comes back and goes round. What it says
 * of them goes on to the endpoints of this bridge and to other meshes. The caller counts messages without effect.
 * Guarded by the conference's lock.
 */
public final class RelayMessages {
    private final Endpoints endpoints;
    private final Relays relays;
    private final RelayNotifications notifications;
    private final RelaySender others;
    private final MessageSender clients;
    private final MessageForwarding forwarding;
    private final Runnable onTableOutdated;

    /** @param onTableOutdated runs when the next forwarding table shows a change */
    public RelayMessages(
            Endpoints endpoints,
            Relays relays,
            RelayNotifications notifications,
            RelaySender others,
            MessageSender clients,
            MessageForwarding forwarding,
            Runnable onTableOutdated) {
        this.endpoints = endpoints;
        this.relays = relays;
        this.notifications = notifications;
        this.others = others;
        this.clients = clients;
        this.forwarding = forwarding;
        this.onTableOutdated = onTableOutdated;
    }

    boolean isPresent(Relay relay) {
        return relays.contains(relay);
    }

    void onOpen(Relay relay) {
        notifications.onOpen(relay);
    }

    /** The other bridge had the time to say what it wants. */
    void onWishesComplete(Relay relay) {
        if (relays.contains(relay) && relay.onWishesComplete()) {
            onTableOutdated.run();
        }
    }

    /** Wishes for these sources may have come too early for the other bridge. */
    void repeatWishes(Relay relay, List<String> sourceNames) {
        if (relays.contains(relay)) {
            notifications.repeatWishes(relay, sourceNames);
        }
    }

    /** Handles a message; returns whether it had an effect. */
    boolean handle(Relay relay, BridgeChannelMessage message) {
        return switch (message) {
            case ClientHello _ -> {
                notifications.greet(relay);
                yield true;
            }
            case ServerHello _ -> true;
            case AddReceiver wish ->
                want(relay, wish.sourceName(), wish.videoConstraints().maxHeight());
            case RemoveReceiver gone -> removeReceiver(relay, gone.endpointId());
            case SourceVideoTypeMessage typed -> onVideoType(relay, typed);
            case EndpointMessage text -> forward(relay, text);
            case EndpointStats stats -> forward(relay, stats);
            case EndpointConnectivityStatusChangeEvent event -> onActivity(relay, event);
            case SyntheticSourceSendingChangeEvent event -> onTalk(relay, event);
            default -> false;
        };
    }

    private boolean want(Relay relay, String sourceName, int maxHeightPx) {
        if (!relay.want(sourceName, maxHeightPx)) {
            return false;
        }
        onTableOutdated.run();
        return true;
    }

    private boolean removeReceiver(Relay relay, String endpointId) {
        LocalEndpoint owner = endpoints.find(endpointId);
        Participant participant = owner == null ? endpoints.remote().find(endpointId) : owner.participant();
        if (participant == null) {
            return false;
        }
        List<DeclaredSource> sources = participant.sources();
        sources.forEach(source -> want(relay, source.name(), 0));
        return !sources.isEmpty();
    }

    /** The other bridge may speak of a source before the focus announces it: a client does, which begins to share. */
    private boolean onVideoType(Relay relay, SourceVideoTypeMessage typed) {
        Participant owner = of(relay, typed.endpointId());
        if (owner == null
                || !relay.isName(typed.sourceName())
                || (!owner.declares(typed.sourceName()) && isDeclared(typed.sourceName()))) {
            return false;
        }
        boolean isChange = owner.videoTypes().of(typed.sourceName()) != typed.videoType();
        if (!owner.videoTypes().tell(typed.sourceName(), typed.videoType())) {
            return false;
        }
        if (isChange) {
            onTableOutdated.run();
        }
        others.sendOn(relay, typed, ChannelText.of(typed));
        return true;
    }

    private boolean isDeclared(String sourceName) {
        return endpoints.all().stream()
                        .anyMatch(endpoint -> endpoint.participant().declares(sourceName))
                || relays.all().stream()
                        .flatMap(each -> each.participants().stream())
                        .anyMatch(participant -> participant.declares(sourceName));
    }

    private boolean forward(Relay relay, EndpointMessage message) {
        if (of(relay, message.from()) == null && !RequestRules.TRANSCRIBER_ID.equals(message.from())) {
            return false;
        }
        ChannelText text = ChannelText.of(message);
        String to = message.to();
        if (to == null || to.isBlank()) {
            endpoints.all().forEach(endpoint -> clients.send(endpoint, message.colibriClass(), text));
            others.sendOn(relay, message, text);
            return true;
        }
        LocalEndpoint receiver = endpoints.find(to);
        if (receiver != null) {
            clients.send(receiver, message.colibriClass(), text);
            return true;
        }
        Relay next = relays.of(to);
        return next != null && next != relay && !next.isInMeshOf(relay) && others.send(next, message, text);
    }

    private boolean forward(Relay relay, EndpointStats stats) {
        Participant origin = of(relay, stats.from());
        if (origin == null) {
            return false;
        }
        ChannelText text = ChannelText.of(stats);
        forwarding.deliver(origin, stats, text);
        others.sendOn(relay, stats, text);
        return true;
    }

    private boolean onTalk(Relay relay, SyntheticSourceSendingChangeEvent event) {
        clients.sendToAll(event);
        others.sendOn(relay, event, ChannelText.of(event));
        return true;
    }

    private boolean onActivity(Relay relay, EndpointConnectivityStatusChangeEvent event) {
        Participant participant = of(relay, event.endpoint());
        if (participant == null) {
            return false;
        }
        participant.isActive(event.active());
        clients.sendToAll(event);
        others.sendOn(relay, event, ChannelText.of(event));
        return true;
    }

    private @Nullable Participant of(Relay relay, @Nullable String endpointId) {
        return endpointId == null || endpoints.find(endpointId) != null ? null : relay.find(endpointId);
    }
}
