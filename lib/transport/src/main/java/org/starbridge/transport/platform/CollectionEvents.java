package org.starbridge.transport.platform;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** Hears of this process's garbage collections, each when it is over, until it is closed. */
public final class CollectionEvents implements AutoCloseable {
    private final List<NotificationEmitter> collectors = new ArrayList<>();
    private final NotificationListener listener;

    private CollectionEvents(NotificationListener listener) {
        this.listener = listener;
    }

    /**
     * Begins to listen.
     *
     * @param whose which of the process's collectors matter
     * @param listener called on the Java machine's thread for notifications
     */
    public static CollectionEvents listen(
            Predicate<GarbageCollectorMXBean> whose, Consumer<GarbageCollectionNotificationInfo> listener) {
        CollectionEvents events = new CollectionEvents((notification, _) -> {
            if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
                listener.accept(GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData()));
            }
        });
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (whose.test(collector) && collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(events.listener, null, null);
                events.collectors.add(emitter);
            }
        }
        return events;
    }

    /** Returns whether the process has a collector that matters. */
    boolean isHeard() {
        return !collectors.isEmpty();
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
