package org.starbridge.hammer.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** A report as one HTML page. Stateless. */
public final class PageText {
    /** Receivers on the page; all are in the JSON file. */
    static final int MAX_RECEIVERS = 300;

    private PageText() {}

    /** The page of a report's JSON, which it changes: what the page does not show is taken out. */
    public static String of(ObjectNode report) {
        for (JsonNode run : report.path("runs")) {
            shorten((ObjectNode) run.path("result"));
        }
        // In a script element only "</" and "<!" could end the data.
        String data = report.toString().replace("<", "\\u003c");
        return resource("report.html")
                .replace("/*@CHART_CSS@*/", resource("uPlot.min.css"))
                .replace("/*@CSS@*/", resource("report.css"))
                .replace(
                        "/*@CHART_JS@*/",
                        "/*\n" + resource("uPlot-LICENSE.txt") + "\n*/\n" + resource("uPlot.iife.min.js"))
                .replace("/*@JS@*/", resource("report.js"))
                .replace("/*@DATA@*/", data);
    }

    /** The same of a run that goes on: the page asks for {@code data} every two seconds. */
    public static String live(ObjectNode report) {
        String refresh = "<script>setInterval(async () => { try { showReport(await (await fetch('data')).json()); }"
                + " catch { document.getElementById('verdict').textContent = 'The run has ended.'; } }, 2000);</script>";
        return of(report).replace("</body>", refresh + "\n</body>");
    }

    private static void shorten(ObjectNode result) {
        result.remove(List.of("bridgeStats", "series"));
        List<JsonNode> endpoints = new ArrayList<>();
        result.path("endpoints").forEach(endpoints::add);
        if (endpoints.size() > MAX_RECEIVERS) {
            result.put("endpointsOmitted", endpoints.size() - MAX_RECEIVERS);
            endpoints.sort(Comparator.comparingLong(
                            (JsonNode endpoint) -> endpoint.path("packetsLost").asLong())
                    .reversed());
        }
        ArrayNode shown = result.putArray("endpoints");
        endpoints.stream().limit(MAX_RECEIVERS).forEach(endpoint -> {
            ((ObjectNode) endpoint).remove(List.of("encodingsSent", "ssrcRewriting"));
            JsonNode link = endpoint.path("link");
            if (link.isObject()) {
                ((ObjectNode) link).remove("layers");
            }
            shown.add(endpoint);
        });
    }

    private static String resource(String name) {
        try (InputStream stream = PageText.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
