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
            out.println(ofSoak(verdict));
            return;
        }
        out.println(SummaryTable.verdict(report, verdict));
        if (!attacks.problems().isEmpty()) {
            String word = verdict.kind() == Verdict.Kind.BROKE ? "FAILED under attack: " : "Also seen, under attack: ";
            out.println(word + String.join("; ", attacks.problems()));
        }
    }

    /** The same word as the exit status: none for a run that proves nothing. */
    static String ofSoak(Verdict verdict) {
        return switch (verdict.kind()) {
            case HELD -> "PASSED. " + verdict.sentence();
            case BROKE -> "FAILED. " + verdict.sentence();
            case UNTRUSTED -> verdict.sentence();
        };
    }
}
