package org.starbridge.benchmarks.channels;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Processor time that threads have used: the clients' and all others, which are the bridge's. The virtual machine's own
 * (collector, compiler) are not among them. Threads come and go, and what one used is gone with it: to be sampled
 * often, by one thread.
 */
final class ThreadTimes {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Set<Long> ofClients = ConcurrentHashMap.newKeySet();
    private final Map<Long, Long> cpuNs = new HashMap<>();

    /** The calling thread works for clients. Any thread. */
    void own() {
        ofClients.add(Thread.currentThread().threadId());
    }

    void sample() {
        for (long id : threads.getAllThreadIds()) {
            cpuNs.merge(id, threads.getThreadCpuTime(id), Math::max);
        }
    }

    /** As of the last sample. */
    long clientsNs() {
        return sumNs(true);
    }

    /** As of the last sample. */
    long bridgeNs() {
        return sumNs(false);
    }

    private long sumNs(boolean isClients) {
        return cpuNs.entrySet().stream()
                .filter(each -> ofClients.contains(each.getKey()) == isClients)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
