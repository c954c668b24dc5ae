package org.starbridge.hammer.bridge;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * CPU time that one thread of a process has used so far.
 *
 * @param id no other thread's as long as it lives
 * @param name the first 15 characters of it
 * @param cpuNs to 10 ms, in the program and in the kernel
 */
public record ThreadUse(long id, String name, long cpuNs) {
    /**
     * Returns what threads used between two moments, by name; several of one name together. What one used that ended
     * meanwhile is not in it.
     */
    public static SortedMap<String, Long> between(List<ThreadUse> before, List<ThreadUse> after) {
        Map<Long, Long> beforeNs = new HashMap<>();
        before.forEach(thread -> beforeNs.put(thread.id, thread.cpuNs));
        SortedMap<String, Long> used = new TreeMap<>();
        for (ThreadUse thread : after) {
            used.merge(thread.name, thread.cpuNs - beforeNs.getOrDefault(thread.id, 0L), Long::sum);
        }
        return used;
    }
}
