package org.starbridge.colibri.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jitsi.xmpp.Smack;
import org.jitsi.xmpp.extensions.colibri2.IqProviderUtils;
import org.jitsi.xmpp.extensions.colibri2.json.Colibri2JSONDeserializer;
import org.jitsi.xmpp.extensions.colibri2.json.Colibri2JSONSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;

/** Our JSON through the library's deserializer and serializer and back again must give an equal record. */
class LibraryOracleTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @BeforeAll
    static void registerProviders() {
        Smack.INSTANCE.initialize(true);
        IqProviderUtils.registerProviders();
    }

    @Test
    void generatedRequestsSurviveTheLibrary() throws IOException {
        for (long seed = 1; seed <= 300; seed++) {
            ConferenceModify ours = new GeneratedMessages(seed).modify();
            String json = Colibri2Json.write(ours);

            ConferenceModify back = Colibri2Json.parseModify(modifyThroughLibrary(json), null);

            assertThat(back).as("seed %d: %s", seed, json).isEqualTo(ours);
        }
    }

    @Test
    void generatedAnswersSurviveTheLibrary() throws IOException {
        for (long seed = 1; seed <= 300; seed++) {
            ConferenceModified ours = new GeneratedMessages(seed).modified();
            String json = Colibri2Json.write(ours);

            ConferenceModified back = Colibri2Json.parseModified(modifiedThroughLibrary(json));

            assertThat(back).as("seed %d: %s", seed, json).isEqualTo(ours);
        }
    }

    @Test
    void generatedRequestsAreWrittenExactlyAsTheLibraryWritesThem() throws IOException {
        for (long seed = 1001; seed <= 1100; seed++) {
            String json = Colibri2Json.write(new GeneratedMessages(seed).modify());

            assertThat(MAPPER.readTree(modifyThroughLibrary(json)))
                    .as("seed %d", seed)
                    .isEqualTo(MAPPER.readTree(json));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"create-request", "update-request"})
    void recordedRequestsMeanTheSameToBoth(String name) throws IOException {
        String body = resource(name);

        ConferenceModify direct = Colibri2Json.parseModify(body, null);

        assertThat(Colibri2Json.parseModify(modifyThroughLibrary(body), null)).isEqualTo(direct);
        assertThat(Colibri2Json.parseModify(modifyThroughLibrary(Colibri2Json.write(direct)), null))
                .isEqualTo(direct);
        assertThat(Colibri2Json.parseModify(body.getBytes(StandardCharsets.UTF_8), null))
                .isEqualTo(direct);
    }

    @Test
    void aRecordedAnswerMeansTheSameToBoth() throws IOException {
        String body = resource("create-answer");

        ConferenceModified direct = Colibri2Json.parseModified(body);

        assertThat(Colibri2Json.parseModified(modifiedThroughLibrary(body))).isEqualTo(direct);
        assertThat(MAPPER.readTree(Colibri2Json.write(direct))).isEqualTo(MAPPER.readTree(body));
    }

    private static String modifyThroughLibrary(String json) throws IOException {
        return Colibri2JSONSerializer.serializeConferenceModify(
                        Colibri2JSONDeserializer.deserializeConferenceModify((ObjectNode) MAPPER.readTree(json))
                                .build())
                .toString();
    }

    private static String modifiedThroughLibrary(String json) throws IOException {
        return Colibri2JSONSerializer.serializeConferenceModified(
                        Colibri2JSONDeserializer.deserializeConferenceModified((ObjectNode) MAPPER.readTree(json))
                                .build())
                .toString();
    }

    static String resource(String name) throws IOException {
        try (InputStream in = LibraryOracleTest.class.getResourceAsStream("/colibri2/" + name + ".json")) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
