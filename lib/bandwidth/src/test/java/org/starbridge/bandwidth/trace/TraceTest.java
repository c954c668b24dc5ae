package org.starbridge.bandwidth.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.SendHistory;

/** The lines of a trace, letter by letter. */
class TraceTest {
    private static final long US = 1000;

    private final SendHistory history = new SendHistory();
    private final Trace trace = new Trace(1 << 20);
    private final FeedbackReport report = new FeedbackReport();

    private static EstimatorState state(long bps, long agoNs) {
        return new EstimatorState(bps, bps + 1, bps + 2, bps + 3, bps + 4, bps + 5, 7, agoNs, agoNs);
    }

    @Test
    void aStateHasItsTimeItsRatesAndItsDurations() {
        trace.onState(5_000_000 * US, state(1_000_000, 1_234_567));
        trace.onState(5_000_250 * US, state(-1, -1));
        trace.onState(5_000_250 * US + 999, state(-6, 0));
        assertThat(trace.lines())
                .containsExactly(
                        "S,0,1000000,1000001,1000002,1000003,1000004,1000005,7,1234,1234",
                        "S,250,-1,0,1,2,3,4,7,-1,-1",
                        "S,250,-6,-5,-4,-3,-2,-1,7,0,0");
    }

    @Test
    void aFeedbackHasWhatWasSentWhatArrivedAndWhatFollowed() {
        trace.begin(history);
        history.add(1000 * US, 1200, 0);
        history.add(1250 * US, 90, 3);
        report.begin(-2);
        report.addReceived(1, -500);
        report.addMissing(2);
        report.addReceived(3, -490);
        trace.onFeedback(3000 * US, report, history);
        trace.onEstimate(2_000_000, "DELAY", -1, Long.MAX_VALUE, 0);
        history.add(3100 * US, 65_535, 255);
        report.begin(1);
        trace.onFeedback(4000 * US, report, history);
        trace.onEstimate(1, "LOSS", 2, 3, 10);
        assertThat(trace.lines())
                .containsExactly(
                        "F,2000,-2,1 -2000:1200 250:90:3,1 12 - 10,2000000,DELAY,-1,-1,0",
                        "F,3000,1,3 -900:65535:255,,1,LOSS,2,3,10");
    }

    @Test
    void anAllocationHasWhatWasSentAndWanted() {
        history.add(1 * US, 100, 0);
        trace.begin(history);
        trace.onAllocation(70 * US, 3_000_000, 0, history);
        history.add(80 * US, 100, 0);
        trace.onAllocation(90 * US, 0, 99, history);
        trace.onAllocation(95 * US, 1, 2, history);
        assertThat(trace.lines())
                .as("what was sent before it began is not part of it")
                .containsExactly("A,0,2,3000000,0", "A,20,2 -10:100,0,99", "A,25,3,1,2");
    }

    @Test
    void whatTheHistoryForgotIsLeftOut() {
        trace.begin(history);
        for (int i = 0; i < 20_000; i++) {
            history.add(0, 1, 0);
        }
        trace.onAllocation(0, 0, 0, history);
        String line = trace.lines().getFirst();
        assertThat(line).startsWith("A,0," + history.oldestNumber() + " 0:1 ");
        assertThat(line.split(" ", -1)).hasSize((int) (history.nextNumber() - history.oldestNumber()) + 1);
    }

    @Test
    void aStateIsWantedFirstAndAfterAHundredFeedbacks() {
        assertThat(trace.wantsState()).isTrue();
        trace.onState(0, state(0, 0));
        for (int i = 0; i < 100; i++) {
            assertThat(trace.wantsState()).as("after %d", i).isFalse();
            trace.onAllocation(0, 0, 0, history);
            trace.onFeedback(0, report, history);
            trace.onEstimate(0, "", 0, 0, 0);
        }
        assertThat(trace.wantsState()).isTrue();
    }

    /** The buffer grows to its capacity and is then used in a circle: at any time it has the last lines, whole ones. */
    @ParameterizedTest
    @ValueSource(ints = {0, 4096, 5000, 8192, 10_000})
    void theLastLinesAreKept(int capacityBytes) {
        int bytes = Math.max(4096, capacityBytes);
        Trace bounded = new Trace(capacityBytes);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            bounded.onState(i * US, state(i * 37L, i));
            all.add("S," + i + "," + (i * 37) + "," + (i * 37 + 1) + "," + (i * 37 + 2) + "," + (i * 37 + 3) + ","
                    + (i * 37 + 4) + "," + (i * 37 + 5) + ",7," + i / 1000 + "," + i / 1000);
            List<String> lines = bounded.lines();
            assertThat(lines).isEqualTo(all.subList(all.size() - lines.size(), all.size()));
            String text = String.join("\n", lines) + "\n";
            assertThat(new String(bounded.copy(), StandardCharsets.US_ASCII)).isEqualTo(text);
            assertThat(text.length()).isLessThanOrEqualTo(bytes);
            if (lines.size() < all.size()) {
                String oneMore = all.get(all.size() - lines.size() - 1);
                assertThat(text.length() + 2 * oneMore.length() + 2)
                        .as("no more is dropped than has to be")
                        .isGreaterThan(bytes);
            }
        }
    }

    @Test
    void aLineThatIsNotCompleteIsNotRead() {
        trace.onState(0, state(0, 0));
        trace.onFeedback(0, report, history);
        assertThat(trace.lines()).containsExactly("S,0,0,1,2,3,4,5,7,0,0");
        assertThat(new Trace(0).lines()).isEmpty();
        assertThat(new Trace(0).copy()).isEmpty();
    }
}
