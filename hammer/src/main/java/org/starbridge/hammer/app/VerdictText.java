package org.starbridge.hammer.app;

import java.io.PrintStream;
import org.starbridge.hammer.report.Attacks;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.SummaryTable;
import org.starbridge.hammer.report.Verdict;

/** Verdict of a run as text for people. Stateless. */
final class VerdictText {
    private VerdictText() {}

    /** Says what came of it. Loss fails a run, but not one in which processes are stopped. */
    static void print(RunReport report, Attacks attacks, Verdict verdict, PrintStream out) {
        attacks.lines().forEach(out::println);
        if (attacks.soak() != null) {
            boolean isHeld = verdict.kind() == Verdict.Kind.HELD;
            out.println((isHeld ? "PASSED. " : "FAILED. ") + verdict.sentence());
            return;
        }
        out.println(SummaryTable.verdict(report, verdict));
        if (!attacks.problems().isEmpty()) {
            out.println("FAILED under attack: " + String.join("; ", attacks.problems()));
        }
    }
}
