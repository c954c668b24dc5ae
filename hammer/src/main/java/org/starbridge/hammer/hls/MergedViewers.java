package org.starbridge.hammer.hls;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.hammer.report.Verdict;

/**
 * The results of several Hammers whose viewers watched the same stream at the same time, as one. Counts and histograms
 * are added. The server's CPU time and memory are those of the first Hammer that measured them. Immutable.
 *
 * @param json as a single Hammer writes it
 */
public record MergedViewers(ObjectNode json, Verdict verdict) {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /**
     * Findings of one Hammer.
     *
     * @param name of its file
     * @param result its figures
     */
    public record Part(String name, JsonNode result) {}

    /**
     * Merges.
     *
     * @throws IllegalArgumentException if a part lacks histograms, or has other figures
     */
    public static MergedViewers of(List<Part> parts) {
        List<HlsFigures> figures = new ArrayList<>();
        ArrayNode names = MAPPER.createArrayNode();
        List<String> warnings = new ArrayList<>();
        JsonNode server = MAPPER.nullNode();
        double cores = 0;
        long rssBytes = 0;
        long peakRssBytes = 0;
        for (Part part : parts) {
            figures.add(figures(part));
            names.add(part.name());
            part.result().path("warnings").forEach(warning -> warnings.add(part.name() + ": " + warning.asText()));
            JsonNode measured = part.result().path("server");
            server = server.isNull() && measured.isObject() ? measured.deepCopy() : server;
            JsonNode hammer = part.result().path("hammer");
            cores += hammer.path("cores").asDouble();
            rssBytes += hammer.path("rssBytes").asLong();
            peakRssBytes += hammer.path("peakRssBytes").asLong();
        }
        HlsFigures sum = sum(figures, names);
        ObjectNode json = MAPPER.valueToTree(sum);
        json.set("server", server);
        json.set("hammer", MAPPER.valueToTree(new HlsRun.Use(cores, rssBytes, peakRssBytes)));
        json.set("warnings", MAPPER.valueToTree(warnings));
        json.set("mergedFrom", names);
        return new MergedViewers(json, HlsVerdict.of(sum, warnings));
    }

    private static HlsFigures figures(Part part) {
        try {
            return MAPPER.treeToValue(part.result(), HlsFigures.class);
        } catch (JsonProcessingException | RuntimeException e) {
            throw new IllegalArgumentException(part.name() + ": expected the figures of HLS viewers", e);
        }
    }

    private static HlsFigures sum(List<HlsFigures> figures, ArrayNode names) {
        try {
            return HlsFigures.sum(figures);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("of " + names + " one cannot be merged: " + e.getMessage(), e);
        }
    }
}
