package org.starbridge.hammer.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.report.Verdict;
import org.starbridge.hammer.series.RunSeries;
import org.starbridge.hammer.series.SeriesText;

/**
 * Content of a report.
 *
 * @param command what was asked for
 * @param cutShort why the runs ended before their time; null if they did not
 */
public record Report(
        RunCommand command,
        Instant startedAt,
        Machine machine,
        Verdict verdict,
        @Nullable String cutShort,
        List<RunResult> runs,
        RunSeries series) {
    /** Of the JSON; a change that old readers cannot read raises it. */
    public static final int SCHEMA = 1;

    public Report {
        runs = List.copyOf(runs);
    }

    /** For programs. */
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("schema", SCHEMA);
        json.put("title", command.title());
        json.put("description", command.description());
        json.put("startedAt", startedAt.truncatedTo(ChronoUnit.SECONDS).toString());
        json.put("command", command.line());
        json.put("published", command.published());
        command.plots().forEach(json.putArray("plots")::add);
        json.set("verdict", verdict.toJson());
        json.put("cutShort", cutShort);
        ObjectNode facts = json.putObject("machine");
        machine.facts().forEach(facts::put);
        ArrayNode results = json.putArray("runs");
        for (RunResult run : runs) {
            ObjectNode result = results.addObject();
            result.put("label", run.label());
            result.set("verdict", run.verdict().toJson());
            result.set("result", run.result().deepCopy());
        }
        json.set("series", SeriesText.json(series));
        addPublished(json);
        return json;
    }

    private void addPublished(ObjectNode json) {
        String figures = command.publishedFigures();
        if (figures != null) {
            try {
                json.set("publishedTable", PublishedFigures.beside(new ObjectMapper().readTree(figures), json));
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException("the published figures are not JSON", e);
            }
        }
    }
}
