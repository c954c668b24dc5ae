package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.http.route.Json;

/** What a whole bridge says about mistakes, also where a library found them: sentences, no names of exceptions. */
@Timeout(60)
class ErrorSentencesTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static Bridge bridge;

    @BeforeAll
    static void startBridge() throws Exception {
        bridge = FreePorts.bridge("videobridge.rest.shutdown.enabled", "true");
    }

    @AfterAll
    static void stop() {
        CLIENT.shutdownNow();
        bridge.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            muc-client/add | {ACCOUNT,"muc_jids":"@@"}              | "@@/n": localpart can't be the empty string
            muc-client/add | {ACCOUNT,"muc_jids":"a@b","domain":"a b@/"} | "a b@/": domainpart can't be the empty string
            muc-client/add | {                                      | Unexpected end-of-input: expected close marker for Object (line 1, column 2)
            shutdown       | {"graceful-shutdown":                  | not JSON: Unexpected end-of-input
            v2/conferences | {"a":[{                                | expected close marker for Object (line 1, column 8)
            v2/conferences | {"a":tru}                              | Unrecognized token 'tru'
            """)
    void areForPeople(String path, String body, String contains) throws Exception {
        String account = "\"id\":\"a\",\"hostname\":\"h\",\"username\":\"u\",\"password\":\"p\",\"muc_nickname\":\"n\"";
        HttpResponse<String> answer = CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + bridge.privatePort() + "/colibri/" + path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body.replace("ACCOUNT", account)))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(Json.tree(answer.body())
                        .at(path.startsWith("v2/") ? "/error/text" : "/detail")
                        .asText())
                .contains(contains)
                .doesNotContain("Exception", "org.", "java.", "REDACTED");
    }
}
