package org.starbridge.media.counters;

import org.starbridge.media.api.MediaCounter;
import org.starbridge.transport.counters.Counts;
import org.starbridge.transport.counters.OwnedCounters;

/** Counters of one worker, drops apart. Owned by its worker. */
public final class WorkerCounters {
    private final OwnedCounters<MediaCounter> counters = new OwnedCounters<>(MediaCounter.class);
    public long packetsForwarded;

    public void increment(MediaCounter counter) {
        counters.increment(counter);
    }

    public void add(MediaCounter counter, long count) {
        counters.add(counter, count);
    }

    /** Takes over a total that another object of the worker counts. */
    public void set(MediaCounter counter, long total) {
        counters.set(counter, total);
    }

    /** An authenticated packet came. */
    public void onReceived(int lengthBytes) {
        counters.increment(MediaCounter.PACKETS_RECEIVED);
        counters.add(MediaCounter.BYTES_RECEIVED, lengthBytes);
    }

    /** A packet is to be forwarded. */
    public void onTaken(boolean beginsKeyFrame, boolean wasAskedFor) {
        counters.add(MediaCounter.KEY_FRAMES_RECEIVED, beginsKeyFrame ? 1 : 0);
        counters.add(MediaCounter.PACKETS_RECOVERED, wasAskedFor ? 1 : 0);
    }

    /** All of them at this moment. Allocates. */
    public Counts<MediaCounter> copy() {
        return counters.copy();
    }
}
