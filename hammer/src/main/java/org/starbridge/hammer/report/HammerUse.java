package org.starbridge.hammer.report;

import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.bridge.KernelDrops;

/**
 * Resources that the Hammer itself used in the window. Null is what was not measured.
 *
 * @param cpuNs CPU time of the whole process
 * @param busiestDriver share of the window that the busiest media thread was computing, 0 to 1
 * @param processors how many it may run on
 * @param cpus which ones
 * @param lateness by how much packets left after they were due; null if none was sent
 * @param kernelDrops what the machine's kernel threw away, of all processes
 * @param crypto where its ciphers come from
 */
public record HammerUse(
        @Nullable Long cpuNs,
        double busiestDriver,
        int processors,
        @Nullable String cpus,
        @Nullable Delays lateness,
        @Nullable KernelDrops kernelDrops,
        String crypto) {}
