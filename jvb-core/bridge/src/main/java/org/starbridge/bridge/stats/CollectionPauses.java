package org.starbridge.bridge.stats;

import java.lang.management.GarbageCollectorMXBean;
import org.starbridge.transport.platform.CollectionEvents;

/**
 * Longest time for which the garbage collector stopped everything, since {@link #watch}. The Java machine tells after
 * each collection, in whole milliseconds: 0 is anything below one. What a collector does beside the running threads is
 * not counted, nor is the way to the safepoint (usually a fraction of a millisecond; {@code -Xlog:safepoint} shows it).
 */
public final class CollectionPauses implements AutoCloseable {
    private final CollectionEvents events;
    private long longestMs;

    private CollectionPauses() {
        events = CollectionEvents.listen(
                CollectionPauses::stopsThreads,
                collection -> onPause(collection.getGcInfo().getDuration()));
    }

    /** Begins to listen to this process's collectors. */
    public static CollectionPauses watch() {
        return new CollectionPauses();
    }

    /** ZGC and Shenandoah have a bean for their pauses and another one for whole cycles, during which threads run. */
    static boolean stopsThreads(GarbageCollectorMXBean collector) {
        return !collector.getName().endsWith("Cycles");
    }

    /** Returns whether the bean of that name counts whole collections: one has several pauses. */
    static boolean countsCollections(String collector) {
        return !collector.endsWith("Pauses");
    }

    /** A collector stopped all threads for so long. */
    synchronized void onPause(long durationMs) {
        longestMs = Math.max(longestMs, durationMs);
    }

    /** The longest pause so far. Any thread. */
    public synchronized long longestMs() {
        return longestMs;
    }

    @Override
    public void close() {
        events.close();
    }
}
