package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.hammer.client.MessageCount;

class MessagesTest {
    /** In ten seconds. */
    private static final MessageCount RIGHT = new MessageCount("a", "b", 20, 0, 20, 0, 0, 0);

    @Test
    void allThatIsSentHasToArrive() {
        RunReport report = RunReports.talking(RIGHT, RIGHT);
        assertThat(report.passed()).isTrue();
        assertThat(SummaryTable.lines(report))
                .anyMatch(line -> line.contains("messages")
                        && line.contains("40 sent by 2 endpoints (2.00 a second each), 40 arrived; 0 lost"))
                .noneMatch(line -> line.contains("couples"));
    }

    @ParameterizedTest
    @CsvSource({
        "20, 0, 19, 0, 0, 0, 1 messages were lost",
        "20, 3, 20, 0, 0, 0, 3 messages were refused by the sender's own channel",
        "20, 0, 20, 2, 0, 0, 2 messages arrived twice",
        "20, 0, 20, 0, 4, 0, 4 messages arrived out of order",
        "20, 0, 20, 0, 0, 5, 5 messages were not what was sent"
    })
    void anythingElseFailsTheRun(
            long sent, long refused, long arrived, long twice, long outOfOrder, long wrong, String problem) {
        RunReport report =
                RunReports.talking(RIGHT, new MessageCount("b", "a", sent, refused, arrived, twice, outOfOrder, wrong));
        assertThat(report.passed()).isFalse();
        assertThat(SummaryTable.verdict(report)).startsWith("FAILED: " + problem);
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
                .readTree(JsonReport.write(report, null, null))
                .get("messages");
        assertThat(json).isEqualTo(new ObjectMapper().readTree("""
                        {"perSecond":2.0,"senders":2,"sent":40,"refused":1,"arrived":38,"lost":2,"duplicates":2,
                         "outOfOrder":3,"wrong":4,
                         "incomplete":[{"sender":"b","receiver":"a","sent":20,"arrived":18}]}"""));
    }
}
