package org.starbridge.hammer.scenario;

/**
 * Finds the largest load that holds: grows by half until one does not, then bisects to a twentieth. Says which load is
 * next; gets what came of it. Pure.
 */
public final class LoadSearch {
    private static final double GROWTH = 1.5;
    private static final double EXACT = 0.05;

    private final int least;
    private final int most;
    private int next;
    private int held;
    private int broke = Integer.MAX_VALUE;

    /** From {@code first} on, between {@code least} and {@code most}. */
    public LoadSearch(int first, int least, int most) {
        this.least = least;
        this.most = most;
        next = Math.clamp(first, least, most);
        held = least - 1;
    }

    /** The load to try; 0 when the answer is known. */
    public int next() {
        return next;
    }

    /** Called with the result of the load that was tried. */
    public void onResult(boolean isHeld) {
        if (isHeld) {
            held = Math.max(held, next);
        } else {
            broke = Math.min(broke, next);
        }
        if (broke == Integer.MAX_VALUE) {
            next = held >= most ? 0 : (int) Math.min(most, Math.max(held + 1L, Math.round(held * GROWTH)));
            return;
        }
        int gap = broke - held;
        next = gap <= Math.max(1, Math.round(held * EXACT)) ? 0 : held + gap / 2;
    }

    /** The largest load that held; 0 if none did. */
    public int held() {
        return held < least ? 0 : held;
    }
}
