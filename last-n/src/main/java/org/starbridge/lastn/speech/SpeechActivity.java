package org.starbridge.lastn.speech;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Knowledge of a conference about who speaks: the dominant speaker, those who were before, everybody in the order of
 * their last turn, and who is loud enough to be heard.
 *
 * <p>Participants are known by an id of the caller's, and have to {@link #join}; visitors do not, so their levels have
 * no effect. For each audio packet call {@link #level}, with what was authenticated and is neither force-muted nor
 * discarded as silence; when {@link #nextDecisionNs()} has come, {@link #decide}. If that says that something changed,
 * what clients get and what last-N goes by is in {@link #snapshot()}. A level costs a hash look-up and a few array
 * accesses and allocates nothing; a decision costs in proportion to who was audible in the last second, and a
 * participant costs 150 bytes.
 *
 * <p>Owned by one thread, that of the conference's owner.
 */
public final class SpeechActivity {
    /** No participant. */
    public static final int NO_SPEAKER = -1;

    /** For how long packets of audio sound if nothing else is known. */
    public static final long USUAL_PACKET_NS = Speaker.SLOT_NS;

    /** For how long one sounds at most (RFC 6716 section 2.1.4). */
    public static final long LONGEST_PACKET_NS = 120_000_000L;

    /** The loudest level; 0 is silence. RFC 6464's attenuation is this minus the level. */
    public static final int MAX_LEVEL = 127;

    private final SpeechSettings settings;
    private final ParticipantNumbers places = new ParticipantNumbers();
    private final DominantSpeaker dominantSpeaker;
    private final LoudestSpeakers loudest;

    /** Ids, last turn first. */
    private final LinkedHashSet<Integer> bySpeech = new LinkedHashSet<>();

    /** Ids of those who were dominant, present one first. */
    private final LinkedHashSet<Integer> recent = new LinkedHashSet<>();

    private int[] idByPlace = new int[8];
    private int dominant = NO_SPEAKER;
    private boolean silent;

    /** Empty. */
    public SpeechActivity(SpeechSettings settings) {
        this.settings = settings;
        dominantSpeaker = new DominantSpeaker(settings.silenceTimeoutNs());
        loudest = new LoudestSpeakers(settings.loudest());
    }

    /**
     * A participant comes; it is the last in the order of speech.
     *
     * @param id any number but {@link #NO_SPEAKER}; one that is there already has no effect
     */
    public void join(int id) {
        if (id == NO_SPEAKER) {
            throw new IllegalArgumentException("id " + id + ": is reserved for no participant");
        }
        if (places.of(id) != ParticipantNumbers.NONE) {
            return;
        }
        int place = places.add(id);
        if (place >= idByPlace.length) {
            idByPlace = Arrays.copyOf(idByPlace, idByPlace.length * 2);
        }
        idByPlace[place] = id;
        dominantSpeaker.add(place);
        loudest.add(place);
        bySpeech.add(id);
    }

    /**
     * A participant goes. Whether {@link Snapshot#recentSpeakers()} is another one now; an unknown one has no effect.
     */
    public boolean leave(int id) {
        int place = places.remove(id);
        if (place == ParticipantNumbers.NONE) {
            return false;
        }
        dominantSpeaker.remove(place);
        loudest.remove(place);
        bySpeech.remove(id);
        if (dominant == id) {
            dominant = NO_SPEAKER;
            silent = false;
        }
        return recent.remove(id);
    }

    /** An audio packet of the usual duration came: see the other one. */
    public boolean level(int id, int level, long nowNs) {
        return level(id, level, USUAL_PACKET_NS, nowNs);
    }

    /**
     * An audio packet came.
     *
     * @param level 0 (silence) to {@link #MAX_LEVEL}; what is outside is clamped
     * @param durationNs for how long it sounds, up to {@link #LONGEST_PACKET_NS}: so long its level counts; what is
     *     outside is clamped
     * @return whether others may hear it: it is among the loudest, or everybody is heard
     */
    public boolean level(int id, int level, long durationNs, long nowNs) {
        int place = places.of(id);
        boolean isEverybodyHeard = settings.loudest().count() == 0;
        if (place == ParticipantNumbers.NONE) {
            return isEverybodyHeard;
        }
        int clamped = Math.clamp(level, 0, MAX_LEVEL);
        long soundsNs = Math.clamp(durationNs, 0, LONGEST_PACKET_NS);
        int standingOut = dominantSpeaker.level(place, clamped, soundsNs, nowNs);
        if (isEverybodyHeard) {
            return true;
        }
        boolean isLoud = loudest.level(place, standingOut, nowNs);
        for (long heardNs = USUAL_PACKET_NS; heardNs < soundsNs; heardNs += USUAL_PACKET_NS) {
            isLoud = loudest.level(place, standingOut, nowNs);
        }
        return isLoud || (id == dominant && settings.loudest().alwaysDominant());
    }

    /** Returns whether it is among the loudest; everybody is where all are heard. */
    public boolean isAmongLoudest(int id) {
        int place = places.of(id);
        return settings.loudest().count() == 0 || (place != ParticipantNumbers.NONE && loudest.contains(place));
    }

    /**
     * Returns the time at which {@link #decide} is due; {@link Long#MAX_VALUE} while no participant is audible. Each
     * {@link #level} can bring it forward.
     */
    public long nextDecisionNs() {
        return dominantSpeaker.nextDecisionNs();
    }

    /** Looks who has the floor now. Whether {@link #snapshot()} is another one than before. */
    public boolean decide(long nowNs) {
        if (!dominantSpeaker.decide(nowNs)) {
            return false;
        }
        int place = dominantSpeaker.dominant();
        int newDominant = place == DominantSpeaker.NO_SPEAKER ? NO_SPEAKER : idByPlace[place];
        silent = dominantSpeaker.isSilent();
        if (newDominant != dominant) {
            dominant = newDominant;
            if (newDominant != NO_SPEAKER) {
                onNewDominant(newDominant);
            }
        }
        return true;
    }

    private void onNewDominant(int id) {
        bySpeech.addFirst(id);
        recent.addFirst(id);
        while (recent.size() > settings.recentSpeakers() + 1) {
            recent.removeLast();
        }
    }

    /** Returns the participant that has the floor, or {@link #NO_SPEAKER}. */
    public int dominant() {
        return dominant;
    }

    /** All that others may know, as a value. */
    public Snapshot snapshot() {
        return new Snapshot(dominant, silent, List.copyOf(recent), List.copyOf(bySpeech));
    }

    /**
     * Speakers at one moment.
     *
     * @param dominant who has the floor, or {@link #NO_SPEAKER}
     * @param silent no participant has spoken for a while
     * @param recentSpeakers those who had the floor, most recent first; the first one is the dominant one unless that
     *     has left
     * @param bySpeechActivity everybody, by their last turn, then by when they came
     */
    public record Snapshot(int dominant, boolean silent, List<Integer> recentSpeakers, List<Integer> bySpeechActivity) {
        /** Copies the lists. */
        public Snapshot {
            recentSpeakers = List.copyOf(recentSpeakers);
            bySpeechActivity = List.copyOf(bySpeechActivity);
        }
    }
}
