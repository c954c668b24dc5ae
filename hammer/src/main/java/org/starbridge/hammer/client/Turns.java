package org.starbridge.hammer.client;

/**
 * Who speaks when: one after the other for equal times, or everybody always. The levels are what an endpoint declares in RFC
 * 6464's extension; the sound itself is the same. Immutable.
 *
 * @param startNs when the first one begins
 * @param turnNs how long each speaks; 0 if everybody always does
 * @param speakers how many there are, by their numbers from 0
 */
record Turns(long startNs, long turnNs, int speakers) {
    /** In -dBov: what a microphone hears of a quiet room. Not 127: a bridge leaves silence out. */
    static final int QUIET_LEVEL = 100;

    boolean isSpeaking(int endpoint, long nowNs) {
        return turnNs == 0 || Math.floorMod(Math.floorDiv(nowNs - startNs, turnNs), (long) speakers) == endpoint;
    }
}
