package org.starbridge.hammer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.hammer.report.RunReports.receiver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.report.SoakReport.Pause;
import org.starbridge.hammer.report.SoakReport.Sample;
import org.starbridge.hammer.report.Verdict.Kind;

/** What a run comes to whose bridge was attacked, or stopped and continued. */
class AttacksTest {
    private static final RunReport WHOLE = report(1000, 0);
    private static final RunReport LOSSY = report(990, 0);
    private static final RunReport CHANGED = report(990, 3);

    private static RunReport report(long received, long contentErrors) {
        return RunReports.of(List.of(receiver(0, 1, received, 0, contentErrors), receiver(1, 1, received, 0, 0)), 1L);
    }

    private static Attacks soak(double recoverySeconds) {
        List<Sample> samples = IntStream.range(0, 30)
                .mapToObj(i -> new Sample(i, 200_000_000, 50_000_000, 30, 40, null, null))
                .toList();
        return new Attacks(null, new SoakReport(15, List.of(new Pause(10, "bridge", 2.5, recoverySeconds)), samples));
    }

    private static Attacks hostile(long counted) {
        HostileReport.Kind kind = new HostileReport.Kind("replays", 100, 100, 90, Map.of("replayed", counted));
        return new Attacks(new HostileReport(List.of(kind), 10, 0, 60, 0, "", HeapUse.UNKNOWN, 1), null);
    }

    private static Verdict judge(RunReport report, Attacks attacks) {
        return attacks.judge(report, Verdict.of(report));
    }

    @Test
    void packetsThatAreLostWhileAProcessIsStoppedBreakNoSoak() {
        assertThat(Verdict.of(LOSSY).kind()).isEqualTo(Kind.BROKE);
        Verdict verdict = judge(LOSSY, soak(0.4));
        assertThat(verdict.kind()).isEqualTo(Kind.HELD);
        assertThat(verdict.sentence()).startsWith("Held: ").contains("within 0.4 s after each of 1 pauses");
    }

    @Test
    void aStreamThatStaysAwayOrAPayloadThatChangedBreaksASoak() {
        assertThat(judge(LOSSY, soak(-1)).sentence()).startsWith("Broke: ").contains("stuck");
        assertThat(judge(CHANGED, soak(0.4)).sentence())
                .startsWith("Broke: ")
                .contains("payloads differ from the sent ones");
    }

    @Test
    void anAttackThatIsNotCountedBreaksARunThatIsWhole() {
        assertThat(judge(WHOLE, hostile(95)).kind()).isEqualTo(Kind.HELD);
        Verdict verdict = judge(WHOLE, hostile(10));
        assertThat(verdict.kind()).isEqualTo(Kind.BROKE);
        assertThat(verdict.sentence()).contains("under attack, because replays");
        assertThat(judge(LOSSY, hostile(10))).isEqualTo(Verdict.of(LOSSY));
    }

    @Test
    void theResultHasBothForProgramsAndForPeople() {
        JsonNode json = JsonReport.toJson(WHOLE, soak(0.4), Verdict.of(WHOLE), null);
        assertThat(json.path("soak").path("samples")).hasSize(30);
        assertThat(json.path("attackLines")).hasSizeGreaterThan(4);
        assertThat(json.has("hostile")).isFalse();
        assertThat(JsonReport.toJson(WHOLE, hostile(95), Verdict.of(WHOLE), null)
                        .path("hostile")
                        .path("passed")
                        .asBoolean())
                .isTrue();
        assertThat(JsonReport.toJson(WHOLE, Attacks.NONE, Verdict.of(WHOLE), null)
                        .has("attackLines"))
                .isFalse();
    }
}
