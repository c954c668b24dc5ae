package org.starbridge.hammer.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.starbridge.hammer.compare.Results.Run;

/** The runs of a report as a table of a Markdown document, so that no figure is copied by hand. Pure. */
public final class MarkdownTable {
    /** Options that do not change what is measured. */
    private static final Pattern WHERE_RESULTS_GO = Pattern.compile(" --(report|json|csv) \\S+| --quiet");

    private static final String END = "<!-- /hammer -->";

    private MarkdownTable() {}

    /** The table's lines, a row for each run, and below it how and where it was measured, if the report says so. */
    public static List<String> lines(Results report) {
        List<String> lines = report.hasViewers() ? viewers(report) : endpoints(report);
        JsonNode whole = report.whole();
        if (whole.has("command")) {
            lines.add("");
            lines.add(source(whole));
        }
        lines.addAll(published(whole.path("publishedTable")));
        return lines;
    }

    /** Published figures of the same experiment. */
    private static List<String> published(JsonNode table) {
        List<String> lines = new ArrayList<>();
        if (table.path("rows").isEmpty()) {
            return lines;
        }
        lines.add("");
        lines.add(row(table.path("columns")));
        lines.add("|---|---|" + "--:|".repeat(table.path("columns").size() - 2));
        table.path("rows").forEach(each -> lines.add(row(each)));
        lines.add("");
        table.path("notes").forEach(note -> lines.add("- " + note.asText()));
        return lines;
    }

    private static String row(JsonNode cells) {
        StringBuilder row = new StringBuilder("|");
        cells.forEach(cell -> row.append(' ').append(cell.asText()).append(" |"));
        return row.toString();
    }

    private static String source(JsonNode report) {
        JsonNode machine = report.path("machine");
        String published = report.path("published").asText("");
        return "`" + WHERE_RESULTS_GO.matcher(report.path("command").asText()).replaceAll("") + "`, "
                + report.path("startedAt").asText("").replaceFirst("T.*", "") + ", "
                + machine.path("processors").asText("?") + " processors ("
                + machine.path("processor").asText("?") + ") for bridge and Hammer."
                + (published.isEmpty() ? "" : " Published, on another machine: " + published);
    }

    private static List<String> viewers(Results report) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "| Run | Outcome | Play | Requests/s | Failed | Gbit/s | Busiest second | Stalls | Behind p50, s | p99, s"
                        + " | Server CPU, % of a core | MB | Hammer CPU, % of a core |");
        lines.add("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (Run run : report.runs()) {
            JsonNode result = run.result();
            JsonNode server = result.path("server");
            String row = "| " + run.label() + " | " + run.outcome() + " | "
                    + cell("%,.0f", result.path("playing").asDouble(Double.NaN))
                    + cell(
                            "%,.0f",
                            result.path("requests").asDouble(Double.NaN)
                                    / result.path("seconds").asDouble())
                    + cell("%,.0f", Headline.failures(result))
                    + cell("%.2f", Headline.megabits(result) / 1e3)
                    + cell("%.2f", result.path("peakBytesPerSecond").asDouble(Double.NaN) * 8 / 1e9)
                    + cell("%,.0f", result.path("stalls").asDouble(Double.NaN))
                    + cell("%.1f", Headline.percentile(result.path("latency"), "p50") / 1e3)
                    + cell("%.1f", Headline.percentile(result.path("latency"), "p99") / 1e3)
                    + cell("%.0f", server.path("cores").asDouble(Double.NaN) * 100)
                    + cell("%.0f", server.path("peakRssBytes").asDouble(Double.NaN) / 1e6)
                    + cell("%.0f", result.path("hammer").path("cores").asDouble(Double.NaN) * 100);
            lines.add(row.strip());
        }
        return lines;
    }

    private static List<String> endpoints(Results report) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "| Run | Outcome | Pairs | Packets/s out | Lost | Delay p99, ms | Bridge CPU, % of a core | µs a packet | MB |");
        lines.add("|---|---|--:|--:|--:|--:|--:|--:|--:|");
        for (Run run : report.runs()) {
            JsonNode result = run.result();
            double seconds = result.path("seconds").asDouble();
            String row = "| " + run.label() + " | " + run.outcome() + " | "
                    + cell("%,.0f", result.path("couplesReceived").asDouble(Double.NaN))
                    + cell("%,.0f", result.path("packetsReceived").asDouble(Double.NaN) / seconds)
                    + cell("%,.0f", result.path("packetsLost").asDouble(Double.NaN))
                    + cell("%.2f", result.path("delayNanos").path("p99").asDouble(Double.NaN) / 1e6)
                    + cell("%.0f", result.path("bridgeCpuNanos").asDouble(Double.NaN) / 1e7 / seconds)
                    + cell(
                            "%.2f",
                            result.path("bridgeCpuMicrosPerForwardedPacket").asDouble(Double.NaN))
                    + cell("%.0f", result.path("bridgePeakRssBytes").asDouble(Double.NaN) / 1e6);
            lines.add(row.strip());
        }
        return lines;
    }

    private static String cell(String pattern, double value) {
        return (Double.isFinite(value) ? String.format(Locale.ROOT, pattern, value) : "–") + " | ";
    }

    /**
     * The text of a document between the marks {@code <!-- hammer NAME -->} and {@code <!-- /hammer -->}.
     *
     * @throws IllegalArgumentException if the marks are not there
     */
    public static String part(String document, String name) {
        return document.substring(begin(document, name), end(document, name)).strip();
    }

    /**
     * A document with the table between its marks.
     *
     * @throws IllegalArgumentException if the marks are not there
     */
    public static String replace(String document, String name, List<String> table) {
        return document.substring(0, begin(document, name)) + "\n" + String.join("\n", table) + "\n\n"
                + document.substring(end(document, name));
    }

    private static int begin(String document, String name) {
        String mark = "<!-- hammer " + name + " -->\n";
        int at = document.indexOf(mark);
        if (at < 0 || document.indexOf(END, at) < 0) {
            throw new IllegalArgumentException(
                    "the document needs a line " + mark.strip() + " and below it a line " + END);
        }
        return at + mark.length();
    }

    private static int end(String document, String name) {
        return document.indexOf(END, begin(document, name));
    }
}
