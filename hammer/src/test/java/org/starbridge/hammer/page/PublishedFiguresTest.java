package org.starbridge.hammer.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.hammer.scenario.Presets;
import org.starbridge.hammer.scenario.ScenarioFile;
import org.starbridge.hammer.scenario.ScenarioStep;

class PublishedFiguresTest {
    private static JsonNode json(String text) throws JsonProcessingException {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }

    private static List<String> cells(JsonNode row) {
        return row.valueStream().map(JsonNode::asText).toList();
    }

    @Test
    void figuresOfTheSameLoadAreBesideOurs() throws Exception {
        JsonNode published = json("{'source':'a paper','missing':{'packets/s':'not published'},'rows':["
                + "{'who':'them','load':'10 viewers','run':'10','mbps':100,'cores':0.5,'memory-mb':300},"
                + "{'who':'them','load':'20 viewers','run':'20','mbps':200,'cores':1.5}]}");
        JsonNode report =
                json("{'runs':[{'label':'10','result':{'seconds':10,'packetsReceived':20000,'bridgeCpuNanos':2e9,"
                        + "'bridgePeakRssBytes':150e6}}],'series':{'phases':[{'run':0,'name':'warm-up','fromSeconds':0},"
                        + "{'run':0,'name':'measuring','fromSeconds':2},{'run':-1,'name':'end','fromSeconds':6}],"
                        + "'seconds':[1,2,3.5,4.5,5.5,7],'columns':{'receivedMbps':[5,5,70,80,90,5]}}}");
        JsonNode table = PublishedFigures.beside(published, report);
        assertThat(cells(table.path("rows").get(0)))
                .containsExactly(
                        "them",
                        "10 viewers",
                        "–",
                        "100",
                        "0.50",
                        "–",
                        "200 (0.50 × this run)",
                        "300 (2.00 × this run)",
                        "–");
        assertThat(cells(table.path("rows").get(1)))
                .containsExactly("this run", "10", "2,000", "80.0", "0.20", "10,000", "400", "150", "–");
        assertThat(cells(table.path("rows").get(2)))
                .as("a load that was not run")
                .containsExactly("them", "20 viewers", "–", "200", "1.50", "–", "133", "–", "–");
        assertThat(table.path("rows")).hasSize(3);
        assertThat(cells(table.path("notes")))
                .startsWith("Published on other machines: a paper.", "packets/s: not published");
    }

    @Test
    void ofAPartOfTheLoadOnlyWhatACoreCarriesIsCompared() throws Exception {
        JsonNode published =
                json("{'rows':[{'who':'them','run':'lk','packets':1000,'cores':2,'memory-mb':300,'media-ms':5}]}");
        JsonNode report = json("{'runs':[{'label':'lk × 0.35','result':{'seconds':1,'packetsReceived':100,"
                + "'bridgeCpuNanos':1e9,'bridgePeakRssBytes':1e6}}]}");
        assertThat(cells(PublishedFigures.beside(published, report).path("rows").get(0)))
                .contains("500 (5.00 × this run)", "300")
                .noneMatch(cell -> cell.startsWith("300 "));
    }

    @Test
    void viewersOverHlsHaveTimes() throws Exception {
        JsonNode published = json("{'rows':[{'who':'them','run':'5','mbps':10,'cores':1,'media-ms':60}]}");
        JsonNode report = json("{'runs':[{'label':'5','result':{'begun':5,'seconds':8,'bytes':16e6,"
                + "'server':{'cores':0.5,'peakRssBytes':2e6},"
                + "'times':{'part':{'count':0},'segment':{'count':3,'mean':20}}}}]}");
        JsonNode rows = PublishedFigures.beside(published, report).path("rows");
        assertThat(cells(rows.get(0))).endsWith("10.0 (0.31 × this run)", "–", "60.0 (3.00 × this run)");
        assertThat(cells(rows.get(1))).endsWith("16.0", "0.50", "–", "32.0", "2.00", "20.0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jvb-2013",
                "lk-audio",
                "lk-meeting",
                "lk-livestream",
                "tiny-whep",
                "jellyfish-hls",
                "jellyfish-llhls"
            })
    void eachPublishedRowNamesARunOfItsPreset(String name) throws Exception {
        ScenarioFile preset = Objects.requireNonNull(Presets.named(name));
        JsonNode figures = new ObjectMapper().readTree(preset.publishedFigures());
        assertThat(figures.path("source").asText()).isNotEmpty();
        assertThat(figures.path("rows")).isNotEmpty();
        List<String> labels = preset.steps().stream().map(ScenarioStep::label).toList();
        for (JsonNode row : figures.path("rows")) {
            assertThat(labels).contains(row.path("run").asText());
            assertThat(row.path("who").asText()).isNotEmpty();
            assertThat(row.path("load").asText()).isNotEmpty();
            row.properties().stream()
                    .filter(field -> field.getValue().isNumber())
                    .forEach(field -> {
                        assertThat(field.getKey()).isIn("packets", "mbps", "cores", "memory-mb", "media-ms");
                        assertThat(field.getValue().asDouble()).isPositive();
                    });
        }
    }

    @Test
    void whatIsNotPublishedAsFiguresHasAReason() throws Exception {
        ScenarioFile preset = Objects.requireNonNull(Presets.named("openvidu-rooms"));
        JsonNode figures = new ObjectMapper().readTree(preset.publishedFigures());
        assertThat(figures.path("rows")).isEmpty();
        assertThat(figures.path("missing")).isNotEmpty();
    }
}
