package org.starbridge.control.relay;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.colibri.VideoType;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.AddReceiver;
import org.starbridge.colibri.channel.BridgeChannelMessage.ServerHello;
import org.starbridge.colibri.channel.BridgeChannelMessage.SourceVideoTypeMessage;
import org.starbridge.colibri.channel.VideoConstraint;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.message.OtherBridges;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.media.api.MediaKind;

/**
 * Notifications of this bridge to other bridges of a conference: messages of endpoints, what sources show, and up to
 * which height in pixels their sources are wanted here. The whole present state goes to a bridge whose channel opens.
 * Guarded by the conference's lock.
 */
public final class RelayNotifications implements OtherBridges {
    private final String ownRelayId;
    private final Endpoints endpoints;
    private final Relays relays;
    private final RelaySender sender;
    private final ServerHello hello;

    /** @param ownRelayId this bridge's relay id */
    public RelayNotifications(
            String ownRelayId, Endpoints endpoints, Relays relays, RelaySender sender, ServerHello hello) {
        this.ownRelayId = ownRelayId;
        this.endpoints = endpoints;
        this.relays = relays;
        this.sender = sender;
        this.hello = hello;
    }

    @Override
    public void sendToAll(BridgeChannelMessage message, ChannelText text) {
        relays.all().forEach(relay -> sender.send(relay, message, text));
    }

    @Override
    public boolean sendTo(String endpointId, BridgeChannelMessage message, ChannelText text) {
        Relay relay = relays.of(endpointId);
        return relay != null && sender.send(relay, message, text);
    }

    @Override
    public void onVideoType(Participant owner, String sourceName) {
        relays.all().forEach(relay -> sendVideoType(relay, owner, sourceName));
    }

    private void sendVideoType(Relay relay, Participant owner, String sourceName) {
        VideoType type = owner.videoTypes().of(sourceName);
        sender.send(relay, new SourceVideoTypeMessage(sourceName, type, owner.id()));
    }

    @Override
    public void onSelection(Map<String, Integer> wantedHeightsPx) {
        for (Relay relay : relays.all()) {
            for (Participant participant : relay.participants()) {
                for (DeclaredSource source : participant.sources()) {
                    int heightPx = wantedHeightsPx.getOrDefault(source.name(), 0);
                    if (source.kind() == MediaKind.VIDEO && relay.ask(source.name(), heightPx)) {
                        ask(relay, source.name(), heightPx);
                    }
                }
            }
        }
    }

    private void ask(Relay relay, String sourceName, int heightPx) {
        sender.send(relay, new AddReceiver(ownRelayId, sourceName, new VideoConstraint(heightPx, -1)));
    }

    /** Says once more what is wanted of these sources; of those that are not wanted, nothing. */
    void repeatWishes(Relay relay, List<String> sourceNames) {
        for (String name : sourceNames) {
            Integer heightPx = relay.askedHeightsPx().get(name);
            if (heightPx != null) {
                ask(relay, name, heightPx);
            }
        }
    }

    /** Greets a bridge. */
    void greet(Relay relay) {
        sender.send(relay, hello);
    }

    /** Tells a bridge whose channel opened the present state, the greeting first. */
    void onOpen(Relay relay) {
        greet(relay);
        new LinkedHashMap<>(relay.askedHeightsPx()).forEach((name, heightPx) -> ask(relay, name, heightPx));
        endpoints.all().forEach(endpoint -> tellVideoTypes(relay, endpoint.participant()));
        for (Relay other : relays.all()) {
            if (other != relay && !other.isInMeshOf(relay)) {
                other.participants().forEach(participant -> tellVideoTypes(relay, participant));
            }
        }
    }

    /** Cameras need not be told. */
    private void tellVideoTypes(Relay relay, Participant owner) {
        for (DeclaredSource source : owner.sources()) {
            if (source.kind() == MediaKind.VIDEO && owner.videoTypes().of(source.name()) != VideoType.CAMERA) {
                sendVideoType(relay, owner, source.name());
            }
        }
    }
}
