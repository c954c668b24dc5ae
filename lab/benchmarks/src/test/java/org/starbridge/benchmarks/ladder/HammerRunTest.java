package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class HammerRunTest {
    private final ObjectMapper json = new ObjectMapper();

    @Test
    void whatForwardsSomethingElseThanItGotIsNotMeasured() throws Exception {
        assertThatThrownBy(() -> HammerRun.requireContent(
                        "star-10", json.readTree("{\"packetsLost\": 0, \"contentErrors\": 1200}")))
                .isInstanceOf(LadderException.class)
                .hasMessage("star-10: 1,200 payloads are not the ones that were sent");
        assertThatCode(() -> HammerRun.requireContent(
                        "star-10", json.readTree("{\"packetsLost\": 7, \"contentErrors\": 0}")))
                .doesNotThrowAnyException();
    }
}
