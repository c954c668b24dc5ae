package org.starbridge.hammer.app;

import java.io.PrintStream;
import java.util.List;
import org.starbridge.hammer.report.HostileReport;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.SoakReport;
import org.starbridge.hammer.report.SummaryTable;

/** Whether a run was right. Stateless. */
final class Judgement {
    private Judgement() {}

    /** Says what came of it. Loss fails a run, but not one in which processes are stopped. */
    static boolean print(RunReport report, LoadTest run, PrintStream out) {
        SoakReport soak = run.soakReport();
        if (soak != null) {
            soak.lines().forEach(out::println);
            List<String> problems = soak.problems();
            boolean isWhole = report.contentErrors() == 0 && report.couplesReceived() == report.couplesExpected();
            out.println(
                    problems.isEmpty() && isWhole
                            ? "PASSED: media came back after each pause, and the bridge holds no more than before."
                            : "FAILED: " + (isWhole ? "" : "couples are missing or payloads changed; ")
                                    + String.join("; ", problems));
            return problems.isEmpty() && isWhole;
        }
        HostileReport hostile = run.hostileReport();
        List<String> problems = hostile == null ? List.of() : hostile.problems();
        if (hostile != null) {
            hostile.lines().forEach(out::println);
        }
        out.println(SummaryTable.verdict(report));
        if (!problems.isEmpty()) {
            out.println("FAILED under attack: " + String.join("; ", problems));
        }
        return report.passed() && problems.isEmpty();
    }
}
