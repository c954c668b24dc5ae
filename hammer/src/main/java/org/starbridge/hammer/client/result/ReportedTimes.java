package org.starbridge.hammer.client.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.starbridge.hammer.measure.ReportedClock;
import org.starbridge.hammer.measure.ReportedCounts;

/**
 * Figures that sender reports and transport-wide feedback gave one endpoint. Immutable.
 *
 * @param streams streams that came for two seconds or more
 * @param unreported these of which no sender report came
 * @param latestFirstNs how long after a stream's first packet its first sender report came, the worst
 * @param worstOffsetNs how far apart sender reports and packets put a stream in time, the worst; the network's delay is
 *     in it
 * @param feedbackReceived packets of its own that transport-wide feedback says came, each time counted
 * @param feedbackMissing those of which it says that they did not
 * @param faults streams whose sender reports were wrong
 */
public record ReportedTimes(
        @JsonProperty int streams,
        @JsonProperty("streamsWithoutSenderReport") int unreported,
        long latestFirstNs,
        long worstOffsetNs,
        @JsonProperty long feedbackReceived,
        @JsonProperty long feedbackMissing,
        ReportFaults faults) {
    /** Of who got nothing. */
    public static final ReportedTimes NONE = new ReportedTimes(0, 0, 0, 0, 0, 0, ReportFaults.NONE);

    /** One report that is apart by so much is of another clock; by less, only most reports of a stream count. */
    public static final long OFFSET_LIMIT_NS = 1_000_000_000;

    private static final long ENOUGH_NS = 2_000_000_000;
    /** One packet in so many. */
    private static final int MISSING_LIMIT = 100;

    /** {@code clocks} and {@code counts} are of the streams, by their indices. */
    public static ReportedTimes of(
            ReportedClock[] clocks, ReportedCounts[] counts, long feedbackReceived, long feedbackMissing) {
        ReportedTimes sum =
                new ReportedTimes(0, 0, 0, 0, feedbackReceived, feedbackMissing, ReportFaults.of(clocks, counts));
        for (ReportedClock clock : clocks) {
            if (clock.hasStarted(ENOUGH_NS)) {
                sum = sum.plus(new ReportedTimes(
                        1,
                        clock.hasReport() ? 0 : 1,
                        clock.hasReport() ? clock.firstReportAfterNs() : 0,
                        clock.worstOffsetNs(),
                        0,
                        0,
                        ReportFaults.NONE));
            }
        }
        return sum;
    }

    /** Both together. */
    public ReportedTimes plus(ReportedTimes other) {
        return new ReportedTimes(
                streams + other.streams,
                unreported + other.unreported,
                Math.max(latestFirstNs, other.latestFirstNs),
                Math.max(worstOffsetNs, other.worstOffsetNs),
                feedbackReceived + other.feedbackReceived,
                feedbackMissing + other.feedbackMissing,
                faults.plus(other.faults));
    }

    @JsonProperty
    double latestFirstSenderReportMs() {
        return latestFirstNs / 1e6;
    }

    @JsonProperty
    double worstOffsetMs() {
        return worstOffsetNs / 1e6;
    }

    /** Returns whether sound and picture can be played together by what sender reports say. */
    public boolean areTimesRight() {
        return worstOffsetNs <= OFFSET_LIMIT_NS;
    }

    /**
     * Returns whether transport-wide feedback calls next to nothing missing: a sender takes what is for a loss, and
     * sends less.
     */
    public boolean isFeedbackRight() {
        return MISSING_LIMIT * feedbackMissing <= feedbackReceived + feedbackMissing;
    }
}
