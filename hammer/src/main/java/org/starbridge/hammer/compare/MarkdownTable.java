package org.starbridge.hammer.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
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
        List<String> lines = rows(report);
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

    private static List<String> rows(Results report) {
        List<RunColumn> columns = RunColumn.of(report);
        List<String> lines = new ArrayList<>();
        StringBuilder heading = new StringBuilder("| Run | Outcome |");
        columns.forEach(column -> heading.append(' ').append(column.title()).append(" |"));
        lines.add(heading.toString());
        lines.add("|---|---|" + "--:|".repeat(columns.size()));
        for (Run run : report.runs()) {
            StringBuilder row = new StringBuilder("| " + run.label() + " | " + run.outcome() + " |");
            columns.forEach(
                    column -> row.append(' ').append(column.text(run.result())).append(" |"));
            lines.add(row.toString());
        }
        return lines;
    }

    /** The same as a JSON object: figures as numbers, those that a run does not have as null. */
    public static ObjectNode json(Results report) {
        JsonNode whole = report.whole();
        ObjectNode table = JsonNodeFactory.instance.objectNode();
        for (String key : List.of("title", "command", "startedAt", "machine", "published")) {
            if (whole.has(key)) {
                table.set(key, whole.get(key));
            }
        }
        ArrayNode rows = table.putArray("runs");
        for (Run run : report.runs()) {
            ObjectNode row = rows.addObject().put("run", run.label()).put("outcome", run.outcome());
            for (RunColumn column : RunColumn.of(report)) {
                putFinite(row, column.key(), column.value().applyAsDouble(run.result()));
            }
        }
        if (whole.has("publishedTable")) {
            table.set("publishedTable", whole.get("publishedTable"));
        }
        return table;
    }

    /** Puts a figure that may be absent: JSON has no NaN. */
    static void putFinite(ObjectNode object, String key, double value) {
        if (Double.isFinite(value)) {
            object.put(key, value);
        } else {
            object.putNull(key);
        }
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
