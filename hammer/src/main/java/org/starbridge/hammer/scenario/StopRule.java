package org.starbridge.hammer.scenario;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.report.Delays;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.Verdict;

/** Rule for when a load is too much. Whatever the rule, a load that fails or saturates the Hammer does not hold. */
public enum StopRule {
    /** Something did not arrive, or not as it was sent. */
    LOST,
    /** The delay's 99th percentile is above 50 ms. */
    LATE,
    /** The bridge uses more than nine tenths of its processors. */
    CPU,
    /** An endpoint cannot join. */
    JOIN_FAILURE;

    private static final long LATE_NS = 50_000_000;
    private static final double BUSY = 0.9;

    /** On the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All of them on the command line. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(StopRule::label).toList();
    }

    /** The rule of this name; null if there is none. */
    public static @Nullable StopRule of(String label) {
        return Arrays.stream(values())
                .filter(rule -> rule.label().equals(label))
                .findFirst()
                .orElse(null);
    }

    /** Returns the verdict on a run by this rule; {@code processors} are the bridge's. */
    public Verdict judge(RunReport report, int processors) {
        Verdict verdict = Verdict.of(report);
        if (verdict.kind() == Verdict.Kind.UNTRUSTED
                || (verdict.kind() == Verdict.Kind.BROKE && this != JOIN_FAILURE)) {
            return verdict;
        }
        Delays delays = report.delays();
        if (this == LATE && delays != null && delays.p99Ns() > LATE_NS) {
            return broke(String.format(Locale.ROOT, "the delay's p99 was %.1f ms, above 50 ms", delays.p99Ns() / 1e6));
        }
        Long cpuNs = report.bridge().cpuNs();
        if (this == CPU && cpuNs != null && cpuNs > report.seconds() * 1e9 * processors * BUSY) {
            return broke(String.format(
                    Locale.ROOT,
                    "the bridge used %.0f %% of its %d processors, more than 90 %%",
                    cpuNs / 1e7 / report.seconds() / processors,
                    processors));
        }
        return this == JOIN_FAILURE ? new Verdict(Verdict.Kind.HELD, "Held: all endpoints joined.") : verdict;
    }

    private static Verdict broke(String reason) {
        return new Verdict(Verdict.Kind.BROKE, "Broke, because " + reason + ".");
    }
}
