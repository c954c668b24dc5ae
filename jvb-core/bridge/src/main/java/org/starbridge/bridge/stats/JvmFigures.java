package org.starbridge.bridge.stats;

import com.sun.management.ThreadMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.srtp.SrtpCrypto;

/**
 * The Java machine's own figures.
 *
 * @param threads live platform threads
 * @param collections garbage collections since start
 * @param collectionMs time for which they stopped everything
 * @param heapUsedBytes heap in use, garbage included
 * @param heapCommittedBytes heap that the operating system gave
 * @param openFiles open file descriptors, 0 where that can not be known
 * @param nativeBytes native memory in packet rings, batches, caches and sessions
 * @param cipherContexts cipher contexts of libcrypto: four for each connected endpoint, 0 where it is not used
 * @param startedAtMs when the process started, Unix time
 * @param longestPauseMs the longest stop by a collection since the bridge started
 * @param mediaAllocatedBytes heap that the media workers' threads have allocated since their start
 * @param stealShare the share of the processors' time that the host gave to others, 0 to 1
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
        long startedAtMs,
        long longestPauseMs,
        long mediaAllocatedBytes,
        double stealShare) {
    /** Those of the process do not change; asking for them makes garbage. */
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    static final JvmFigures NONE = new JvmFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Reads the figures of this process.
     *
     * @param pauses what is known of the collector's pauses
     * @param steal what the host gives to others
     * @param mediaThreads ids of the media workers' threads
     */
    public static JvmFigures ofThisProcess(CollectionPauses pauses, StealTime steal, long... mediaThreads) {
        long collections = 0;
        long collectionMs = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            collections += CollectionPauses.countsCollections(collector.getName())
                    ? Math.max(0, collector.getCollectionCount())
                    : 0;
            collectionMs += CollectionPauses.stopsThreads(collector) ? Math.max(0, collector.getCollectionTime()) : 0;
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
                ManagementFactory.getRuntimeMXBean().getStartTime(),
                pauses.longestMs(),
                allocatedBytes(mediaThreads),
                steal.share());
    }

    /** Returns the bytes that these threads have allocated since their start; 0 where the JVM does not count it. */
    static long allocatedBytes(long... threads) {
        long sum = 0;
        if (ManagementFactory.getThreadMXBean() instanceof ThreadMXBean counting
                && counting.isThreadAllocatedMemorySupported()) {
            for (long allocated : counting.getThreadAllocatedBytes(threads)) {
                sum += Math.max(0, allocated); // a thread that has ended gives -1
            }
        }
        return sum;
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

    /** Returns how many file descriptors there may be; negative where that cannot be known. */
    public static long maxFileDescriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : -1;
    }
}
