package org.starbridge.hammer.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Content of a file: the runs of a report, or the one of {@code --json}.
 *
 * @param name the file's
 * @param whole its JSON
 * @param runs by their labels
 */
public record Results(String name, JsonNode whole, List<Run> runs) {
    private static final String DATA = "<script type=\"application/json\" id=\"data\">";

    public Results {
        runs = List.copyOf(runs);
    }

    /**
     * One run.
     *
     * @param outcome {@code held}, {@code broke} or {@code untrusted}; – if the file does not say
     */
    public record Run(String label, String outcome, JsonNode result) {
        private Run(String label, JsonNode result) {
            this(label, "–", result);
        }

        /** Returns whether viewers watched over HLS, instead of endpoints in a conference. */
        boolean hasViewers() {
            return result.has("begun");
        }
    }

    /** Returns whether there are runs with viewers over HLS. */
    boolean hasViewers() {
        return runs.stream().anyMatch(Run::hasViewers);
    }

    /**
     * Reads {@code report.json}, {@code report.html} or a file of {@code --json}.
     *
     * @throws IllegalArgumentException if it is none of them
     */
    public static Results read(Path file) throws IOException {
        try {
            String text = Files.readString(file);
            int data = text.indexOf(DATA);
            return of(
                    String.valueOf(file),
                    data < 0 ? text : text.substring(data + DATA.length(), text.indexOf("</script>", data)));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(file + ": there is no such file", e);
        }
    }

    /** The same of a text. */
    static Results of(String name, String text) throws IOException {
        JsonNode json;
        try {
            json = new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(name + ": expected the JSON of a run or of a report", e);
        }
        List<Run> runs = new ArrayList<>();
        for (JsonNode run : json.path("runs")) {
            String outcome = run.path("verdict").path("kind").asText("–");
            runs.add(new Run(run.path("label").asText(), outcome, run.path("result")));
        }
        for (JsonNode run : json) { // --json of viewers is a list
            if (json.isArray() && run.has("begun")) {
                String label = run.path("begun").asInt() + " viewers";
                runs.add(new Run(run.path("label").asText(label), run));
            }
        }
        if (runs.isEmpty() && json.has("packetsReceived")) {
            runs.add(new Run("K = " + json.path("k").asInt(), json));
        }
        if (runs.isEmpty()) {
            throw new IllegalArgumentException(name + ": there is no run in it");
        }
        return new Results(name, json, runs);
    }

    /** The machine as it describes itself; empty if the file does not say. */
    String machine() {
        JsonNode machine = whole.path("machine");
        return machine.path("processor").asText("") + "|"
                + machine.path("processors").asText("") + "|"
                + machine.path("system").asText("");
    }
}
