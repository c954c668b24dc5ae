package org.starbridge.colibri.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.Source;

/** Encodings that are declared by name (RFC 8851), with and without an SSRC. */
class NamedSourceTest {
    private static final String BODY = """
            {"meeting-id":"m","endpoints":[{"id":"aaaa0001","sources":[
             {"type":"video","id":"aaaa0001-v0","sources":[SOURCE]}]}]}""";

    private static ConferenceModify parse(String source) {
        return Colibri2Json.parseModify(BODY.replace("SOURCE", source), null);
    }

    @Test
    void aNameIsEnough() {
        ConferenceModify modify = parse("{\"rid\":\"h\"},{\"rid\":\"l\",\"ssrc\":7}");
        var sources = java.util.Objects.requireNonNull(
                        modify.endpoints().getFirst().sources())
                .getFirst()
                .sources();
        assertThat(sources).extracting(Source::rid).containsExactly("h", "l");
        assertThat(sources).extracting(Source::hasSsrc).containsExactly(false, true);
        assertThat(Colibri2Json.write(modify)).contains("{\"rid\":\"h\"}");
        assertThat(Colibri2Json.parseModify(Colibri2Json.write(modify), null)).isEqualTo(modify);
    }

    @Test
    void aMediaSectionIsEnough() {
        ConferenceModify modify = parse("{\"mid\":\"1\"},{\"mid\":\"1\",\"ssrc\":7}");
        assertThat(Colibri2Json.write(modify)).contains("{\"mid\":\"1\"}");
        assertThat(Colibri2Json.parseModify(Colibri2Json.write(modify), null)).isEqualTo(modify);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"name\":\"a\"}",
                "{\"rid\":\"\"}",
                "{\"mid\":\" \"}",
                "{\"rid\":\"h\",\"ssrc\":-1.5}",
                "-1"
            })
    void neitherIsNot(String source) {
        assertThatThrownBy(() -> parse(source)).isInstanceOf(Colibri2Exception.class);
    }
}
