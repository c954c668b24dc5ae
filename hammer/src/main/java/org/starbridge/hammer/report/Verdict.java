package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.GuestCount;

/**
 * Verdict on a run, in one sentence.
 *
 * @param sentence for people; begins with the kind
 */
public record Verdict(Kind kind, String sentence) {
    /** Kind of verdict. */
    public enum Kind {
        /** Everything that should arrive did. */
        HELD,
        /** Something was missing. */
        BROKE,
        /** The Hammer was too slow, so the figures are its own. */
        UNTRUSTED;

        /** In JSON. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Of one run. */
    public static Verdict of(RunReport report) {
        String who = report.scenario().subject();
        if (report.hammerSaturated()) {
            return new Verdict(
                    Kind.UNTRUSTED,
                    "Not to be trusted: the generator was saturated (" + String.join("; ", report.saturation()) + ")."
                            + (report.passed() ? "" : " Also seen: " + String.join(", ", problems(report)) + "."));
        }
        if (report.passed()) {
            Delays delays = report.delays();
            GuestCount guests = report.joins().guests();
            return new Verdict(
                    Kind.HELD,
                    "Held: " + who + ", "
                            + (guests == null ? "" : guests.joinNs().size() + " guests joined and left, ")
                            + String.format(Locale.ROOT, "%,d", report.packetsReceived()) + " packets, "
                            + (report.packetsLost() == 0 ? "none lost" : report.packetsLost() + " lost behind links")
                            + (delays == null
                                    ? ""
                                    : String.format(Locale.ROOT, ", delay p99 %.2f ms", delays.p99Ns() / 1e6))
                            + ".");
        }
        return new Verdict(Kind.BROKE, "Broke: " + who + ", because " + String.join(", ", problems(report)) + ".");
    }

    /**
     * One of several runs.
     *
     * @param label for people: {@code K = 25}
     */
    public record Labelled(String label, Verdict verdict) {}

    /**
     * Of a search for the largest load that holds: to find it, a load has to break. Not to be trusted if what ended it
     * was the Hammer's own limit.
     */
    public static Verdict ofSearch(List<Labelled> runs) {
        Verdict all = of(runs);
        boolean isFound = all.kind() == Kind.BROKE
                && runs.stream().anyMatch(run -> run.verdict().kind() == Kind.HELD);
        return isFound ? new Verdict(Kind.HELD, all.sentence()) : all;
    }

    /** The same of runs that ended before their time: what is left out might have broken, so it does not hold. */
    public Verdict cutShort(String reason) {
        return new Verdict(
                kind == Kind.HELD ? Kind.UNTRUSTED : kind,
                "Cut short, because " + withStop(reason) + " Until then: " + sentence);
    }

    /** Of runs that ended before one of them was measured. */
    public static Verdict nothing(Kind kind, String reason) {
        return new Verdict(kind, "Cut short, because " + withStop(reason) + " Nothing was measured.");
    }

    private static String withStop(String reason) {
        return reason.endsWith("?") ? reason : reason + ".";
    }

    /** Of a run that ended while it was measured: what it lost may have been lost by its end. */
    public static Verdict cutShort(RunReport report, String reason) {
        List<String> problems = problems(report);
        return new Verdict(
                Kind.UNTRUSTED,
                String.format(
                        Locale.ROOT,
                        "Not to be trusted: the run was cut short after %.1f s, because %s (%s).",
                        report.seconds(),
                        reason,
                        problems.isEmpty()
                                ? "what should have arrived until then did"
                                : "seen until then: " + String.join(", ", problems)));
    }

    /** For programs. */
    public ObjectNode toJson() {
        return JsonNodeFactory.instance.objectNode().put("kind", kind.label()).put("sentence", sentence);
    }

    /** Of several runs. As long as none holds after one that does not, the load is taken to rise, and has a limit. */
    public static Verdict of(List<Labelled> runs) {
        if (runs.isEmpty()) {
            return new Verdict(Kind.UNTRUSTED, "Not to be trusted: no run was completed.");
        }
        if (runs.size() == 1) {
            return runs.getFirst().verdict();
        }
        if (isScattered(runs)) {
            return ofEach(runs);
        }
        Labelled broke = first(runs, Kind.BROKE);
        Labelled held = last(broke == null ? runs : runs.subList(0, runs.indexOf(broke)), Kind.HELD);
        Labelled limit = runs.stream()
                .skip(held == null ? 0 : runs.indexOf(held))
                .filter(run -> run.verdict().kind() != Kind.HELD)
                .findFirst()
                .orElse(first(runs, Kind.UNTRUSTED));
        if (limit != null) {
            Kind kind = limit.verdict().kind();
            String upTo = held == null ? "Nothing held" : "Held up to " + held.label();
            String what = kind == Kind.BROKE ? "; broke at " : "; not to be trusted at ";
            return new Verdict(kind, upTo + what + limit.label() + reason(limit.verdict()));
        }
        return new Verdict(
                Kind.HELD,
                "Held at all loads, up to " + Objects.requireNonNull(held).label() + ".");
    }

    private static boolean isScattered(List<Labelled> runs) {
        return runs.stream()
                .dropWhile(run -> run.verdict().kind() == Kind.HELD)
                .anyMatch(run -> run.verdict().kind() == Kind.HELD);
    }

    private static Verdict ofEach(List<Labelled> runs) {
        List<Labelled> broke = all(runs, Kind.BROKE);
        List<Labelled> untrusted = all(runs, Kind.UNTRUSTED);
        int held = runs.size() - broke.size() - untrusted.size();
        return new Verdict(
                broke.isEmpty() ? Kind.UNTRUSTED : Kind.BROKE,
                "Held in " + held + " of " + runs.size() + " runs"
                        + (broke.isEmpty() ? "" : "; broke at " + labels(broke))
                        + (untrusted.isEmpty() ? "" : "; not to be trusted at " + labels(untrusted)) + ".");
    }

    private static List<Labelled> all(List<Labelled> runs, Kind kind) {
        return runs.stream().filter(run -> run.verdict().kind() == kind).toList();
    }

    private static String labels(List<Labelled> runs) {
        return runs.stream().map(Labelled::label).collect(Collectors.joining(", "));
    }

    private static String reason(Verdict verdict) {
        String sentence = verdict.sentence();
        int because = sentence.indexOf(", because ");
        int colon = sentence.indexOf(": ");
        return because >= 0 ? sentence.substring(because) : colon >= 0 ? ": " + sentence.substring(colon + 2) : ".";
    }

    private static @Nullable Labelled first(List<Labelled> runs, Kind kind) {
        return runs.stream()
                .filter(run -> run.verdict().kind() == kind)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Labelled last(List<Labelled> runs, Kind kind) {
        return first(runs.reversed(), kind);
    }

    /** Returns what is wrong, as parts of a sentence; empty if nothing is. */
    static List<String> problems(RunReport report) {
        List<String> problems = new ArrayList<>();
        if (report.couplesReceived() < report.couplesExpected()) {
            problems.add(format("%d pairs are missing", report.couplesExpected() - report.couplesReceived()));
        }
        if (report.packetsLostDirectly() > 0) {
            problems.add(format("%,d packets were lost", report.packetsLostDirectly()));
        }
        Links links = report.links();
        if (links != null) {
            problems.addAll(links.problems());
        }
        if (report.contentErrors() > 0) {
            problems.add(format("%,d payloads differ from the sent ones", report.contentErrors()));
        }
        problems.addAll(report.faults().problems());
        if (!report.isFeedbackRight()) {
            problems.add(format(
                    "transport-wide feedback reports %,d packets as missing",
                    report.reportedTimes().feedbackMissing()));
        }
        if (links == null && !report.reportedTimes().areTimesRight()) {
            problems.add(format(
                    "sender reports and packets are %.1f ms apart",
                    report.reportedTimes().worstOffsetNs() / 1e6));
        }
        Selection selection = report.directSelection();
        if (selection != null) {
            problems.addAll(selection.problems());
        }
        KeyFrames keyFrames = report.keyFrames();
        if (keyFrames != null) {
            problems.addAll(keyFrames.problems());
        }
        Messages messages = report.messages();
        if (messages != null) {
            problems.addAll(messages.problems());
        }
        problems.addAll(report.joins().problems());
        if (report.relays() != null && report.duplicates() > 0) {
            problems.add(format("%,d packets arrived twice across bridges", report.duplicates()));
        }
        List<String> channelEnds = report.channelEnds();
        if (!channelEnds.isEmpty()) {
            problems.add(
                    format("%d bridge channels were lost (the first: %s)", channelEnds.size(), channelEnds.getFirst()));
        }
        if (report.packetsSent() == 0 && report.scenario().hasMedia()) {
            problems.add("nothing was sent");
        }
        return problems;
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
