package org.starbridge.hammer.report;

/**
 * Who takes part in a run.
 *
 * @param senders endpoints that send and receive
 * @param receivers endpoints that only receive
 * @param kinds what senders send: {@code audio}, {@code video} or {@code both}
 * @param warmUpSeconds from the moment at which everything flows to the window
 */
public record Scenario(int senders, int receivers, String kinds, double warmUpSeconds) {
    /** All who are counted. */
    public int endpoints() {
        return senders + receivers;
    }

    /** Couples of a receiver and another one who sends. */
    public int couples() {
        return senders * (endpoints() - 1);
    }
}
