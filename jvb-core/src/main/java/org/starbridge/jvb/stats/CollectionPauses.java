package org.starbridge.jvb.stats;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * How long the garbage collector stopped everything at worst, since {@link #watch}. The Java machine tells after each
 * collection, in whole milliseconds: 0 is anything below one. What a collector does beside the running threads is not
 * counted, nor is the way to the safepoint (usually a fraction of a millisecond; {@code -Xlog:safepoint} shows it).
 */
public final class CollectionPauses implements AutoCloseable {
    private final List<NotificationEmitter> collectors = new ArrayList<>();
    private final NotificationListener listener = (notification, _) -> {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            onPause(GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                    .getGcInfo()
                    .getDuration());
        }
    };
    private long longestMs;

    private CollectionPauses() {}

    /** Begins to listen to this process's collectors. */
    public static CollectionPauses watch() {
        CollectionPauses pauses = new CollectionPauses();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (stopsThreads(collector) && collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(pauses.listener, null, null);
                pauses.collectors.add(emitter);
            }
        }
        return pauses;
    }

    /** ZGC and Shenandoah have a bean for their pauses and another one for whole cycles, during which threads run. */
    static boolean stopsThreads(GarbageCollectorMXBean collector) {
        return !collector.getName().endsWith("Cycles");
    }

    private synchronized void onPause(long durationMs) {
        longestMs = Math.max(longestMs, durationMs);
    }

    /** The longest pause so far. Any thread. */
    public synchronized long longestMs() {
        return longestMs;
    }

    @Override
    public void close() {
        for (NotificationEmitter collector : collectors) {
            try {
                collector.removeNotificationListener(listener);
            } catch (ListenerNotFoundException _) { // closed before
            }
        }
    }
}
