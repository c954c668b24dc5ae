package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Router;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.environment.RequestWarning;

/**
 * The same mistake in an update is left out and counted, and in a creation is refused with a sentence. An SSRC of
 * another endpoint is no mistake: see {@code SharedSsrcTest}.
 */
class SoftProblemTest {
    private static final String CONFERENCES = "/colibri/v2/conferences";
    private static final String CREATING = "\"create\":true,\"capabilities\":[\"source-names\"],\"transport\":{},";

    private final TestBridge bridge = TestBridge.embedded();
    private final Router router = RestRoutes.router(
            ServedBridge.everything(), ServedBridge.sources(bridge, () -> HealthStatus.HEALTHY, new FakeOperator()));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            an SSRC twice                | DUPLICATE_SSRC | ssrc 12 belongs to | "sources":[{"type":"audio","id":"b-a0","sources":[12,12]}]
            a pair of one                | UNUSABLE_GROUP | group FID [12] | "sources":[{"type":"video","id":"b-v0","sources":[12],"ssrc-groups":[{"semantics":"FID","sources":[12]}]}]
            a pair with itself           | UNUSABLE_GROUP | group FID [12, 12] | "sources":[{"type":"video","id":"b-v0","sources":[12],"ssrc-groups":[{"semantics":"FID","sources":[12,12]}]}]
            a pair with a stranger       | UNUSABLE_GROUP | two different SSRCs | "sources":[{"type":"video","id":"b-v0","sources":[12],"ssrc-groups":[{"semantics":"FEC-FR","sources":[12,13]}]}]
            simulcast with a stranger    | UNUSABLE_GROUP | 13 is not an SSRC of the source | "sources":[{"type":"video","id":"b-v0","sources":[12],"ssrc-groups":[{"semantics":"SIM","sources":[12,13]}]}]
            a group without sources      | UNREADABLE_ENTRY | at least one ssrc | "sources":[{"type":"video","id":"b-v0","sources":[12],"ssrc-groups":[{"semantics":"SIM","sources":[]}]}]
            a group without semantics    | UNREADABLE_ENTRY | semantics: missing | "sources":[{"type":"video","id":"b-v0","sources":[12],"ssrc-groups":[{"sources":[12]}]}]
            an SSRC of 33 bits           | UNREADABLE_ENTRY | expected 0 to 4294967295 | "sources":[{"type":"video","id":"b-v0","sources":[4294967296]}]
            a source of an unknown kind  | UNREADABLE_ENTRY | got "smell" | "sources":[{"type":"smell","id":"b-v0"}]
            a source without a name      | UNREADABLE_ENTRY | non-blank | "sources":[{"type":"video","id":" "}]
            payload type 300             | UNREADABLE_ENTRY | payload type 300: expected 0 to 127 | "medias":[{"type":"audio","payload-types":[{"id":300,"name":"opus","clockrate":48000}]}]
            payload type of no number    | UNREADABLE_ENTRY | expected a number, got "x" | "medias":[{"type":"audio","payload-types":[{"id":"x","name":"opus","clockrate":48000}]}]
            payload type without a name  | INCOMPLETE_PAYLOAD_TYPE | has no name | "medias":[{"type":"audio","payload-types":[{"id":111,"clockrate":48000}]}]
            payload type without a clock | INCOMPLETE_PAYLOAD_TYPE | has no clockrate | "medias":[{"type":"audio","payload-types":[{"id":111,"name":"opus"}]}]
            header extension 0           | UNREADABLE_ENTRY | header extension id 0 | "medias":[{"type":"audio","rtp-hdrexts":[{"id":0,"uri":"urn:x"}]}]
            header extension 256         | UNREADABLE_ENTRY | header extension id 256 | "medias":[{"type":"audio","rtp-hdrexts":[{"id":256,"uri":"urn:x"}]}]
            media of an unknown kind     | UNREADABLE_ENTRY | got "smell" | "medias":[{"type":"smell"}]
            ufrag without a password     | UNUSABLE_ICE_CREDENTIALS | both are needed | "transport":{"transport":{"ufrag":"abcd"}}
            a short ICE password         | UNUSABLE_ICE_CREDENTIALS | ufrag and pwd | "transport":{"transport":{"ufrag":"abcd","pwd":"short"}}
            a fingerprint of 2 octets    | UNUSABLE_FINGERPRINT | of 2 octets | "transport":{"transport":{"fingerprints":[{"hash":"sha-256","fingerprint":"00:11","setup":"active"}]}}
            a fingerprint that is none   | UNREADABLE_ENTRY | hex octets | "transport":{"transport":{"fingerprints":[{"hash":"sha-256","fingerprint":"zz"}]}}
            port 70000                   | UNREADABLE_ENTRY | port 70000 | "transport":{"transport":{"candidates":[{"foundation":"1","ip":"192.0.2.1","port":70000,"priority":1,"protocol":"udp","type":"host"}]}}
            last-n below -1              | UNREADABLE_ENTRY | -1 or more | "initial-last-n":{"value":-2}
            an unknown role              | UNREADABLE_ENTRY | got "king" | "muc-role":"king"
            """)
    void isSkippedInAnUpdateAndRefusedInACreation(String what, RequestWarning problem, String sentence, String member)
            throws Exception {
        bridge.with("a");
        assertThat(patch(
                                "{\"endpoints\":[{\"id\":\"a\",\"sources\":[{\"type\":\"audio\",\"id\":\"a-a0\",\"sources\":[11]}]}]}")
                        .status())
                .isEqualTo(200);
        assertThat(patch("{\"endpoints\":[{\"id\":\"b\"," + CREATING.replace(",\"transport\":{}", "")
                                + "\"transport\":{}}]}")
                        .status())
                .isEqualTo(200);

        Answer updated = patch("{\"endpoints\":[{\"id\":\"b\",\"force-mute\":{\"audio\":true}," + member + "}]}");
        assertThat(updated.status()).as(what + ": " + updated.body()).isEqualTo(200);
        assertThat(bridge.count(problem)).as(what).isPositive();
        assertThat(bridge.conferences
                        .snapshot()
                        .getFirst()
                        .endpoints()
                        .getLast()
                        .mutedKinds())
                .as("the rest took effect")
                .hasSize(1);

        String creating = member.startsWith("\"transport\"") ? CREATING.replace(",\"transport\":{}", "") : CREATING;
        String twelve = "\\b12\\b"; // b may have it by now
        Answer created = patch("{\"endpoints\":[{\"id\":\"c\"," + creating + member.replaceAll(twelve, "22") + "}]}");
        assertThat(created.status()).as(what).isEqualTo(400);
        assertThat(created.body().replace("\\", "")).as(what).contains(sentence.replaceAll(twelve, "22"));
        assertThat(bridge.conferences.snapshot().getFirst().endpoints()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            an unknown endpoint expires       | 200 | {"endpoints":[{"id":"zz","expire":true}]}
            an unknown endpoint is muted      | 200 | {"endpoints":[{"id":"zz","force-mute":{"video":true}}]}
            an unknown endpoint gets a last-n | 200 | {"endpoints":[{"id":"zz","initial-last-n":{"value":5}}]}
            an export with an unknown member  | 200 | {"connects":[{"url":"ws://x","ping":{"interval":1}}]}
            a name that is no JID             | 200 | {"name":"standup"}
            an unknown key                    | 200 | {"smell":[1]}
            an unknown endpoint changes       | 400 | {"endpoints":[{"id":"zz","sources":[]}]}
            another meeting id                | 400 | {"meeting-id":"another"}
            a wrong JSON type                 | 400 | {"endpoints":[{"id":"a","sources":{}}]}
            an endpoint without an id         | 400 | {"endpoints":[{"expire":true}]}
            a truncated body                  | 400 | {"endpoints":[
            """)
    void leavesTheOthersAlone(String what, int status, String body) throws Exception {
        bridge.with("a");
        assertThat(patch(body).status()).as(what).isEqualTo(status);
        assertThat(bridge.conferences.snapshot().getFirst().endpoints())
                .as(what)
                .hasSize(1);
    }

    private Answer patch(String body) throws IOException {
        String path = CONFERENCES + "/" + TestBridge.MEETING;
        return router.answer(new HttpRequest(
                "PATCH",
                path,
                List.of(path.substring(1).split("/", -1)),
                Map.of(),
                "",
                header -> header.equals("Content-Type") ? List.of(Answer.JSON) : List.of(),
                "",
                true,
                () -> body.getBytes(StandardCharsets.UTF_8)));
    }
}
