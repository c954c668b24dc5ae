package org.starbridge.bandwidth.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bandwidth.BandwidthConfig;
import org.starbridge.bandwidth.BandwidthEstimator;
import org.starbridge.bandwidth.FeedbackKind;
import org.starbridge.bandwidth.TraceReplay;
import org.starbridge.bandwidth.feedback.PacketResults;
import org.starbridge.bandwidth.trace.Trace;

class TraceReplayTest {
    private static List<String> record(int capacityBytes, double fromSecond) {
        Network net = new Network(LinkConfig.of(2, 300, 30).loss(0.02, 1).steps(0, 2, 10, 0.5, 20, 2), 3);
        MediaFlow flow = net.flow(Source.elastic(4), 0);
        Trace trace = new Trace(capacityBytes);
        net.run(fromSecond);
        flow.estimator().setTrace(trace);
        net.run(30);
        return trace.lines();
    }

    /** The share of the feedbacks after which the estimate is near the recorded one. */
    private static double reproduced(List<String> lines, double tolerance) {
        BandwidthEstimator estimator = newEstimator();
        TraceReplay replay = new TraceReplay(estimator);
        int near = 0;
        int feedbacks = 0;
        for (String line : lines) {
            long recorded = replay.onLine(line);
            if (recorded >= 0) {
                feedbacks++;
                near += Math.abs(estimator.targetBps() - recorded) < tolerance * recorded ? 1 : 0;
            }
        }
        assertThat(feedbacks).isGreaterThan(80);
        return (double) near / feedbacks;
    }

    private static BandwidthEstimator newEstimator() {
        return new BandwidthEstimator(BandwidthConfig.defaults(), FeedbackKind.TRANSPORT_WIDE, new PacketResults());
    }

    @Test
    void aTraceReproducesTheEstimates() {
        assertThat(reproduced(record(1 << 20, 0), 0.05)).isGreaterThan(0.9);
    }

    /** What one second of delays did not bring back takes the rate another, similar way. */
    @ParameterizedTest
    @ValueSource(doubles = {8, 15, 18})
    void aTraceThatBeginsInTheMiddleOfACallReproducesThem(double fromSecond) {
        assertThat(reproduced(record(1 << 20, fromSecond), 0.25)).isGreaterThan(0.6);
    }

    @Test
    void aTraceWhoseFirstLinesWereOverwrittenBeginsAtItsFirstState() {
        List<String> last = record(32 << 10, 0);
        assertThat(last.getFirst()).doesNotContain("S,0,");
        assertThat(reproduced(last, 0.25)).isGreaterThan(0.6);
    }

    @Test
    void aTraceIsBoundedAndKeepsTheLastLines() {
        List<String> all = record(1 << 20, 0);
        List<String> last = record(8192, 0);
        assertThat(String.join("\n", last)).hasSizeLessThan(8192);
        assertThat(last).isNotEmpty().isEqualTo(all.subList(all.size() - last.size(), all.size()));
        TraceReplay replay = new TraceReplay(newEstimator());
        assertThat(last).allSatisfy(line -> assertThat(replay.onLine(line)).isNotZero());
    }

    @Test
    void otherLinesAreRefused() {
        TraceReplay replay = new TraceReplay(newEstimator());
        assertThatThrownBy(() -> replay.onLine("X,1,2")).isInstanceOf(IllegalArgumentException.class);
    }
}
