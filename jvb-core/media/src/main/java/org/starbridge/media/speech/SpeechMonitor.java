package org.starbridge.media.speech;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.speech.SpeechActivity;

/**
 * Knows who speaks in the conferences that one worker listens to. A level costs two hash look-ups and allocates
 * nothing. Owned by that worker.
 */
public final class SpeechMonitor {
    /** Conferences are looked at together, at most this often: a decision may come that much late. */
    private static final long LOOK_INTERVAL_NS = 20_000_000;

    private final SpeechRouting routing;
    private final LoudestFeedback hearing;
    private final Map<String, Conference> conferences = new HashMap<>();
    private final Int2ObjectHashMap<Microphone> microphones = new Int2ObjectHashMap<>();
    private long nextDecisionNs = Long.MAX_VALUE;
    private long lookedAtNs;
    private @Nullable Conference current;

    /**
     * Speaker on an audio stream.
     *
     * @param participantKey its number in the order of speakers
     * @param endpointKey that of the transport over which it sends: the same of a client, a relay's of others
     */
    public record Speaker(int participantKey, int endpointKey) {}

    /** A participant's audio stream. */
    private static final class Microphone {
        final Speaker speaker;
        final Conference conference;
        final PacketDuration duration = new PacketDuration();
        boolean isHeard = true;
        /** True if a receiver asked for it by name. */
        boolean isInsistedOn;

        Microphone(Speaker speaker, Conference conference) {
            this.speaker = speaker;
            this.conference = conference;
        }
    }

    private static final class Conference {
        final String id;
        final SpeechActivity activity;
        final Map<Integer, Microphone> microphones = new HashMap<>();
        final Set<Integer> members = new HashSet<>();

        Conference(String id, SpeechActivity activity) {
            this.id = id;
            this.activity = activity;
        }
    }

    /** One without conferences. */
    public SpeechMonitor(SpeechRouting routing, LoudestFeedback hearing) {
        this.routing = routing;
        this.hearing = hearing;
    }

    /**
     * The members of a conference now; without members it ends.
     *
     * @param members keys of those who may speak, in the order in which they came
     * @param speakers by the handles of their audio streams
     * @param insisted the ones of these streams that a receiver asked for by name: they are forwarded however loud
     *     others are
     */
    public void members(
            String conferenceId,
            Collection<Integer> members,
            Map<Integer, Speaker> speakers,
            Collection<Integer> insisted) {
        if (members.isEmpty()) {
            end(conferenceId);
            return;
        }
        Conference conference = conferences.computeIfAbsent(
                conferenceId, id -> new Conference(id, new SpeechActivity(routing.settings())));
        boolean isOther = false;
        for (Integer gone : conference.members.stream()
                .filter(key -> !members.contains(key))
                .toList()) {
            conference.members.remove(gone);
            isOther |= conference.activity.leave(gone);
        }
        for (Integer key : members) {
            if (conference.members.add(key)) {
                conference.activity.join(key);
            }
        }
        microphones(conference, speakers);
        conference.microphones.forEach((handle, microphone) -> microphone.isInsistedOn = insisted.contains(handle));
        if (isOther) {
            tell(conference);
        }
    }

    private void microphones(Conference conference, Map<Integer, Speaker> speakers) {
        conference.microphones.keySet().removeIf(handle -> {
            boolean isGone = !speakers.containsKey(handle);
            if (isGone) {
                microphones.remove(handle.intValue());
            }
            return isGone;
        });
        speakers.forEach((handle, speaker) -> conference.microphones.computeIfAbsent(handle, _ -> {
            Microphone microphone = new Microphone(speaker, conference);
            microphones.put(handle.intValue(), microphone);
            return microphone;
        }));
    }

    /** A conference is not listened to any more; an unknown one has no effect. */
    public void end(String conferenceId) {
        Conference conference = conferences.remove(conferenceId);
        if (conference != null) {
            conference.microphones.keySet().forEach(handle -> microphones.remove(handle.intValue()));
        }
    }

    /**
     * An audio packet came, was authentic and goes on.
     *
     * @param handle its stream's; an unknown one has no effect
     * @param rtpTimestamp its timestamp: the level counts for as long as the packet sounds
     * @param attenuation as in RFC 6464: 0 (loudest) to 127 (silence)
     */
    public void onLevel(int handle, int rtpTimestamp, int attenuation, long nowNs) {
        Microphone microphone = microphones.get(handle);
        if (microphone == null) {
            return;
        }
        SpeechActivity activity = microphone.conference.activity;
        current = microphone.conference;
        boolean isLoud = activity.level(
                microphone.speaker.participantKey,
                SpeechActivity.MAX_LEVEL - attenuation,
                microphone.duration.onPacket(rtpTimestamp),
                nowNs);
        boolean isHeard = isLoud || microphone.isInsistedOn;
        if (isHeard != microphone.isHeard && hearing.onHeard(microphone.speaker.endpointKey, handle, isHeard)) {
            microphone.isHeard = isHeard;
        }
        nextDecisionNs = Math.min(nextDecisionNs, activity.nextDecisionNs());
        current = null;
    }

    /**
     * Returns the time at which an endpoint may have got the floor; {@link Long#MAX_VALUE} while no endpoint is
     * audible.
     */
    public long nextDeadlineNs() {
        return nextDecisionNs == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : Math.max(nextDecisionNs, lookedAtNs + LOOK_INTERVAL_NS);
    }

    /** Decides what is due, and tells. How many conferences were decided. */
    public int decide(long nowNs) {
        if (nowNs < nextDeadlineNs()) {
            return 0;
        }
        lookedAtNs = nowNs;
        nextDecisionNs = nowNs + LOOK_INTERVAL_NS; // should a decision fail, the others have their turn
        long next = Long.MAX_VALUE;
        int decided = 0;
        for (Conference conference : conferences.values()) {
            current = conference;
            if (nowNs >= conference.activity.nextDecisionNs()) {
                decided++;
                routing.sink().onWeighed(conference.id);
                if (conference.activity.decide(nowNs)) {
                    tell(conference);
                }
            }
            next = Math.min(next, conference.activity.nextDecisionNs());
        }
        current = null;
        nextDecisionNs = next;
        return decided;
    }

    private void tell(Conference conference) {
        routing.sink().onSpeech(conference.id, conference.activity.snapshot());
    }

    /** The conference that is being worked on, or was when something was thrown; null for none. */
    public @Nullable String currentConference() {
        return current == null ? null : current.id;
    }

    /** Conferences that are listened to. */
    public int size() {
        return conferences.size();
    }
}
