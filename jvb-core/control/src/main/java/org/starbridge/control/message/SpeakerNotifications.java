package org.starbridge.control.message;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelMessage.DominantSpeakerEndpointChangeEvent;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.participant.Speakers;
import org.starbridge.lastn.speech.SpeechActivity;

/** Sends clients the dominant and the recent speakers when these change. Guarded by the conference's lock. */
public final class SpeakerNotifications {
    private final Endpoints endpoints;
    private final MessageSender sender;
    private final ConferenceCounters counters;
    private final Speakers speakers = new Speakers();
    private @Nullable DominantSpeakerEndpointChangeEvent latest;

    public SpeakerNotifications(Endpoints endpoints, MessageSender sender, ConferenceCounters counters) {
        this.endpoints = endpoints;
        this.sender = sender;
        this.counters = counters;
    }

    Speakers speakers() {
        return speakers;
    }

    /** The media side reported another order of speakers. Returns the new dominant speaker, null if it is the same. */
    public @Nullable Participant onSpeech(SpeechActivity.Snapshot snapshot) {
        boolean isOther = speakers.update(snapshot);
        if (isOther) {
            counters.increment(ConferenceCounter.DOMINANT_SPEAKER_CHANGES);
        }
        sendChanges();
        return isOther ? speakers.dominant(endpoints.participants()) : null;
    }

    /** Sends the speakers that are still in the conference, if these are others than before. */
    void sendChanges() {
        DominantSpeakerEndpointChangeEvent event = speakers.event(endpoints.participants());
        if (event != null && !event.equals(latest)) {
            sender.sendToAll(event);
        }
        latest = event;
    }

    /** Sends the speakers to a client whose channel opened. */
    void onOpen(LocalEndpoint endpoint) {
        if (latest != null) {
            sender.send(endpoint, latest);
        }
    }
}
