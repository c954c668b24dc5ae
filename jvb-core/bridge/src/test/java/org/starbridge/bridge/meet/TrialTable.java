package org.starbridge.bridge.meet;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a trial wanted and saw, row by row. A step that throws fails its row; the steps after it go on. */
final class TrialTable {
    /** One step of the trial; returns what was seen. */
    interface Step {
        Seen run() throws Exception;
    }

    /** What was seen, and whether that is what was wanted. */
    record Seen(boolean isWanted, String what) {
        static Seen within(double seconds, double limitSeconds) {
            return new Seen(seconds <= limitSeconds, String.format(Locale.ROOT, "%.1f s", seconds));
        }
    }

    private record Row(String scenario, String step, String wanted, Seen seen) {}

    private static final Logger LOG = LoggerFactory.getLogger(TrialTable.class);

    private final String focus;
    private final BiConsumer<Integer, String> onFailure;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    /**
     * @param focus what played the focus
     * @param onFailure takes number and name of a row that failed, at once
     */
    TrialTable(String focus, BiConsumer<Integer, String> onFailure) {
        this.focus = focus;
        this.onFailure = onFailure;
    }

    /** A sentence about what this trial does not show, and why. */
    void leaveOut(String sentence) {
        leftOut.add(sentence);
    }

    /** Runs a step and keeps its row. Returns whether it showed what was wanted. */
    boolean row(String scenario, String step, String wanted, Step toRun) {
        Seen seen;
        try {
            seen = toRun.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            seen = new Seen(false, "interrupted");
        } catch (Exception | AssertionError e) {
            seen = new Seen(
                    false, String.valueOf(e.getMessage()).lines().findFirst().orElse("no message"));
        }
        Row row = new Row(scenario, step, wanted, seen);
        rows.add(row);
        LOG.info("{}, {}: {}, {}", scenario, step, seen.what, verdict(row));
        if (!seen.isWanted) {
            onFailure.accept(rows.size(), scenario + ", " + step);
        }
        return seen.isWanted;
    }

    /** The rows that did not show what was wanted. */
    List<String> failures() {
        return rows.stream()
                .filter(row -> !row.seen.isWanted)
                .map(row -> row.scenario + ", " + row.step + ": wanted " + row.wanted + ", saw " + row.seen.what)
                .toList();
    }

    int size() {
        return rows.size();
    }

    /** The whole table in Markdown. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("focus: " + focus + "\n\n");
        leftOut.forEach(sentence -> text.append(sentence).append("\n\n"));
        text.append("| scenario | step | wanted | seen | |\n|---|---|---|---|---|\n");
        for (Row row : rows) {
            text.append("| ")
                    .append(String.join(
                            " | ",
                            cell(row.scenario),
                            cell(row.step),
                            cell(row.wanted),
                            cell(row.seen.what),
                            verdict(row)))
                    .append(" |\n");
        }
        return text.toString();
    }

    private static String verdict(Row row) {
        return row.seen.isWanted ? "ok" : "**failed**";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
