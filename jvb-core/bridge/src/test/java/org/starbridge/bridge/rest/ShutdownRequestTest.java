package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code POST /colibri/shutdown} makes of its body. */
class ShutdownRequestTest {
    @AutoClose
    private final ServedBridge served = new ServedBridge(ServedBridge.everything());

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            {"graceful-shutdown":true}                          | graceful
            { "graceful-shutdown": "true" }                     | graceful
            {"graceful-shutdown":true,"force-shutdown":false}   | graceful
            {"graceful-shutdown":false}                         | now
            {"graceful-shutdown":"false"}                       | now
            {"force-shutdown":true}                             | now
            {"force-shutdown":"true","graceful-shutdown":true}  | now
            """)
    void ends(String body, String how) throws Exception {
        assertThat(served.post("/colibri/shutdown", body).statusCode()).isEqualTo(200);
        assertThat(served.operator.asked).containsExactly(how);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"force-shutdown\":false}",
                "{\"graceful-shutdown\":false,\"force-shutdown\":false}",
                "{\"graceful-shutdown\":1}",
                "{\"graceful-shutdown\":null}",
                "{\"graceful-shutdown\":\"soon\"}",
                "[]",
                ""
            })
    void doesNotEndForWhatIsNotClear(String body) throws Exception {
        HttpResponse<String> answer = served.post("/colibri/shutdown", body);
        assertThat(answer.statusCode()).isEqualTo(400);
        ServedBridge.DESCRIPTION.judge("POST", "/colibri/shutdown", answer);
        assertThat(served.operator.asked).isEmpty();
    }
}
