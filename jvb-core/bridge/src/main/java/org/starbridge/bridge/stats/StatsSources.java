package org.starbridge.bridge.stats;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.starbridge.media.api.MediaStats;

/**
 * Sources of the figures. All may be asked from any thread, at any time, and answer at once.
 *
 * @param media the workers' sums
 * @param conferences the control side's counts
 * @param endpoints how many endpoints this bridge has now; costs less than the counts
 * @param state health, drain, shutdown
 * @param jvm usually {@link JvmFigures#ofThisProcess}
 * @param cpuUsage fraction of all cores in use by the whole system, 0 to 1; negative while unknown
 * @param wallClock for the time stamp that readers see
 */
public record StatsSources(
        Supplier<MediaStats> media,
        Supplier<ConferenceFigures> conferences,
        IntSupplier endpoints,
        Supplier<BridgeState> state,
        Supplier<JvmFigures> jvm,
        DoubleSupplier cpuUsage,
        InstantSource wallClock) {

    /** This process's share of all cores, 0 to 1; negative where it is not known. */
    static double processCpuUsage() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuLoad()
                : -1;
    }

    /** The system's CPU usage since it was last asked, or negative; the first answer is usually worth nothing. */
    public static DoubleSupplier systemCpuUsage() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system::getCpuLoad
                : () -> -1;
    }
}
