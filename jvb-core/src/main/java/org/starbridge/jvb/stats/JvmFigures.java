package org.starbridge.jvb.stats;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.srtp.SrtpCrypto;

/**
 * The Java machine's own figures.
 *
 * @param threads live platform threads
 * @param collections garbage collections since start
 * @param collectionMs time spent in them
 * @param heapUsedBytes heap in use, garbage included
 * @param heapCommittedBytes heap that the operating system gave
 * @param openFiles open file descriptors, 0 where that can not be known
 * @param nativeBytes native memory in packet rings, batches, caches and sessions
 * @param cipherContexts cipher contexts of libcrypto: four for each connected endpoint, 0 where it is not used
 * @param startedAtMs when the process started, Unix time
 */
public record JvmFigures(
        int threads,
        long collections,
        long collectionMs,
        long heapUsedBytes,
        long heapCommittedBytes,
        long openFiles,
        long nativeBytes,
        long cipherContexts,
        long startedAtMs) {
    static final JvmFigures NONE = new JvmFigures(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Reads the figures of this process. */
    public static JvmFigures ofThisProcess() {
        long collections = 0;
        long collectionMs = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += Math.max(0, collector.getCollectionCount());
            collectionMs += Math.max(0, collector.getCollectionTime());
        }
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return new JvmFigures(
                ManagementFactory.getThreadMXBean().getThreadCount(),
                collections,
                collectionMs,
                heap.getUsed(),
                heap.getCommitted(),
                Math.max(0, openFileDescriptors()),
                Slab.liveBytes(),
                SrtpCrypto.liveContexts(),
                ManagementFactory.getRuntimeMXBean().getStartTime());
    }

    /** File descriptors that are open; negative where that can not be known. When none is left to count them: all. */
    public static long openFileDescriptors() {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix)) {
            return -1;
        }
        try {
            return unix.getOpenFileDescriptorCount();
        } catch (InternalError _) { // what the JDK throws when it can not open the directory that lists them
            return unix.getMaxFileDescriptorCount();
        }
    }

    /** How many file descriptors there may be; negative where that can not be known. */
    public static long maxFileDescriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : -1;
    }
}
