package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.report.Verdict.Kind;

/**
 * Attacks on the bridge during a run, and their results.
 *
 * @param hostile null without bad input
 * @param soak null unless processes were stopped
 */
public record Attacks(
        @Nullable HostileReport hostile, @Nullable SoakReport soak) {
    /** Nothing was done. */
    public static final Attacks NONE = new Attacks(null, null);

    /**
     * Returns the verdict on the run. While a process is stopped packets are lost and late: then it is not they that
     * break a run, but couples and payloads that are wrong, and what the soak has found.
     *
     * @param verdict by the run's own figures
     */
    public Verdict judge(RunReport report, Verdict verdict) {
        String who = report.scenario().subject();
        if (soak != null) {
            List<String> problems = new ArrayList<>();
            if (report.couplesReceived() < report.couplesExpected()) {
                problems.add((report.couplesExpected() - report.couplesReceived()) + " pairs are missing");
            }
            if (report.contentErrors() > 0) {
                problems.add(report.contentErrors() + " payloads differ from the sent ones");
            }
            problems.addAll(soak.problems());
            return problems.isEmpty()
                    ? new Verdict(Kind.HELD, "Held: " + who + "; " + soak.sentence() + ".")
                    : broke(who, problems);
        }
        List<String> problems = hostile == null ? List.of() : hostile.problems();
        return problems.isEmpty() || verdict.kind() == Kind.BROKE ? verdict : broke(who + " under attack", problems);
    }

    private static Verdict broke(String who, List<String> problems) {
        return new Verdict(Kind.BROKE, "Broke: " + who + ", because " + String.join(", ", problems) + ".");
    }

    /** Returns what went wrong beside the run's own figures; empty if nothing did. */
    public List<String> problems() {
        return soak != null ? soak.problems() : hostile != null ? hostile.problems() : List.of();
    }

    /** For people. */
    public List<String> lines() {
        return soak != null ? soak.lines() : hostile != null ? hostile.lines() : List.of();
    }

    /**
     * Adds both to a run's result, as {@code hostile} and {@code soak}, and what people read as {@code attackLines}.
     */
    public void putTo(ObjectNode result) {
        if (hostile != null) {
            result.set("hostile", hostile.toJson());
        }
        if (soak != null) {
            result.set("soak", soak.toJson());
        }
        List<String> lines = lines();
        if (!lines.isEmpty()) {
            ArrayNode text = result.putArray("attackLines");
            lines.forEach(text::add);
        }
    }
}
