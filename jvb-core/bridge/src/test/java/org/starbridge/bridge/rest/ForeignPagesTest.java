package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.bridge.rest.ServedBridge.CONFERENCES;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.HttpAddress;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.bridge.http.HttpLimits;

/** What a web page can have a browser send to the private server, which has no password. */
class ForeignPagesTest {
    private static final String CREATE = "{\"meeting-id\":\"m\",\"create\":true}";
    private static final String OPS = "https://ops.example.org";

    @AutoClose
    private final ServedBridge served = new ServedBridge(new RestConfig(
            HttpAddress.plain("127.0.0.1", 0),
            true,
            true,
            true,
            true,
            true,
            true,
            true,
            HttpLimits.DEFAULT,
            new AllowedCallers(List.of("jvb.example.org"), List.of(OPS))));

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"})
    void aFormOfAForeignPageChangesNothing(String type) throws Exception {
        for (String path : List.of("/colibri/drain/enable", "/colibri/shutdown", "/colibri/muc-client/add")) {
            String body = path.endsWith("enable") ? "" : "{\"force-shutdown\":true,\"id\":\"a\",\"hostname\":\"h\"}";
            HttpResponse<String> answer = served.send("POST", path, type, body);
            assertThat(answer.statusCode()).as(path).isEqualTo(415);
            assertThat(answer.body()).contains(type, "Content-Type: application/json");
        }
        assertThat(served.operator.isDraining).isFalse();
        assertThat(served.operator.asked).isEmpty();
        assertThat(served.operator.ids).isEmpty();
        assertThat(served.counters.get(HttpCounter.NOT_JSON)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example", "null", "http://ops.example.org", "https://ops.example.org.evil.example"
            })
    void aForeignPageIsRefusedWhateverItSends(String origin) throws Exception {
        HttpResponse<String> answer = served.send(served.request("/colibri/drain/enable")
                .header("Origin", origin)
                .POST(BodyPublishers.noBody())
                .build());
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains(origin, "starbridge.http.allowed-origins");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        assertThat(served.operator.isDraining).isFalse();
        assertThat(served.counters.get(HttpCounter.FOREIGN_ORIGINS)).isEqualTo(1);
    }

    @Test
    void aNameThatWasMadeToPointHereIsRefused() throws Exception {
        String answer = served.sendRaw("POST " + CONFERENCES + " HTTP/1.1\nHost: evil.example:8080\nConnection: close\n"
                + "Origin: http://evil.example:8080\nContent-Type: application/json\nContent-Length: 0");
        assertThat(answer).startsWith("HTTP/1.1 421").contains("evil.example", "starbridge.http.allowed-hosts");
        assertThat(served.sendRaw("GET /debug HTTP/1.1\nHost: evil.example\nConnection: close"))
                .startsWith("HTTP/1.1 421");
        assertThat(served.counters.get(HttpCounter.FOREIGN_HOSTS)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"jvb.example.org", "JVB.example.org:8080", "192.0.2.1:8080", "[2001:db8::1]:8080", "localhost"})
    void namesOfTheServerAreServed(String host) throws Exception {
        assertThat(served.sendRaw("GET /about/version HTTP/1.1\nHost: " + host + "\nConnection: close"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void aBalancerMayAskForHealthUnderAnyNameOrNone() throws Exception {
        assertThat(served.sendRaw("GET /about/health HTTP/1.1\nHost: pool.example\nConnection: close"))
                .startsWith("HTTP/1.1 200");
        assertThat(served.sendRaw("GET /about/health HTTP/1.0")).startsWith("HTTP/1.1 200");
        assertThat(served.sendRaw("GET /about/version HTTP/1.0")).startsWith("HTTP/1.1 200");
    }

    @Test
    void anAllowedPageMayAskAndRead() throws Exception {
        HttpResponse<String> preflight = served.send(served.request(CONFERENCES)
                .header("Origin", OPS)
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "content-type")
                .method("OPTIONS", BodyPublishers.noBody())
                .build());
        assertThat(preflight.statusCode()).isEqualTo(204);
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin"))
                .hasValue(OPS);
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Methods"))
                .hasValue("GET, HEAD, POST, PATCH");
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Headers"))
                .hasValue("Content-Type");

        HttpResponse<String> answer = served.send(served.request(CONFERENCES)
                .header("Origin", OPS)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(CREATE))
                .build());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).hasValue(OPS);
        assertThat(answer.headers().firstValue("Vary")).hasValue("Origin");
    }

    @Test
    void theServersOwnOriginMayAsk() throws Exception {
        String own = served.request("/").build().uri().resolve("/").toString();
        HttpResponse<String> answer = served.send(served.request("/colibri/drain/enable")
                .header("Origin", own.substring(0, own.length() - 1))
                .POST(BodyPublishers.noBody())
                .build());
        assertThat(answer.statusCode()).isEqualTo(200);
    }

    /** As {@code curl -X POST} and {@code curl -H 'Content-Type: application/json' -d …} do. */
    @Test
    void operatorsToolsAreServed() throws Exception {
        assertThat(served.send("POST", "/colibri/drain/enable", "", "").statusCode())
                .isEqualTo(200);
        assertThat(served.operator.isDraining).isTrue();
        assertThat(served.post("/colibri/drain/disable", "").statusCode()).isEqualTo(200);
        assertThat(served.operator.isDraining).isFalse();
        assertThat(served.sendRaw("POST /colibri/drain/enable HTTP/1.1\nHost: 127.0.0.1\nConnection: close"))
                .startsWith("HTTP/1.1 200");
    }
}
