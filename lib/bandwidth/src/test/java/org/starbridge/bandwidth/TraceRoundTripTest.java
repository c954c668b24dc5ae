package org.starbridge.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bandwidth.feedback.FeedbackReport;
import org.starbridge.bandwidth.feedback.PacketResults;
import org.starbridge.bandwidth.trace.Trace;

/** A trace that is fed to another estimator records the same trace there. */
class TraceRoundTripTest {
    private static final long MS = 1_000_000L;

    private static BandwidthEstimator estimator() {
        return new BandwidthEstimator(BandwidthConfig.defaults(), new PacketResults());
    }

    /** Packets each 10 ms over a link with jitter and losses, feedback each 100 ms, an allocation now and then. */
    private static List<String> record(long seed, int tenths) {
        Random random = new Random(seed);
        BandwidthEstimator estimator = estimator();
        Trace trace = new Trace(1 << 20);
        estimator.setTrace(trace);
        FeedbackReport report = new FeedbackReport();
        long nowNs = 5000 * MS;
        estimator.onTransportReady(nowNs);
        estimator.onAllocation(nowNs, 900_000, 800_000);
        for (int i = 0; i < tenths; i++) {
            long first = estimator.nextNumber();
            int reference = i * 100 / 64 - 5;
            report.begin(reference);
            for (int p = 0; p < 10; p++) {
                estimator.onSent(nowNs + p * 10L * MS, 200 + random.nextInt(1200), 0);
                if (random.nextInt(20) == 0) {
                    report.addMissing((int) (first + p));
                } else {
                    report.addReceived((int) (first + p), i * 400L - 1280 + p * 40L + random.nextInt(60));
                }
            }
            nowNs += 100 * MS;
            estimator.onTick(nowNs - MS);
            estimator.onFeedback(nowNs, report);
            if (random.nextInt(30) == 0) {
                nowNs += 10 * MS;
                estimator.onAllocation(nowNs, 900_000 + random.nextInt(100_000), random.nextInt(900_000));
            }
        }
        return trace.lines();
    }

    private static List<String> replayed(List<String> lines) {
        BandwidthEstimator estimator = estimator();
        Trace trace = new Trace(1 << 20);
        estimator.setTrace(trace);
        TraceReplay replay = new TraceReplay(estimator);
        boolean isStarted = false;
        for (String line : lines) {
            isStarted |= line.startsWith("S");
            boolean hasTarget = isStarted && line.startsWith("F");
            assertThat(replay.onLine(line)).isEqualTo(hasTarget ? Long.parseLong(line.split(",", -1)[5]) : -1);
        }
        return trace.lines();
    }

    /** Times begin with the first line of each trace, so do the numbers: both begin at the first packet here. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aTraceFromTheFirstPacketOnIsReproduced(long seed) {
        List<String> lines = record(seed, 250);
        assertThat(lines).hasSizeGreaterThan(250);
        assertThat(replayed(lines).stream().map(TraceRoundTripTest::withoutDurations))
                .containsExactlyElementsOf(
                        lines.stream().map(TraceRoundTripTest::withoutDurations).toList());
    }

    /** How long ago a probe was is a tick more or less in a replay. */
    private static String withoutDurations(String line) {
        return line.startsWith("S") ? line.replaceFirst(",[^,]*,[^,]*$", "") : line;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void oneThatBeginsLaterGivesTheSameInputs(long seed) {
        List<String> lines = record(seed, 250);
        int state = 100
                + lines.subList(100, lines.size())
                        .indexOf(lines.subList(100, lines.size()).stream()
                                .filter(line -> line.startsWith("S"))
                                .findFirst()
                                .orElseThrow());
        List<String> again = replayed(lines.subList(state - 5, lines.size()));
        assertThat(again).hasSameSizeAs(lines.subList(state, lines.size()));
        for (int i = 1; i < again.size(); i++) {
            String[] fields = again.get(i).split(",", -1);
            String[] recorded = lines.get(state + i).split(",", -1);
            assertThat(fields[0]).isEqualTo(recorded[0]);
            assertThat(statusesOf(fields)).isEqualTo(statusesOf(recorded));
        }
        String[] first = again.getFirst().split(",", -1);
        String[] recorded = lines.get(state).split(",", -1);
        assertThat(List.of(first).subList(2, 8))
                .as("rates")
                .isEqualTo(List.of(recorded).subList(2, 8));
    }

    /** Without the numbers, which begin at 1 again. */
    private static String statusesOf(String[] fields) {
        return switch (fields[0]) {
            case "F" -> fields[2] + fields[4].replaceFirst("[0-9]*", "");
            case "A" -> fields[3] + "," + fields[4];
            default -> "";
        };
    }

    @Test
    void linesBeforeTheFirstStateAreLeftOut() {
        BandwidthEstimator estimator = estimator();
        TraceReplay replay = new TraceReplay(estimator);
        assertThat(replay.onLine("A,0,1 -5:100,7,8")).isEqualTo(-1);
        assertThat(replay.onLine("F,0,0,1,1 4,5,DELAY,6,7,8")).isEqualTo(-1);
        assertThat(estimator.nextNumber()).isEqualTo(1);
        assertThat(replay.onLine("S,1000,2,3,400000,500000,600000,700000,5,1000,2000"))
                .isEqualTo(-1);
        assertThat(estimator.targetBps()).isEqualTo(500_000);
        assertThat(estimator.delayBps()).isEqualTo(500_000);
        assertThat(estimator.delay().capacityBps()).isEqualTo(600_000);
        assertThat(estimator.delay().decreasedAtNs()).isEqualTo(1000 * 1000 - 2000 * 1000);
        assertThat(estimator.lossBps()).isEqualTo(700_000);
        assertThat(estimator.nextTickNs()).isEqualTo(201 * MS);
        assertThat(replay.onLine("S,1000,2,3,4,5,6,7,5,-1,-1"))
                .as("only the first one counts")
                .isEqualTo(-1);
        assertThat(estimator.targetBps()).isEqualTo(500_000);
        assertThat(replay.onLine("A,2000,70 -500:100 20:90:3,7,8")).isEqualTo(-1);
        assertThat(estimator.nextNumber()).isEqualTo(3);
        assertThat(replay.onLine("F,3000,0,72,70 4 -,123,DELAY,6,7,8")).isEqualTo(123);
        assertThat(estimator.feedback().highestAcked()).isEqualTo(1);
        assertThat(estimator.feedback().unmatched()).isZero();
    }

    @Test
    void otherLinesAreRefused() {
        TraceReplay replay = new TraceReplay(estimator());
        for (String line : List.of("", "X,1,2,3,4,5,6,7,8,9,10", "F,1,2,3,4", "A,1,2,3", "S,1,2,3,4,5,6,7,8,9")) {
            assertThatThrownBy(() -> replay.onLine(line))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not a line of a trace: " + line);
        }
    }
}
