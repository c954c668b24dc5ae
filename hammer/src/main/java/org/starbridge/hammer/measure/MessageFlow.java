package org.starbridge.hammer.measure;

import java.util.BitSet;

/**
 * The messages of one endpoint to another: numbers them from 0 where they leave, and ticks them off where they arrive.
 * Messages that were sent before the window do not count. Any thread: one sends, another receives.
 */
public final class MessageFlow {
    private final BitSet arrived = new BitSet();
    private int said;
    private int windowStart;
    private int highest = -1;
    private long refused;
    private long duplicates;
    private long outOfOrder;
    private long wrong;

    /** The number that the next message is to have. */
    public synchronized int nextNumber() {
        return said;
    }

    /** The message with that number is on its way. */
    public synchronized void onSaid() {
        said++;
    }

    /** The sender's own channel did not take it: the next message has the same number. */
    public synchronized void onRefused() {
        refused++;
    }

    /** A message with this number arrived. */
    public synchronized void onArrived(int number) {
        if (number < 0 || number > said) { // it may be here before the sender's channel has said that it took it
            wrong++;
        } else if (number >= windowStart) {
            if (arrived.get(number)) {
                duplicates++;
            } else if (number < highest) {
                outOfOrder++;
            }
            arrived.set(number);
            highest = Math.max(highest, number);
        }
    }

    /** One arrived that was changed on its way, or is for another receiver. */
    public synchronized void onWrong() {
        wrong++;
    }

    /** From now on all counts. */
    public synchronized void openWindow() {
        windowStart = said;
        arrived.clear(0, said);
        duplicates = 0;
        outOfOrder = 0;
        refused = 0;
        wrong = 0;
    }

    /** Returns how many of the window have left. */
    public synchronized int sent() {
        return said - windowStart;
    }

    /** Returns how many different ones of these have arrived. */
    public synchronized int arrived() {
        return arrived.cardinality();
    }

    /** Returns how many the sender's own channel did not take. */
    public synchronized long refused() {
        return refused;
    }

    /** Returns how many came that had come before. */
    public synchronized long duplicates() {
        return duplicates;
    }

    /** Returns how many came after one with a higher number. */
    public synchronized long outOfOrder() {
        return outOfOrder;
    }

    /** Returns how many came in another form than they were sent. */
    public synchronized long wrong() {
        return wrong;
    }
}
