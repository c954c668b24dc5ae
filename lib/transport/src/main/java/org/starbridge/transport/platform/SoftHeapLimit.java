package org.starbridge.transport.platform;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps ZGC's soft limit of the heap above what is in use. A bridge begins with a low one, so that it is small while it
 * has little to do; with a thousand endpoints what lives comes near to it, and ZGC would then collect without a pause,
 * for nothing. With any other collector this does nothing. Its thread is the Java machine's for notifications.
 */
public final class SoftHeapLimit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SoftHeapLimit.class);
    private static final String OPTION = "SoftMaxHeapSize";
    private static final String CYCLES_OF_ALL = "ZGC Major Cycles";
    private static final String CYCLES_OF_YOUNG = "ZGC Minor Cycles";
    private static final long MOST_LEAST_ROOM_BYTES = 48L << 20;
    private static final long STEP_BYTES = 16L << 20;

    private final HotSpotDiagnosticMXBean machine;
    private final long maxBytes;
    private volatile long leastBytes;
    private final CollectionEvents events;

    private SoftHeapLimit(HotSpotDiagnosticMXBean machine, long leastBytes, long maxBytes) {
        this.machine = machine;
        this.leastBytes = leastBytes;
        this.maxBytes = maxBytes;
        events = CollectionEvents.listen(
                collector -> collector.getName().equals(CYCLES_OF_ALL)
                        || collector.getName().equals(CYCLES_OF_YOUNG),
                this::onCollection);
    }

    /** Begins to listen to this process's collector, if it is one that minds a soft limit. */
    public static SoftHeapLimit watch() {
        HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        return new SoftHeapLimit(
                machine, softLimit(machine), Runtime.getRuntime().maxMemory());
    }

    private static long softLimit(HotSpotDiagnosticMXBean machine) {
        return Long.parseLong(machine.getVMOption(OPTION).getValue());
    }

    /**
     * Changes what the limit never falls below, from the limit that the Java machine was started with; the limit
     * follows at once. Any thread.
     *
     * @param bytes at most the whole heap counts
     */
    public void leastBytes(long bytes) {
        leastBytes = Math.min(bytes, maxBytes);
        if (events.isHeard()) {
            machine.setVMOption(OPTION, Long.toString(leastBytes));
        }
    }

    private void onCollection(GarbageCollectionNotificationInfo collection) {
        long usedBytes = collection.getGcInfo().getMemoryUsageAfterGc().values().stream()
                .mapToLong(MemoryUsage::getUsed)
                .sum();
        long limit = softLimit(machine);
        long wanted = limitFor(usedBytes, leastBytes, maxBytes);
        // What is left after a collection of young objects only may be garbage, too.
        boolean isKnown = collection.getGcName().equals(CYCLES_OF_ALL);
        if (wanted > limit || (isKnown && wanted < limit)) {
            machine.setVMOption(OPTION, Long.toString(wanted));
            LOG.debug("heap use is {} MB: the soft heap limit is now {} MB", usedBytes >> 20, wanted >> 20);
        }
    }

    /**
     * The soft limit with which collections are seldom: half as much again as is in use, and room for a while's
     * garbage.
     *
     * @param leastBytes it is never lower
     * @param maxBytes it is never higher
     */
    static long limitFor(long usedBytes, long leastBytes, long maxBytes) {
        long wanted = usedBytes + Math.max(usedBytes / 2, Math.min(leastBytes / 2, MOST_LEAST_ROOM_BYTES));
        long rounded = Math.ceilDiv(wanted, STEP_BYTES) * STEP_BYTES;
        return Math.min(Math.max(rounded, leastBytes), maxBytes);
    }

    @Override
    public void close() {
        events.close();
    }
}
