package org.starbridge.lastn.speech;

import java.util.Random;

/**
 * Levels of people in a meeting: noise of the room always, and speech of words and pauses from who has something to
 * say.
 */
final class Voices {
    static final long PACKET_NS = 20_000_000L;

    private final Random random;
    private final int[] noise;
    private final int[] loudness;
    private final boolean[] talks;
    private final int[] wordLeft;

    Voices(int people, Random random) {
        this.random = random;
        noise = new int[people];
        loudness = new int[people];
        talks = new boolean[people];
        wordLeft = new int[people];
        for (int i = 0; i < people; i++) {
            noise[i] = 20 + random.nextInt(25);
            loudness[i] = 85 + random.nextInt(25);
        }
    }

    void talk(int who, boolean whether) {
        talks[who] = whether;
        wordLeft[who] = 0;
    }

    /** The next 20 ms. */
    int next(int who) {
        int background = noise[who] + random.nextInt(6);
        if (!talks[who]) {
            return background;
        }
        if (wordLeft[who] == 0) {
            // A word of a third to a whole second, a pause of a few packets.
            wordLeft[who] = 15 + random.nextInt(35) + 5;
        }
        wordLeft[who]--;
        return wordLeft[who] < 4 ? background : Math.min(127, loudness[who] - 4 + random.nextInt(12));
    }
}
