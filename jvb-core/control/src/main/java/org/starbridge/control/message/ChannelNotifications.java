package org.starbridge.control.message;

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
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.QualitySubscription;
import org.starbridge.control.participant.Speakers;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.control.selection.Selection;
import org.starbridge.lastn.allocation.SenderConstraints;
import org.starbridge.lastn.speech.SpeechActivity;
import org.starbridge.media.api.MediaKind;

/**
 * What the bridge tells a conference's clients over their channels: each change once, and all of the present state to a
 * client whose channel opens. Nothing is kept for a client without a channel. Guarded by the conference's lock.
 */
public final class ChannelNotifications {
    private final ConferenceCounters counters;

    private final Endpoints endpoints;
    private final ServerHello hello;

    private final Speakers speakers = new Speakers();
    private Map<String, Integer> wantedHeightsPx = Map.of();
    private @Nullable DominantSpeakerEndpointChangeEvent toldSpeakers;

    public ChannelNotifications(Endpoints endpoints, ServerHello hello, ConferenceCounters counters) {
        this.hello = hello;
        this.endpoints = endpoints;
        this.counters = counters;
    }

    public Speakers speakers() {
        return speakers;
    }

    /** Answers a greeting. */
    void greet(LocalEndpoint endpoint) {
        send(endpoint, hello);
    }

    /** All that a new channel's client has to know, the greeting first. */
    public void onOpen(LocalEndpoint endpoint, Carrier carrier, SourceMaps maps) {
        if (carrier == Carrier.WEB_SOCKET) { // over a data channel it is told to those who ask
            send(endpoint, hello);
        }
        for (DeclaredSource source : endpoint.participant().sources()) {
            Integer heightPx = wantedHeightsPx.get(source.name());
            if (heightPx != null) {
                send(endpoint, new SenderSourceConstraints(source.name(), heightPx));
            }
        }
        send(endpoint, new ForwardedSources(endpoint.reception().forwardedVideo()));
        maps.onOpen(endpoint);
        for (LocalEndpoint each : endpoints.all()) {
            if (!each.participant().isActive()) {
                send(endpoint, new EndpointConnectivityStatusChangeEvent(each.id(), false));
            }
        }
        if (toldSpeakers != null) {
            send(endpoint, toldSpeakers);
        }
        if (endpoint.connection().subscription() != QualitySubscription.NONE) {
            endpoint.connection().subscription(QualitySubscription.NEW); // what the former channel was told may be lost
        }
    }

    /**
     * After each selection: who gets another set of sources, whose sources are wanted otherwise, who is left of the
     * speakers.
     */
    public void onSelection(Selection selection) {
        for (LocalEndpoint endpoint : endpoints.all()) {
            Set<String> before = endpoint.reception().forwardedNames();
            endpoint.reception().allocation(selection.allocation(endpoint.key()));
            if (!before.equals(endpoint.reception().forwardedNames())) { // another order of the same is no news
                send(endpoint, new ForwardedSources(endpoint.reception().forwardedVideo()));
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
        for (LocalEndpoint owner : endpoints.all()) {
            for (DeclaredSource source : owner.participant().sources()) {
                Integer heightPx = changes.get(source.name());
                if (heightPx != null && source.kind() == MediaKind.VIDEO) {
                    send(owner, new SenderSourceConstraints(source.name(), heightPx));
                }
            }
        }
    }

    /** The media side heard another order of speakers. Who got the floor just now, null if nobody did. */
    @Nullable
    public LocalEndpoint onSpeech(SpeechActivity.Snapshot snapshot) {
        boolean isOther = speakers.update(snapshot);
        if (isOther) {
            counters.increment(ConferenceCounter.DOMINANT_SPEAKER_CHANGES);
        }
        tellSpeakers();
        return isOther ? speakers.dominant(endpoints.all()) : null;
    }

    private void tellSpeakers() {
        DominantSpeakerEndpointChangeEvent event = speakers.event(endpoints.all());
        if (event != null && !event.equals(toldSpeakers)) {
            toAll(event);
        }
        toldSpeakers = event;
    }

    /** An endpoint became silent, or is back. Everybody is told, itself included. */
    public void onConnectivity(LocalEndpoint endpoint) {
        counters.increment(
                endpoint.participant().isActive()
                        ? ConferenceCounter.ENDPOINTS_RECONNECTED
                        : ConferenceCounter.ENDPOINTS_DISCONNECTED);
        toAll(new EndpointConnectivityStatusChangeEvent(
                endpoint.id(), endpoint.participant().isActive()));
    }

    private void toAll(BridgeChannelMessage message) {
        ChannelText text = ChannelText.of(message);
        for (LocalEndpoint endpoint : endpoints.all()) {
            send(endpoint, message.colibriClass(), text);
        }
    }

    /** Whether its channel took it. */
    public boolean send(LocalEndpoint endpoint, BridgeChannelMessage message) {
        if (endpoint.channels().current() == null) {
            counters.increment(ConferenceCounter.CHANNEL_MESSAGES_UNSENT);
            endpoint.channels().messages().unsent();
            return false;
        }
        return send(endpoint, message.colibriClass(), ChannelText.of(message));
    }

    /** The same for a text that several get. */
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
        counters.increment(ConferenceCounter.CHANNEL_MESSAGES_UNSENT);
        endpoint.channels().messages().unsent();
        return false;
    }
}
