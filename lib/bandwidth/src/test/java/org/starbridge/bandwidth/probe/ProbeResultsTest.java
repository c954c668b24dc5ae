package org.starbridge.bandwidth.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bandwidth.feedback.PacketResults;

/** Arrival times are in ticks of 250 µs. 1200 bytes each 4 ms, 16 ticks, are 2.4 Mbit/s. */
class ProbeResultsTest {
    private static final int ID = 9;
    private static final long SEND_STEP_NS = 4_000_000L;

    private final ProbeResults results = new ProbeResults(ProbeConfig.defaults());
    private final PacketResults feedback = new PacketResults();

    private static ProbeCluster cluster(int id, long minBytes) {
        return new ProbeCluster(id, 2_400_000, minBytes, 5, 0);
    }

    /** The result of a probe with these packets, in one feedback. */
    private long measured(int id, long sendStepNs, long arrivalStepTicks, int... sizes) {
        feedback.clear();
        add(id, sendStepNs, arrivalStepTicks, sizes);
        feedback.sortByArrival();
        return results.onFeedback(feedback);
    }

    private void add(int id, long sendStepNs, long arrivalStepTicks, int... sizes) {
        for (int i = 0; i < sizes.length; i++) {
            feedback.addReceived(1000 + i * sendStepNs, 100 + i * arrivalStepTicks, sizes[i], id, false);
        }
    }

    private static int[] packets(int count) {
        int[] sizes = new int[count];
        Arrays.fill(sizes, 1200);
        return sizes;
    }

    @ParameterizedTest
    @CsvSource({
        "16, 2400000", // as it was sent
        "15, 2400000", // faster: not more than was sent
        "17, 2258823", // a little slower: what arrived
        "18, 2026000", // less than 90 %: 95 % of what arrived
        "20, 1824000",
        "8, 2400000", // twice as fast is believed
        "7, -1", // and more is a burst of a radio link
    })
    void theSmallerRateCounts(long arrivalStepTicks, long bps) {
        results.expect(cluster(ID, 5000));
        assertThat(measured(ID, SEND_STEP_NS, arrivalStepTicks, packets(5))).isBetween(bps, bps + 1000);
    }

    @ParameterizedTest
    @CsvSource({"5, 5000, true", "4, 5000, true", "3, 3000, false", "5, 7500, true", "5, 7501, false"})
    void fourFifthsOfThePacketsAndOfTheBytesHaveToArrive(int arrived, long minBytes, boolean isEnough) {
        results.expect(cluster(ID, minBytes));
        assertThat(measured(ID, SEND_STEP_NS, 16, packets(arrived)) >= 0).isEqualTo(isEnough);
    }

    @Test
    void theFirstThatArrivedAndTheLastThatWasSentTookTheirTimeOutsideTheSpan() {
        results.expect(cluster(1, 4000));
        assertThat(measured(1, SEND_STEP_NS, 16, 600, 1200, 1200, 1200, 1200))
                .as("sent 4200 bytes in 16 ms, received 4800")
                .isEqualTo(2_100_000);
        results.expect(cluster(2, 4000));
        assertThat(measured(2, SEND_STEP_NS, 16, 1200, 1200, 1200, 1200, 600))
                .as("sent 4800 bytes in 16 ms, received 4200: 95 % of it")
                .isEqualTo(1_995_000);
    }

    @ParameterizedTest
    @CsvSource({
        "250000000, 1000, true",
        "250000001, 1000, false",
        "250000000, 1001, false",
        "0, 16, false",
        "4000000, 0, false"
    })
    void bothSpansAreMoreThanNothingAndUpToASecond(long sendStepNs, long arrivalStepTicks, boolean isValid) {
        results.expect(cluster(ID, 7500));
        assertThat(measured(ID, sendStepNs, arrivalStepTicks, packets(5)) >= 0).isEqualTo(isValid);
    }

    @Test
    void packetsThatOvertakeEachOtherDoNotShortenTheSpan() {
        results.expect(cluster(ID, 5000));
        feedback.clear();
        long[] sentNs = {8_000_000, 0, 16_000_000, 4_000_000, 12_000_000};
        for (int i = 0; i < sentNs.length; i++) {
            feedback.addReceived(sentNs[i], 100 + i * 16, 1200, ID, false);
        }
        feedback.sortByArrival();
        assertThat(results.onFeedback(feedback)).isEqualTo(2_400_000);
    }

    @Test
    void aProbeMayComeInTwoFeedbacks() {
        results.expect(cluster(ID, 5000));
        assertThat(measured(ID, SEND_STEP_NS, 16, packets(3))).isEqualTo(-1);
        feedback.clear();
        feedback.addReceived(1000 + 3 * SEND_STEP_NS, 148, 1200, ID, false);
        assertThat(results.onFeedback(feedback)).isEqualTo(2_400_000);
    }

    @Test
    void ordinaryPacketsAndUnknownProbesAreNoResult() {
        results.expect(cluster(ID, 5000));
        assertThat(measured(0, SEND_STEP_NS, 16, packets(20))).isEqualTo(-1);
        assertThat(measured(ID + 1, SEND_STEP_NS, 16, packets(20))).isEqualTo(-1);
    }

    @Test
    void theNewestResultOfAFeedbackCounts() {
        results.expect(cluster(1, 5000));
        results.expect(cluster(2, 5000));
        feedback.clear();
        add(1, SEND_STEP_NS, 16, packets(5));
        for (int i = 0; i < 5; i++) {
            feedback.addReceived(SEND_STEP_NS * (10 + i) / 2, 500 + i * 8, 1200, 2, false);
        }
        feedback.sortByArrival();
        assertThat(results.onFeedback(feedback)).isEqualTo(4_800_000);
    }

    @Test
    void theLastEightProbesAreKnown() {
        for (int id = 1; id <= 9; id++) {
            results.expect(cluster(id, 5000));
        }
        assertThat(measured(1, SEND_STEP_NS, 16, packets(5))).as("forgotten").isEqualTo(-1);
        for (int id = 2; id <= 9; id++) {
            assertThat(measured(id, SEND_STEP_NS, 16, packets(5)))
                    .as("probe %d", id)
                    .isEqualTo(2_400_000);
        }
    }

    @Test
    void anIdThatIsUsedAgainBeginsFromNothing() {
        for (int i = 0; i < 8; i++) {
            results.expect(cluster(ID, 5000));
        }
        assertThat(measured(ID, SEND_STEP_NS, 16, packets(5))).isEqualTo(2_400_000);
        for (int i = 0; i < 8; i++) {
            results.expect(cluster(ID, 5000));
        }
        assertThat(measured(ID, SEND_STEP_NS, 16, packets(3))).isEqualTo(-1);
    }
}
