package org.starbridge.control.message;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.DominantSpeakerEndpointChangeEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointConnectivityStatusChangeEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.ForwardedSources;
import org.starbridge.colibri.channel.BridgeChannelMessage.SenderSourceConstraints;
import org.starbridge.colibri.channel.BridgeChannelMessage.ServerHello;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.BridgeChannel.Carrier;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.participant.Endpoint;
import org.starbridge.control.participant.QualitySubscription;
import org.starbridge.control.participant.Speakers;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.control.selection.Selection;
import org.starbridge.lastn.allocation.SenderConstraints;
import org.starbridge.lastn.speech.SpeechActivity;
import org.starbridge.media.api.MediaKind;

/**
 * What the bridge tells a conference's clients over their channels: each change once, and all of the present state to a client whose
 * channel opens. Nothing is kept for a client without a channel. Guarded by the conference's lock.
 */
public final class ChannelNotifications {
    private final ConferenceCounters counters;

    /** A view of everybody, live. */
    private final Collection<Endpoint> endpoints;

    private final Speakers speakers = new Speakers();
    private Map<String, Integer> wantedHeightsPx = Map.of();
    private @Nullable DominantSpeakerEndpointChangeEvent toldSpeakers;

    public ChannelNotifications(Collection<Endpoint> endpoints, ConferenceCounters counters) {
        this.endpoints = endpoints;
        this.counters = counters;
    }

    public Speakers speakers() {
        return speakers;
    }

    /** All that a new channel's client has to know, the greeting first. */
    public void onOpen(Endpoint endpoint, Carrier carrier, ServerHello hello, SourceMaps maps) {
        if (carrier == Carrier.WEB_SOCKET) { // over a data channel it is told to those who ask
            send(endpoint, hello);
        }
        for (DeclaredSource source : endpoint.sources()) {
            Integer heightPx = wantedHeightsPx.get(source.name());
            if (heightPx != null) {
                send(endpoint, new SenderSourceConstraints(source.name(), heightPx));
            }
        }
        send(endpoint, new ForwardedSources(endpoint.forwardedVideo()));
        maps.onOpen(endpoint);
        for (Endpoint each : endpoints) {
            if (!each.isActive()) {
                send(endpoint, new EndpointConnectivityStatusChangeEvent(each.id(), false));
            }
        }
        if (toldSpeakers != null) {
            send(endpoint, toldSpeakers);
        }
        if (endpoint.qualitySubscription() != QualitySubscription.NONE) {
            endpoint.qualitySubscription(QualitySubscription.NEW); // what the former channel was told may be lost
        }
    }

    /** After each selection: who gets another set of sources, whose sources are wanted otherwise, who is left of the speakers. */
    public void onSelection(Selection selection) {
        for (Endpoint endpoint : endpoints) {
            Set<String> before = endpoint.forwardedNames();
            endpoint.allocation(selection.allocation(endpoint.media().key()));
            if (!before.equals(endpoint.forwardedNames())) { // another order of the same is no news
                send(endpoint, new ForwardedSources(endpoint.forwardedVideo()));
            }
        }
        tellSenders(selection.wantedHeightsPx());
        tellSpeakers();
    }

    private void tellSenders(Map<String, Integer> wanted) {
        Map<String, Integer> changes = SenderConstraints.changes(wantedHeightsPx, wanted);
        wantedHeightsPx = wanted;
        if (changes.isEmpty()) {
            return;
        }
        for (Endpoint owner : endpoints) {
            for (DeclaredSource source : owner.sources()) {
                Integer heightPx = changes.get(source.name());
                if (heightPx != null && source.kind() == MediaKind.VIDEO) {
                    send(owner, new SenderSourceConstraints(source.name(), heightPx));
                }
            }
        }
    }

    /** The media side heard another order of speakers. Who got the floor just now, null if nobody did. */
    @Nullable
    public Endpoint onSpeech(SpeechActivity.Snapshot snapshot) {
        boolean isOther = speakers.update(snapshot);
        if (isOther) {
            counters.dominantSpeakerChanges.increment();
        }
        tellSpeakers();
        return isOther ? speakers.dominant(endpoints) : null;
    }

    private void tellSpeakers() {
        DominantSpeakerEndpointChangeEvent event = speakers.event(endpoints);
        if (event != null && !event.equals(toldSpeakers)) {
            toAll(event);
        }
        toldSpeakers = event;
    }

    /** An endpoint became silent, or is back. Everybody is told, itself included. */
    public void onConnectivity(Endpoint endpoint) {
        (endpoint.isActive() ? counters.endpointsReconnected : counters.endpointsDisconnected).increment();
        toAll(new EndpointConnectivityStatusChangeEvent(endpoint.id(), endpoint.isActive()));
    }

    private void toAll(BridgeChannelMessage message) {
        ChannelText text = ChannelText.of(message);
        for (Endpoint endpoint : endpoints) {
            send(endpoint, message.colibriClass(), text);
        }
    }

    /** Whether its channel took it. */
    public boolean send(Endpoint endpoint, BridgeChannelMessage message) {
        if (endpoint.channels().current() == null) {
            counters.channelMessagesUnsent.increment();
            endpoint.messages().unsent();
            return false;
        }
        return send(endpoint, message.colibriClass(), ChannelText.of(message));
    }

    /** The same for a text that several get. */
    public boolean send(Endpoint endpoint, String colibriClass, ChannelText text) {
        BridgeChannel channel = endpoint.channels().current();
        if (channel != null && channel.send(text)) {
            switch (channel.carrier()) {
                case WEB_SOCKET -> counters.channelMessagesSent.increment();
                case DATA_CHANNEL -> counters.dataChannelMessagesSent.increment();
            }
            endpoint.messages().sent(colibriClass);
            return true;
        }
        counters.channelMessagesUnsent.increment();
        endpoint.messages().unsent();
        return false;
    }
}
