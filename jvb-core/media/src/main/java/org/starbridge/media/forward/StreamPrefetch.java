package org.starbridge.media.forward;

/**
 * Loads of what streams keep into the processor's cache, one receiver ahead. Thousands of streams keep more than fits
 * in it, and each part names the next, so every packet would wait for memory several times in a row; while the packets
 * of another receiver are encrypted, all of it comes at once. Owned by one worker.
 */
public final class StreamPrefetch {
    /** For each packet in the order of leaving, how many of its source leave before it. */
    private final int[] ahead = new int[FanOutBatch.MAX_PACKETS];

    /** Written only so that the compiler does not leave out the loads on which it depends. */
    @SuppressWarnings("UnusedVariable")
    private long loaded;

    /** A batch is about to go to its receivers. */
    public void begin(FanOutBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            ahead[i] = 0;
            for (int before = i - 1; before >= 0 && ahead[i] == 0; before--) {
                if (batch.packet(before).sourceHandle() == batch.packet(i).sourceHandle()) {
                    ahead[i] = ahead[before] + 1;
                }
            }
        }
    }

    /** Loads what the streams to the receiver at {@code place} keep, if there is one. */
    public void load(FanOutBatch batch, int place) {
        long values = 0;
        for (int i = 0; i < batch.size(); i++) {
            OutgoingStream stream = batch.packet(i).to(place);
            if (stream != null) {
                values += stream.stateFor(ahead[i]);
            }
        }
        loaded = values;
    }
}
