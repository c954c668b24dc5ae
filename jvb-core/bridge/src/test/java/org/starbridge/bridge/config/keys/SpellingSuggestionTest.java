package org.starbridge.bridge.config.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingSuggestionTest {
    @ParameterizedTest
    @CsvSource({
        "port, port, 0",
        "prot, port, 1",
        "pot, port, 1",
        "ports, port, 1",
        "part, port, 1",
        "'', port, 4",
        "port, '', 4",
        "udp.prot, ice.port, 4",
        "abcd, badc, 2"
    })
    void aMistakeIsALetterTooManyTooFewWrongOrTwoExchanged(String one, String other, int mistakes) {
        assertThat(SpellingSuggestion.mistakes(one, other)).isEqualTo(mistakes);
        assertThat(SpellingSuggestion.mistakes(other, one)).isEqualTo(mistakes);
    }

    @Test
    void whatIsFarFromEverythingHasNoNearest() {
        assertThat(SpellingSuggestion.to("videobridge.colour", List.of("videobridge.ice.udp.port", "jmt.srtp.crypto")))
                .isEmpty();
        assertThat(SpellingSuggestion.to("java", KnownKeys.ROOTS)).isEmpty();
    }

    @Test
    void aShortNameDeepInAPathMayNotBeAllWrong() {
        assertThat(SpellingSuggestion.to("videobridge.websockets.nam", List.of("videobridge.websockets.tls")))
                .isEmpty();
        assertThat(SpellingSuggestion.to("videobridge.websockets.tsl", List.of("videobridge.websockets.tls")))
                .hasValue("videobridge.websockets.tls");
    }

    @Test
    void ofEquallyNearOnesTheFirstByName() {
        assertThat(SpellingSuggestion.to("cat", List.of("hat", "bat"))).hasValue("bat");
    }

    @Test
    void caseAndUnderscoresAreNoMistakes() {
        assertThat(SpellingSuggestion.to("JVB_LAST_N", List.of("jvb-last-n", "JVB_LAST")))
                .hasValue("jvb-last-n");
    }
}
