package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.hammer.client.result.MessageCount;
import org.starbridge.hammer.series.RunSeries;

class MessagesTest {
    /** In ten seconds. */
    private static final MessageCount RIGHT = new MessageCount("a", "b", 20, 0, 20, 0, 0, 0);

    @Test
    void allThatIsSentHasToArrive() {
        RunReport report = RunReports.talking(RIGHT, RIGHT);
        assertThat(report.passed()).isTrue();
        assertThat(SummaryTable.lines(report))
                .anyMatch(line -> line.contains("messages")
                        && line.contains("40 sent by 2 endpoints (2.00 per second each), 40 arrived; 0 lost"))
                .noneMatch(line -> line.contains("couples"));
    }

    @ParameterizedTest
    @CsvSource({
        "20, 0, 19, 0, 0, 0, 1 messages were lost",
        "20, 3, 20, 0, 0, 0, 3 messages were refused by the sender's own channel",
        "20, 0, 20, 2, 0, 0, 2 messages arrived twice",
        "20, 0, 20, 0, 4, 0, 4 messages arrived out of order",
        "20, 0, 20, 0, 0, 5, 5 messages differ from the sent ones"
    })
    void anythingElseFailsTheRun(
            long sent, long refused, long arrived, long twice, long outOfOrder, long wrong, String problem) {
        RunReport report =
                RunReports.talking(RIGHT, new MessageCount("b", "a", sent, refused, arrived, twice, outOfOrder, wrong));
        assertThat(report.passed()).isFalse();
        assertThat(SummaryTable.verdict(report)).startsWith("FAILED: " + problem);
    }

    @ParameterizedTest
    @CsvSource({
        "30, true, PASSED",
        "31, true, PASSED", // another client is there
        "28, false, 'FAILED: 2 messages were lost'",
        ", false, 'FAILED: the bridge''s statistics have no count of received messages'"
    })
    void whatIsSaidToTheBridgeHasToBeInItsStatistics(@Nullable Long heard, boolean isPassed, String verdict) {
        RunReport report = RunReports.talkingToBridge(new MessageCount("a", "bridge", 20, 0, 0, 0, 0, 0), 30, heard);
        assertThat(report.passed()).isEqualTo(isPassed);
        assertThat(SummaryTable.verdict(report)).startsWith(verdict);
    }

    @Test
    void whatIsSaidToTheBridgeIsCountedFromTheFirstOneOn() throws Exception {
        RunReport report = RunReports.talkingToBridge(new MessageCount("a", "bridge", 20, 1, 0, 0, 0, 0), 30, 27L);
        JsonNode json = new ObjectMapper()
                .readTree(JsonReport.write(
                        JsonReport.toJson(report, Attacks.NONE, Verdict.of(report), null), new RunSeries(0)))
                .get("messages");
        assertThat(json).isEqualTo(new ObjectMapper().readTree("""
                        {"perSecond":2.0,"to":"bridge","senders":1,"sent":20,"refused":1,"arrived":17,"lost":3,
                         "duplicates":0,"outOfOrder":0,"wrong":0,"atBridge":{"said":30,"heard":27},"incomplete":[]}"""));
        assertThat(SummaryTable.lines(report))
                .anyMatch(line ->
                        line.contains("20 sent by 1 endpoints to the bridge (2.00 per second each), 17 arrived"));
    }

    @Test
    void whoWereToTalkAndCouldNotFailTheRun() {
        assertThat(RunReports.talking().passed()).isFalse();
        assertThat(SummaryTable.verdict(RunReports.talking())).contains("no messages were sent");
    }

    @Test
    void hasFiguresForPrograms() throws Exception {
        RunReport report = RunReports.talking(RIGHT, new MessageCount("b", "a", 20, 1, 18, 2, 3, 4));
        JsonNode json = new ObjectMapper()
                .readTree(JsonReport.write(
                        JsonReport.toJson(report, Attacks.NONE, Verdict.of(report), null), new RunSeries(0)))
                .get("messages");
        assertThat(json).isEqualTo(new ObjectMapper().readTree("""
                        {"perSecond":2.0,"to":"next","atBridge":null,"senders":2,"sent":40,"refused":1,"arrived":38,"lost":2,"duplicates":2,
                         "outOfOrder":3,"wrong":4,
                         "incomplete":[{"sender":"b","receiver":"a","sent":20,"arrived":18}]}"""));
    }
}
