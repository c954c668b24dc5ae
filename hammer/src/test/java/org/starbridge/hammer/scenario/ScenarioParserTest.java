package org.starbridge.hammer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioParserTest {
    private static final String TEXT = """
            # a comment
            description = "Two steps."
            who { receivers = 3 }
            send { simulcast = true, nack = false }
            links = ["rate=1M"]
            steps = [ { label = "small", who.senders = 2 }, { label = "large", who { senders = 4, receivers = 9 } } ]
            """;

    private final ScenarioFile scenario = ScenarioParser.parse("mine", TEXT);

    @Test
    void stepsAddToWhatAllHave() {
        assertThat(scenario.description()).isEqualTo("Two steps.");
        assertThat(scenario.steps()).extracting(ScenarioStep::label).containsExactly("small", "large");
        assertThat(scenario.steps().get(0).options())
                .isEqualTo(Map.of("receivers", "3", "senders", "2", "simulcast", "true", "nack", "false"));
        assertThat(scenario.steps().get(1).option("receivers")).isEqualTo("9");
    }

    @Test
    void givesTheWordsOfACommandLine() {
        assertThat(scenario.steps().get(0).arguments(List.of()))
                .containsExactlyInAnyOrder("--receivers=3", "--senders=2", "--simulcast", "--link=rate=1M");
    }

    @Test
    void whatIsSaidOverridesTheFile() {
        assertThat(scenario.steps().get(0).arguments(List.of("--seconds=3", "--link", "rate=2M", "-k", "5")))
                .containsExactly("--simulcast");
        assertThat(scenario.steps().get(0).arguments(List.of("--simulcast")))
                .containsExactlyInAnyOrder("--receivers=3", "--senders=2", "--link=rate=1M");
    }

    @Test
    void guestsAndConferencesAreWordsToo() {
        ScenarioStep step = ScenarioParser.parse("rooms", """
                description = "Rooms."
                who { conferences = 20, endpoints = 8, attempts = 5 }
                guests = ["every=1,stay=10", "at=5,count=3,conference=2"]
                """).steps().getFirst();
        assertThat(step.scaled(0.5).arguments(List.of("--attempts=1")))
                .containsExactlyInAnyOrder(
                        "--conferences=10",
                        "--endpoints=8",
                        "--guests=every=1,stay=10",
                        "--guests=at=5,count=3,conference=2");
        assertThat(step.arguments(List.of("--guests", "at=1"))).noneMatch(word -> word.startsWith("--guests"));
    }

    @Test
    void conferencesInBatchesAreAtLeastTwo() {
        ScenarioStep step = ScenarioParser.parse(
                        "rooms", "description = x, who { conferences = 60, batch = 8, endpoints = 8 }")
                .steps()
                .getFirst();
        assertThat(step.scaled(0.001).option("conferences")).isEqualTo("2");
    }

    @ParameterizedTest
    @CsvSource({"0.5, 2, 5", "0.1, 1, 1", "2, 8, 18"})
    void scalesNumbersOfEndpoints(double scale, String senders, String receivers) {
        ScenarioStep scaled = scenario.steps().get(1).scaled(scale);
        assertThat(scaled.option("senders")).isEqualTo(senders);
        assertThat(scaled.option("receivers")).isEqualTo(receivers);
        assertThat(scaled.option("simulcast")).isEqualTo("true");
    }

    @Test
    void aDescriptionMayBeLeftOut() {
        assertThat(ScenarioParser.parse("mine", "who { senders = 3 }").description())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'description = x, who { sender = 3 }', 'mine: 1: sender is unknown; expected attempts, batch, conferences, endpoints, join-burst'",
        "'description = x, whom { senders = 3 }', 'whom is unknown; expected attack, description, guests, links'",
        "'description = [', 'scenario mine: '",
        "'who { senders = 3\n', 'mine: 2: the file ends, and a closing } or ] is missing'",
    })
    void saysWhatIsWrongAndWhere(String text, String problem) {
        assertThatThrownBy(() -> ScenarioParser.parse("mine", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }
}
