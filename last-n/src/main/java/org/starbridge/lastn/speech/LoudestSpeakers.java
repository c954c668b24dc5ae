package org.starbridge.lastn.speech;

import java.util.Arrays;

/**
 * Participants that are among the loudest few right now. Each level moves a participant's smoothed energy; the few with
 * the highest keep their places until a louder one comes or nothing was heard of them for a while. Costs a look at
 * those few for each level. Participants are places 0, 1, …. Owned by one thread.
 */
final class LoudestSpeakers {
    private final int count;
    private final long expiryNs;
    private final int alphaPercent;
    private int[] energy = new int[8];
    private long[] heardNs = new long[8];

    /** Loudest first. */
    private final int[] ranked;

    private int rankedCount;

    LoudestSpeakers(SpeechSettings.Loudest settings) {
        count = settings.count();
        expiryNs = settings.expiryNs();
        alphaPercent = settings.alphaPercent();
        ranked = new int[count + 1];
    }

    /** A participant comes, at the next place or at one that is free again. */
    void add(int place) {
        if (place >= energy.length) {
            energy = Arrays.copyOf(energy, energy.length * 2);
            heardNs = Arrays.copyOf(heardNs, energy.length);
        }
        energy[place] = 0;
    }

    void remove(int place) {
        for (int i = 0; i < rankedCount; i++) {
            if (ranked[i] == place) {
                removeAt(i);
                return;
            }
        }
    }

    /**
     * Returns whether the participant is among the loudest, after this level of it.
     *
     * @param level 0 also for what does not stand out from its noise: a fan is not a voice
     */
    boolean level(int place, int level, long nowNs) {
        energy[place] = (alphaPercent * level + (100 - alphaPercent) * energy[place] + 50) / 100;
        heardNs[place] = nowNs;
        for (int i = rankedCount - 1; i >= 0; i--) {
            if (ranked[i] == place || nowNs - heardNs[ranked[i]] > expiryNs) {
                removeAt(i);
            }
        }
        int rank = 0;
        while (rank < rankedCount && energy[ranked[rank]] >= energy[place]) {
            rank++;
        }
        if (rank >= count) {
            return false;
        }
        System.arraycopy(ranked, rank, ranked, rank + 1, rankedCount - rank);
        ranked[rank] = place;
        rankedCount = Math.min(count, rankedCount + 1);
        return true;
    }

    /** Returns whether it is among them without a new level of it. */
    boolean contains(int place) {
        for (int i = 0; i < rankedCount; i++) {
            if (ranked[i] == place) {
                return true;
            }
        }
        return false;
    }

    private void removeAt(int rank) {
        rankedCount--;
        System.arraycopy(ranked, rank + 1, ranked, rank, rankedCount - rank);
    }
}
