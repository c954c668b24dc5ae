package org.starbridge.jvb.stats;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/**
 * The Java machine's own figures.
 *
 * @param threads live platform threads
 * @param collections garbage collections since start
 * @param collectionMs time spent in them
 * @param heapUsedBytes heap in use, garbage included
 * @param heapCommittedBytes heap that the operating system gave
 * @param openFiles open file descriptors, 0 where that can not be known
 * @param startedAtMs when the process started, Unix time
 */
public record JvmFigures(
        int threads,
        long collections,
        long collectionMs,
        long heapUsedBytes,
        long heapCommittedBytes,
        long openFiles,
        long startedAtMs) {
    static final JvmFigures NONE = new JvmFigures(0, 0, 0, 0, 0, 0, 0);

    /** Reads the figures of this process. */
    public static JvmFigures ofThisProcess() {
        long collections = 0;
        long collectionMs = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += Math.max(0, collector.getCollectionCount());
            collectionMs += Math.max(0, collector.getCollectionTime());
        }
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        long openFiles = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : 0;
        return new JvmFigures(
                ManagementFactory.getThreadMXBean().getThreadCount(),
                collections,
                collectionMs,
                heap.getUsed(),
                heap.getCommitted(),
                openFiles,
                ManagementFactory.getRuntimeMXBean().getStartTime());
    }
}
