package org.starbridge.hammer.client.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.starbridge.hammer.measure.ReportedClock;
import org.starbridge.hammer.measure.ReportedCounts;

/**
 * Streams whose sender reports were wrong. Immutable.
 *
 * @param overdue that came for six seconds without a report
 * @param apart that most reports of the window put more than 200 ms beside their packets
 * @param miscounted whose packets or bytes most reports of the window count otherwise than they came
 */
public record ReportFaults(
        @JsonProperty("streamsOverdue") int overdue,
        @JsonProperty("streamsApart") int apart,
        @JsonProperty("streamsMiscounted") int miscounted) {
    /** Of an endpoint whose reports were right. */
    public static final ReportFaults NONE = new ReportFaults(0, 0, 0);

    /**
     * A sender reports at least each five seconds (RFC 3550 section 6.2), and one report may be lost on a busy machine.
     */
    private static final long PATIENCE_NS = 6_000_000_000L;

    /** Of streams by their indices. */
    public static ReportFaults of(ReportedClock[] clocks, ReportedCounts[] counts) {
        ReportFaults sum = NONE;
        for (int i = 0; i < clocks.length; i++) {
            sum = sum.plus(new ReportFaults(
                    clocks[i].isOverdue(PATIENCE_NS) ? 1 : 0,
                    clocks[i].isApart() ? 1 : 0,
                    counts[i].isWrong() ? 1 : 0));
        }
        return sum;
    }

    /** Both together. */
    public ReportFaults plus(ReportFaults other) {
        return new ReportFaults(overdue + other.overdue, apart + other.apart, miscounted + other.miscounted);
    }
}
