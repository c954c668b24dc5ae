package org.starbridge.lastn.speech;

import java.util.Arrays;

/**
 * One participant's audio levels of the last second, and what they say on three time scales. Levels are 0 (silence) to
 * 127. Owned by its {@link DominantSpeaker}.
 */
final class Speaker {
    /** 20 ms are one level; 50 of them are the history. */
    static final int HISTORY = 50;

    static final long SLOT_NS = 20_000_000L;

    /** A speaker of whom nothing came for this long was silent: Opus with DTX sends nothing then. */
    static final long IDLE_NS = 40_000_000L;

    private static final int SUB_BAND = 10;
    private static final int MEDIUM_LENGTH = 5;
    private static final int MEDIUM_THRESHOLD = 7;
    private static final int LONG_THRESHOLD = 4;
    private static final int FLOOR_WINDOW = 750;

    final int place;
    private final byte[] levels = new byte[HISTORY];
    private int newest;
    private int audible;
    /** Time that was heard and is no level yet, less than one; and the loudest in it. */
    private long carriedNs;

    private int carriedLevel;
    private long nextIdleNs = Long.MAX_VALUE;
    private int floor;
    private int windowMinimum;
    private int windowLength;

    /** Its place among the active, or -1. */
    int activeAt = -1;

    /** Results of the last {@link #evaluate}: counts on the three scales. */
    int immediate;

    int medium;
    int longCount;

    Speaker(int place) {
        this.place = place;
    }

    /**
     * The level as far as it stands out from the noise: 0 if it does not. It counts for as long as its packet sounds:
     * one of 60 ms is three levels, two of 10 ms are one, the louder of them.
     */
    int level(int level, long durationNs, long nowNs) {
        settle(nowNs);
        nextIdleNs = nowNs + IDLE_NS + Math.max(0, durationNs - SLOT_NS);
        carriedLevel = Math.max(carriedLevel, level);
        for (carriedNs += durationNs; carriedNs >= SLOT_NS; carriedNs -= SLOT_NS) {
            push((byte) carriedLevel);
            if (carriedLevel != 0) {
                learnFloor(carriedLevel);
            }
        }
        if (carriedNs == 0) {
            carriedLevel = 0;
        }
        return aboveNoise(level);
    }

    /** Appends the silence of the time in which nothing came. */
    void settle(long nowNs) {
        if (nextIdleNs > nowNs) {
            return;
        }
        carriedNs = 0;
        carriedLevel = 0;
        long missing = (nowNs - nextIdleNs) / IDLE_NS + 1;
        if (missing >= HISTORY) {
            Arrays.fill(levels, (byte) 0);
            audible = 0;
        } else {
            for (long i = 0; i < missing; i++) {
                push((byte) 0);
            }
        }
        nextIdleNs += missing * IDLE_NS;
    }

    /** Returns whether anything in its history is not silence. */
    boolean isAudible() {
        return audible > 0;
    }

    private void push(byte level) {
        newest = newest == HISTORY - 1 ? 0 : newest + 1;
        audible += (level == 0 ? 0 : 1) - (levels[newest] == 0 ? 0 : 1);
        levels[newest] = level;
    }

    /**
     * The noise floor falls at once and rises slowly: after a window of levels to the geometric mean of what it was and
     * the window's lowest.
     */
    private void learnFloor(int level) {
        if (floor == 0 || level < floor) {
            floor = level;
            windowLength = 0;
            return;
        }
        windowMinimum = windowLength == 0 ? level : Math.min(windowMinimum, level);
        windowLength++;
        if (windowLength == FLOOR_WINDOW) {
            floor = (int) Math.sqrt(floor * (double) windowMinimum);
            windowLength = 0;
        }
    }

    /**
     * Counts activity from the newest level backwards: sub-bands that the newest level reaches, levels of the newest
     * five that reach more than seven, and fives of the whole second in which more than four do.
     */
    void evaluate() {
        int at = newest;
        longCount = 0;
        for (int group = 0; group < HISTORY / MEDIUM_LENGTH; group++) {
            int active = 0;
            for (int i = 0; i < MEDIUM_LENGTH; i++) {
                int reached = subBands(levels[at]);
                if (group == 0 && i == 0) {
                    immediate = reached;
                }
                if (reached > MEDIUM_THRESHOLD) {
                    active++;
                }
                at = at == 0 ? HISTORY - 1 : at - 1;
            }
            if (group == 0) {
                medium = active;
            }
            if (active > LONG_THRESHOLD) {
                longCount++;
            }
        }
    }

    private int subBands(int level) {
        return aboveNoise(level) / SUB_BAND;
    }

    private int aboveNoise(int level) {
        return level < floor + SUB_BAND ? 0 : level;
    }
}
