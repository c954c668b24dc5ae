package org.starbridge.media.worker;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What a thread has allocated, as the Java machine counts it: every byte, also what the collector took back. */
final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /** Of the calling thread, since it began. Asking allocates nothing. */
    static long byThisThreadBytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
