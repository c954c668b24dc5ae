package org.starbridge.colibri.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.Connect;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.MucRole;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.VideoType;

/** What is wrong in a request is refused as BAD_REQUEST with a sentence that names the place and the value. */
class MalformedRequestTest {
    private static final String NOISE = "{}[]\",:0-9.eEtn\\\u0000\ud800";

    /** Single quotes stand for double ones; the delimiter keeps commas out of the way. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | meeting-id: missing",
                "[] | the document: expected an object, got an array",
                "'x' | the document: expected an object, got 'x'",
                "{'meeting-id':7} | meeting-id: expected a string, got 7",
                "{'meeting-id':null} | meeting-id: expected a string, got null",
                "{'meeting-id':' '} | the document: meeting-id ' ': expected a non-blank string",
                "{'meeting-id':'m','create':'true'} | create: expected true or false, got 'true'",
                "{'meeting-id':'m','endpoints':{}} | endpoints: expected an array, got an object",
                "{'meeting-id':'m','endpoints':[3]} | endpoints[0]: expected an object, got 3",
                "{'meeting-id':'m','endpoints':[{}]} | endpoints[0].id: missing",
                "{'meeting-id':'m','endpoints':[{'id':'a'},{'id':'b','medias':[{'type':'smell'}]}]} | endpoints[1].medias[0].type: expected one of audio, video, data, application, message, text, image, control, got 'smell'",
                "{'meeting-id':'m','endpoints':[{'id':'a','muc-role':'king'}]} | endpoints[0].muc-role: expected one of moderator, participant, visitor, none, got 'king'",
                "{'meeting-id':'m','endpoints':[{'id':'a','initial-last-n':{'value':'5x'}}]} | endpoints[0].initial-last-n.value: expected a number, got '5x'",
                "{'meeting-id':'m','endpoints':[{'id':'a','initial-last-n':{'value':-2}}]} | endpoints[0].initial-last-n.value: expected -1 or more, got -2",
                "{'meeting-id':'m','endpoints':[{'id':'a','medias':[{'type':'audio'},{'type':'video','rtp-hdrexts':[{'id':'5x','uri':'urn:a'}]}]}]} | endpoints[0].medias[1].rtp-hdrexts[0].id: expected a number, got '5x'",
                "{'meeting-id':'m','endpoints':[{'id':'a','medias':[{'type':'audio','rtp-hdrexts':[{'id':'5','uri':'urn:a'}]}]}]} | endpoints[0].medias[0].rtp-hdrexts[0].id: expected a number, got '5'",
                "{'meeting-id':'m','endpoints':[{'id':'a','medias':[{'type':'audio','rtp-hdrexts':[{'id':256,'uri':'urn:a'}]}]}]} | endpoints[0].medias[0].rtp-hdrexts[0]: header extension id 256: expected 1 to 255",
                "{'meeting-id':'m','endpoints':[{'id':'a','medias':[{'type':'audio','payload-types':[{'id':'128'}]}]}]} | endpoints[0].medias[0].payload-types[0]: payload type 128: expected 0 to 127",
                "{'meeting-id':'m','endpoints':[{'id':'a','medias':[{'type':'audio','payload-types':[{'id':'one'}]}]}]} | endpoints[0].medias[0].payload-types[0].id: expected a number, got 'one'",
                "{'meeting-id':'m','endpoints':[{'id':'a','sources':[{'type':'audio','id':'a-a0','sources':[4294967296]}]}]} | endpoints[0].sources[0].sources[0]: ssrc 4294967296: expected 0 to 4294967295",
                "{'meeting-id':'m','endpoints':[{'id':'a','sources':[{'type':'audio','id':'a-a0','sources':[{'ssrc':1.5}]}]}]} | endpoints[0].sources[0].sources[0].ssrc: expected a whole number of at most 64 bits, got 1.5",
                "{'meeting-id':'m','endpoints':[{'id':'a','sources':[{'type':'audio','id':'a-a0','sources':[{'ssrc':1e30}]}]}]} | endpoints[0].sources[0].sources[0].ssrc: expected a whole number of at most 64 bits, got 1.0E30",
                "{'meeting-id':'m','endpoints':[{'id':'a','sources':[{'type':'video','id':'v','ssrc-groups':[{'semantics':'SIM','sources':[]}]}]}]} | endpoints[0].sources[0].ssrc-groups[0]: ssrc-group SIM []: expected at least one ssrc",
                "{'meeting-id':'m','endpoints':[{'id':'a','transport':{'transport':{'fingerprints':[{'hash':'sha-256','fingerprint':'0G'}]}}}]} | endpoints[0].transport.transport.fingerprints[0]: fingerprint '0G': expected hex octets joined by colons",
                "{'meeting-id':'m','endpoints':[{'id':'a','transport':{'transport':{'candidates':[{'foundation':'1','ip':'::1','port':'70000','priority':'1','protocol':'udp','type':'host'}]}}}]} | endpoints[0].transport.transport.candidates[0]: candidate port 70000: expected 0 to 65535",
                "{'meeting-id':'m','endpoints':[{'id':'a','transport':{'sctp':{'port':99999999999}}}]} | endpoints[0].transport.sctp.port: expected a whole number of at most 32 bits, got 99999999999",
            })
    void isNamedByPathAndValue(String body, String sentence) {
        Colibri2Exception refusal = refusal(body.replace('\'', '"'));

        assertThat(refusal.condition()).isEqualTo(Condition.BAD_REQUEST);
        assertThat(refusal).hasMessage(sentence.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'meeting-id':'m','meeting-id':'n'} | Duplicate field 'meeting-id'",
                "{'meeting-id':'m'} {} | Trailing token",
                "{'meeting-id':'m' | not JSON: Unexpected end-of-input: expected close marker for Object (line 1, column 18)",
                "hello | not JSON: Unrecognized token 'hello'",
                "`` | the document: expected an object, got nothing",
            })
    void isRefusedWhereItIsNotOneJsonObject(String body, String part) {
        assertThat(refusal(body.replace('\'', '"')).sentence().replace('"', '\''))
                .contains(part);
    }

    @Test
    void isRefusedBeyondTheBounds() {
        assertThat(refusal("[".repeat(100_000))).hasMessageContaining("nesting depth");
        assertThat(refusal("{\"meeting-id\":\"" + "x".repeat(Colibri2Json.MAX_STRING_CHARS + 1) + "\"}"))
                .hasMessageContaining("String value length");
        assertThat(refusal("{\"meeting-id\":\"m\",\"connects\":[" + "0,".repeat(JsonCursor.MAX_ENTRIES) + "0]}"))
                .hasMessage("connects: expected at most 10000 entries, got 10001");
        assertThat(refusal(" ".repeat(Colibri2Json.MAX_BODY_CHARS + 1)))
                .hasMessageContaining("at most " + Colibri2Json.MAX_BODY_CHARS);
        assertThat(refusal("{\"meeting-id\":" + "9".repeat(41) + "}")).hasMessageContaining("Number value length");
    }

    @Test
    void showsOnlyTheBeginningOfALongValue() {
        assertThat(refusal("{\"meeting-id\":\"m\",\"create\":\"" + "x".repeat(5000) + "\"}")
                        .getMessage())
                .hasSizeLessThan(120)
                .startsWith("create: expected true or false, got \"xxx");
    }

    @Test
    void neverEscapesAsAnythingElse() throws IOException {
        String good = LibraryOracleTest.resource("update-request");
        for (long seed = 1; seed <= 600; seed++) {
            Random random = new Random(seed);
            StringBuilder mutated = new StringBuilder(good);
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                int at = random.nextInt(mutated.length());
                int from = random.nextInt(good.length());
                switch (random.nextInt(3)) {
                    case 0 -> mutated.deleteCharAt(at);
                    case 1 -> mutated.setCharAt(at, NOISE.charAt(random.nextInt(NOISE.length())));
                    default -> mutated.insert(at, good, from, from + random.nextInt(good.length() - from));
                }
            }
            try {
                ConferenceModify accepted = Colibri2Json.parseModify(mutated.toString(), null);
                assertThat(Colibri2Json.parseModify(Colibri2Json.write(accepted), null))
                        .as("seed %d", seed)
                        .isEqualTo(accepted);
            } catch (Colibri2Exception e) {
                assertThat(e.condition()).as("seed %d", seed).isEqualTo(Condition.BAD_REQUEST);
            }
        }
    }

    @Test
    void isForgivenWhereTheProtocolForgives() {
        ConferenceModify modify = Colibri2Json.parseModify("""
                {"meeting-id": "from-path", "callstats-enabled": 7, "endpoints": [{
                  "id": "a", "diarize": true, "muc-role": "VISITOR", "unknown": {"x": [1]},
                  "medias": [{"type": "Audio", "extmap-allow-mixed": false,
                    "payload-types": [{"id": 111, "clockrate": 48000, "channels": 2}]}],
                  "sources": [{"type": "video", "id": "a-v0",
                    "sources": [{"ssrc": 5, "videoType": "CAMERA"}, {"ssrc": 6, "videoType": "hologram"}]}],
                  "transport": {"ice-restart": true, "sctp": {"role": "sErVer"},
                    "transport": {"fingerprints": [{"hash": "SHA-256", "fingerprint": "00", "setup": "maybe"}]}}}]}
                """, "from-path");

        EndpointModify endpoint = modify.endpoints().getFirst();
        assertThat(modify.meetingId()).isEqualTo("from-path");
        assertThat(modify.rtcstatsEnabled()).isTrue();
        assertThat(modify.connects()).isNull();
        assertThat(endpoint.diarize()).isTrue();
        assertThat(endpoint.mucRole()).isEqualTo(MucRole.VISITOR);
        assertThat(endpoint.medias().getFirst().extmapAllowMixed()).isTrue();
        assertThat(endpoint.medias().getFirst().payloadTypes().getFirst().clockRate())
                .isEqualTo(48_000);
        assertThat(Objects.requireNonNull(endpoint.sources()).getFirst().sources())
                .extracting(source -> source.videoType())
                .containsExactly(VideoType.CAMERA, null);
        Transport transport = Objects.requireNonNull(endpoint.transport());
        assertThat(transport.iceRestart()).isTrue();
        assertThat(transport.sctp()).isEqualTo(new Sctp(null, Sctp.Role.SERVER));
        assertThat(Objects.requireNonNull(transport.iceUdp()).fingerprints())
                .containsExactly(new Fingerprint("sha-256", "00", null, false));
        assertThat(Colibri2Json.parseModify(Colibri2Json.write(modify), null)).isEqualTo(modify);
    }

    @Test
    void takesNoOtherMeetingThanTheUrlNames() {
        assertThatThrownBy(() -> Colibri2Json.parseModify("{\"meeting-id\": \"from-body\"}", "from-path"))
                .isInstanceOf(Colibri2Exception.class)
                .hasMessage("meeting-id: expected that of the URL, \"from-path\", or none, got \"from-body\"");
    }

    @Test
    void leavesOutOfAnUpdateWhatCannotBeAndNothingOfACreation() {
        String entries = """
                "id": "a", "initial-last-n": {"value": -2}, "muc-role": "king",
                "medias": [{"type": "audio", "payload-types": [{"id": 300, "name": "x"}, {"id": 111, "name": "opus"}]},
                  {"type": "smell"}],
                "sources": [{"type": "video", "id": "a-v0", "sources": [1, 4294967296],
                  "ssrc-groups": [{"semantics": "SIM", "sources": []}]}]""";
        List<String> skipped = new ArrayList<>();
        EndpointModify update = parse("{\"endpoints\": [{" + entries + "}]}", skipped);

        assertThat(skipped)
                .hasSize(6)
                .anyMatch(sentence -> sentence.startsWith("endpoints[0].medias[0].payload-types[0]: payload type 300"));
        assertThat(update.initialLastN()).isNull();
        assertThat(update.medias()).hasSize(1);
        assertThat(update.medias().getFirst().payloadTypes()).hasSize(1);
        assertThat(Objects.requireNonNull(update.sources()).getFirst().sources())
                .hasSize(1);
        assertThatThrownBy(() -> parse("{\"endpoints\": [{\"create\": true, " + entries + "}]}", skipped))
                .isInstanceOf(Colibri2Exception.class);
        assertThatThrownBy(() -> parse("{\"endpoints\": [{\"id\": \"a\", \"sources\": {}}]}", skipped))
                .as("another JSON type")
                .isInstanceOf(Colibri2Exception.class);
        assertThat(skipped).hasSize(6);
    }

    private static EndpointModify parse(String body, List<String> skipped) {
        return Colibri2Json.parseModify(body.getBytes(StandardCharsets.UTF_8), "m", skipped::add)
                .endpoints()
                .getFirst();
    }

    @Test
    void absentAndEmptyListsDifferWhereTheProtocolSaysSo() {
        ConferenceModify empty =
                Colibri2Json.parseModify("{\"endpoints\":[{\"id\":\"a\",\"sources\":[]}],\"connects\":[]}", "m");
        ConferenceModify absent = Colibri2Json.parseModify("{\"endpoints\":[{\"id\":\"a\"}]}", "m");

        assertThat(empty.endpoints().getFirst().sources()).isEmpty();
        assertThat(empty.connects()).isEmpty();
        assertThat(pingOf("{\"interval\":10}")).isNull();
        assertThat(pingOf("{\"timeout\":10}")).isNull();
        assertThat(pingOf("{\"interval\":10,\"timeout\":3}")).isEqualTo(new Connect.Ping(10, 3));
        assertThat(absent.endpoints().getFirst().sources()).isNull();
        assertThat(Colibri2Json.write(empty))
                .isEqualTo("{\"meeting-id\":\"m\",\"endpoints\":[{\"id\":\"a\",\"sources\":[]}],\"connects\":[]}");
        assertThat(Colibri2Json.write(absent)).isEqualTo("{\"meeting-id\":\"m\",\"endpoints\":[{\"id\":\"a\"}]}");
    }

    @Test
    void recordsRefuseImpossibleValuesByThemselves() {
        assertThatThrownBy(() -> EndpointModify.builder("").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("endpoint id \"\": expected a non-blank string");
        assertThatThrownBy(() -> new Fingerprint("sha-256", "no", DtlsSetup.ACTIVE, false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRefusalTravelsAsJson() {
        Colibri2Exception sent = Colibri2Exception.unknownEndpoint("0badcafe");

        String body = Colibri2Json.write(sent);

        Colibri2Exception received = Objects.requireNonNull(Colibri2Json.parseError(body));
        assertThat(received).hasMessage(sent.getMessage());
        assertThat(received.condition()).isEqualTo(Condition.ITEM_NOT_FOUND);
        assertThat(received.reason()).isEqualTo(Colibri2Exception.Reason.UNKNOWN_ENDPOINT);
        assertThat(received.endpointId()).isEqualTo("0badcafe");
        assertThat(Colibri2Json.parseError("<html>no</html>")).isNull();
    }

    private static Colibri2Exception refusal(String body) {
        Colibri2Exception refusal =
                catchThrowableOfType(Colibri2Exception.class, () -> Colibri2Json.parseModify(body, null));
        assertThat(refusal).as(body.length() > 200 ? "refusal" : body).isNotNull();
        return refusal;
    }

    private static Connect.@Nullable Ping pingOf(String json) {
        ConferenceModify modify =
                Colibri2Json.parseModify("{\"connects\":[{\"id\":\"x\",\"ping\":" + json + "}]}", "m");
        return Objects.requireNonNull(modify.connects()).getFirst().ping();
    }
}
