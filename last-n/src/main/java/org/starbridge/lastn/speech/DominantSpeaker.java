package org.starbridge.lastn.speech;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Detector of who has the floor, from audio levels alone: the algorithm of I. Volfin and I. Cohen, "Dominant speaker
 * identification for multipoint videoconferencing" (Computer Speech and Language 27, 2013), with the constants that
 * Jitsi deployments are used to.
 *
 * <p>Every participant's levels of the last second are weighed on three time scales: now (one packet), a word (five
 * packets) and a sentence (fifty). A coughing neighbour wins on the first only. Another speaker takes over if it is
 * clearly ahead on the first two and not behind on the third; among several, who is furthest ahead on the second.
 *
 * <p>Only who is audible costs anything: a participant whose last second is silence has the lowest score on every scale
 * and can not take over, so it is not looked at. Participants are places 0, 1, … that the caller gives out; arrays grow
 * when one is added, and nothing is allocated for a level or a decision. Owned by one thread.
 */
final class DominantSpeaker {
    static final int NO_SPEAKER = -1;
    static final long DECISION_INTERVAL_NS = 300_000_000L;

    private static final double C1 = 3;
    private static final double C2 = 2;
    private static final double C3 = 0;

    private final long silenceTimeoutNs;
    private @Nullable Speaker[] speakers = new @Nullable Speaker[8];
    private Speaker[] active = new Speaker[8];
    private int activeCount;
    private @Nullable Speaker dominant;
    private boolean silent;
    private long lastSpeechNs;
    private long nextDecisionNs = Long.MAX_VALUE;

    /** @param silenceTimeoutNs {@link SpeechSettings#NO_SILENCE_DETECTION} if silence is not looked for */
    DominantSpeaker(long silenceTimeoutNs) {
        this.silenceTimeoutNs = silenceTimeoutNs;
    }

    /** A participant comes, at the next place or at one that is free again. */
    void add(int place) {
        if (place >= speakers.length) {
            speakers = Arrays.copyOf(speakers, speakers.length * 2);
        }
        speakers[place] = new Speaker(place);
    }

    void remove(int place) {
        Speaker speaker = speakers[place];
        speakers[place] = null;
        if (speaker != null && speaker.activeAt >= 0) {
            deactivate(speaker);
        }
        if (speaker != null && speaker == dominant) {
            dominant = null;
        }
    }

    /**
     * A packet's level.
     *
     * @param level 0 (silence) to 127
     * @param durationNs for how long the packet sounds
     * @return the same, or 0 if it does not stand out from the participant's noise
     */
    int level(int place, int level, long durationNs, long nowNs) {
        Speaker speaker = speakers[place];
        if (speaker == null) {
            return 0;
        }
        int standingOut = speaker.level(level, durationNs, nowNs);
        if (level != 0 && speaker.activeAt < 0) {
            activate(speaker, nowNs);
        }
        return standingOut;
    }

    private void activate(Speaker speaker, long nowNs) {
        if (activeCount == active.length) {
            active = Arrays.copyOf(active, activeCount * 2);
        }
        speaker.activeAt = activeCount;
        active[activeCount++] = speaker;
        // Not at once: the first to be heard is not the one who speaks.
        nextDecisionNs = Math.min(nextDecisionNs, nowNs + DECISION_INTERVAL_NS);
    }

    /** Keeps the order of the others: ties are decided by it. */
    private void deactivate(Speaker speaker) {
        int from = speaker.activeAt;
        speaker.activeAt = -1;
        activeCount--;
        for (int i = from; i < activeCount; i++) {
            active[i] = active[i + 1];
            active[i].activeAt = i;
        }
    }

    /**
     * Returns the time at which {@link #decide} is due; {@link Long#MAX_VALUE} while no participant is audible and
     * nothing can change.
     */
    long nextDecisionNs() {
        return nextDecisionNs;
    }

    /** Looks who has the floor now. Whether {@link #dominant()} or {@link #isSilent()} is another than before. */
    boolean decide(long nowNs) {
        Speaker before = dominant;
        boolean wasSilent = silent;
        if (evaluateActive(nowNs)) {
            lastSpeechNs = nowNs;
        }
        dominant = before == null ? mostActive() : successor(before);
        silent = dominant != null && nowNs - lastSpeechNs >= silenceTimeoutNs;
        nextDecisionNs = activeCount > 0 ? nowNs + DECISION_INTERVAL_NS : silenceAtNs();
        return dominant != before || silent != wasSilent;
    }

    private long silenceAtNs() {
        boolean isExpected = silenceTimeoutNs != SpeechSettings.NO_SILENCE_DETECTION && dominant != null && !silent;
        return isExpected ? lastSpeechNs + silenceTimeoutNs : Long.MAX_VALUE;
    }

    /** Returns whether any participant says a word. */
    private boolean evaluateActive(long nowNs) {
        boolean isSpeech = false;
        for (int i = activeCount - 1; i >= 0; i--) {
            Speaker speaker = active[i];
            speaker.settle(nowNs);
            speaker.evaluate();
            isSpeech |= speaker.medium > 0;
            if (!speaker.isAudible()) {
                deactivate(speaker);
            }
        }
        return isSpeech;
    }

    /**
     * Returns the speaker that takes a free floor: the participant that stands out most from the noise, if one does.
     */
    private @Nullable Speaker mostActive() {
        Speaker most = null;
        for (int i = 0; i < activeCount; i++) {
            Speaker speaker = active[i];
            boolean standsOut = speaker.immediate > 0 || speaker.medium > 0;
            if (standsOut && (most == null || isMoreActive(speaker, most))) {
                most = speaker;
            }
        }
        return most;
    }

    private static boolean isMoreActive(Speaker one, Speaker other) {
        if (one.longCount != other.longCount) {
            return one.longCount > other.longCount;
        }
        return one.medium != other.medium ? one.medium > other.medium : one.immediate > other.immediate;
    }

    private Speaker successor(Speaker current) {
        Speaker successor = current;
        double best = C2;
        for (int i = 0; i < activeCount; i++) {
            Speaker speaker = active[i];
            double c1 = SpeechScores.IMMEDIATE[speaker.immediate] - SpeechScores.IMMEDIATE[current.immediate];
            double c2 = SpeechScores.MEDIUM[speaker.medium] - SpeechScores.MEDIUM[current.medium];
            double c3 = SpeechScores.LONG[speaker.longCount] - SpeechScores.LONG[current.longCount];
            if (c1 > C1 && c2 > best && c3 > C3) {
                successor = speaker;
                best = c2;
            }
        }
        return successor;
    }

    /** The place of who has the floor, or {@link #NO_SPEAKER}: none has spoken yet, or the speaker has left. */
    int dominant() {
        Speaker speaker = dominant;
        return speaker == null ? NO_SPEAKER : speaker.place;
    }

    /** Returns whether no participant has spoken for the time that counts as silence. */
    boolean isSilent() {
        return silent;
    }

    /** Returns the number of audible participants: the cost of a decision is in proportion to it. */
    int audible() {
        return activeCount;
    }
}
