package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.http.route.Json;

/** Errors of both servers of a whole bridge: problem details (RFC 9457) everywhere, Colibri2's form on its paths. */
@Timeout(60)
class ErrorFormTest {
    private static final String JSON = "Content-Type: application/json";
    private static Bridge bridge;

    @BeforeAll
    static void startBridge() throws Exception {
        bridge = FreePorts.bridge(
                "starbridge.whip.tokens.0.token",
                "0123456789abcdef0123456789abcdef",
                "starbridge.whip.tokens.0.publish.0",
                "*",
                "starbridge.whip.tokens.0.watch.0",
                "*",
                "starbridge.whip.open",
                "false",
                "starbridge.hls.enabled",
                "true");
    }

    @AfterAll
    static void stop() {
        bridge.close();
    }

    /** An answer as it came. */
    private record Raw(int status, List<String> headers, String body) {
        String header(String name) {
            return headers.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            private | GET /nothing HTTP/1.1                                                        | 404 | /nothing
            private | GET / HTTP/9.9                                                               | 505 | ANY
            private | PUT /about/version HTTP/1.1                                                  | 405 | /about/version
            private | POST /colibri/drain/enable HTTP/1.1~Content-Type: text/plain                 | 415 | /colibri/drain/enable
            private | POST /colibri/muc-client/add HTTP/1.1~JSON~Content-Length: 1~~{              | 400 | /colibri/muc-client/add
            private | POST /colibri/muc-client/add HTTP/1.1~JSON~Content-Length: 999999999~Expect: 100-continue | 413 | /colibri/muc-client/add
            private | GET /debug/%00 HTTP/1.1                                                      | 400 | ANY
            private | GET /debug/%20 HTTP/1.1                                                      | 400 | /debug/%20
            private | GET /debug/a;b=c HTTP/1.1                                                    | 400 | /debug/a;b=c
            private | GET /debug/0/1/why-not HTTP/1.1                                              | 404 | /debug/0/1/why-not
            private | GET /debug HTTP/1.1~Origin: https://evil.example                             | 403 | /debug
            private | GET /debug HTTP/1.1~Host: evil.example                                       | 421 | /debug
            private | GET /debug HTTP/1.1~X: LONG                                                  | 431 | ANY
            private | GET /LONG HTTP/1.1                                                           | 414 | ANY
            private | OPTIONS * HTTP/1.1                                                           | 404 | ANY
            private | CONNECT a.example:443 HTTP/1.1~Host: a.example:443                           | 421 | ANY
            public  | OPTIONS * HTTP/1.1                                                           | 404 | ANY
            public  | CONNECT 127.0.0.1:443 HTTP/1.1                                               | 400 | ANY
            private | no request at all                                                            | 400 | ANY
            private | GET /debug HTTP/1.1~Host: 127.0.0.1~Host: 127.0.0.2                          | 400 | ANY
            private | POST /colibri/drain/enable HTTP/1.1~JSON~Transfer-Encoding: gzip~~x          | 400 | ANY
            private | POST /colibri/drain/enable HTTP/1.1~JSON~Transfer-Encoding: chunked~~zz~     | 400 | /colibri/drain/enable
            private | POST /colibri/drain/enable HTTP/1.1~JSON~Content-Length: 1~Content-Length: 2 | 400 | ANY
            private | POST /colibri/drain/enable HTTP/1.1~JSON~Content-Length: -1                  | 400 | ANY
            private | GET /%2e%2e/x HTTP/1.1                                                       | 400 | ANY
            private | GET /%zz HTTP/1.1                                                            | 400 | ANY
            public  | GET /nothing HTTP/1.1                                                        | 404 | /nothing
            public  | GET /colibri-ws/a/b/c HTTP/1.1                                               | 404 | /colibri-ws/a/b/c
            public  | GET /colibri-ws/default-id/b/c?pwd=x HTTP/1.1                                | 403 | /colibri-ws/default-id/b/c
            public  | POST /whip/room HTTP/1.1                                                      | 401 | /whip/room
            public  | POST /whip/room HTTP/1.1~Authorization: Bearer x                              | 401 | /whip/room
            public  | POST /whip/room HTTP/1.1~TOKEN~Content-Type: text/plain~Content-Length: 1~~x  | 415 | /whip/room
            public  | POST /whip/room HTTP/1.1~TOKEN~Content-Type: application/sdp~Content-Length: 1~~x | 400 | /whip/room
            public  | DELETE /whip/room/none HTTP/1.1~TOKEN                                         | 404 | /whip/room/none
            public  | PUT /whep/room HTTP/1.1                                                       | 405 | /whep/room
            public  | POST /whip/a*b HTTP/1.1                                                       | 400 | /whip/a*b
            public  | POST /whip/room HTTP/1.1~TOKEN~Content-Length: 999999999~Expect: 100-continue~Content-Type: application/sdp | 413 | /whip/room
            public  | GET /hls/room/index.m3u8 HTTP/1.1                                             | 401 | /hls/room/index.m3u8
            public  | GET /hls/room/index.m3u8 HTTP/1.1~TOKEN                                       | 404 | /hls/room/index.m3u8
            public  | POST /hls/room/index.m3u8 HTTP/1.1                                            | 405 | /hls/room/index.m3u8
            public  | GET /hls/room/none/x.m4s HTTP/1.1                                             | 404 | /hls/room/none/x.m4s
            public  | GET /hls/a%2Fb HTTP/1.1                                                       | 400 | ANY
            public  | GET /whip/room HTTP/1.1~X: LONG                                               | 431 | ANY
            public  | no request at all                                                             | 400 | ANY
            """)
    void isProblemDetails(String server, String request, int status, String instance) throws Exception {
        Raw answer = send(server, request);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
        assertThat(answer.header("content-type")).as(answer.toString()).isEqualTo("application/problem+json");
        JsonNode problem = Json.tree(answer.body());
        assertThat(problem.path("type").asText()).isEqualTo("about:blank");
        assertThat(problem.path("title").asText()).isNotEmpty().isNotEqualTo("Error");
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("detail").asText())
                .contains(" ")
                .doesNotContain("Exception", "org.", "java.", "REDACTED");
        if (!instance.equals("ANY")) {
            assertThat(problem.path("instance").asText()).isEqualTo(instance);
        }
        assertThat(answer.header("www-authenticate")).isEqualTo(status == 401 ? "Bearer" : "");
        assertThat(answer.header("allow").isEmpty()).isEqualTo(status != 405);
        assertThat(answer.header("cache-control")).isEqualTo("no-store");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            GET /colibri/v2/conferences/m1 HTTP/1.1                                         | 404 | item-not-found
            PUT /colibri/v2/conferences HTTP/1.1                                            | 405 | not-allowed
            POST /colibri/v2/conferences HTTP/1.1~Content-Type: text/plain~Content-Length: 1~~x | 415 | bad-request
            POST /colibri/v2/conferences HTTP/1.1~JSON~Content-Length: 1~~{                 | 400 | bad-request
            GET /colibri/v2/conferences HTTP/1.1~Origin: https://evil.example               | 403 | not-allowed
            GET /colibri/v2/conferences HTTP/1.1~Host: evil.example                         | 421 | not-allowed
            GET /colibri/v2/nothing HTTP/1.1                                                | 404 | item-not-found
            """)
    void isColibri2sOnItsPaths(String request, int status, String condition) throws Exception {
        Raw answer = send("private", request);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
        assertThat(answer.header("content-type")).startsWith("application/json");
        JsonNode error = Json.tree(answer.body()).path("error");
        assertThat(error.path("condition").asText()).isEqualTo(condition);
        assertThat(error.path("text").asText()).contains(" ");
    }

    @Test
    void ofHeadHasNoBody() throws Exception {
        Raw answer = send("private", "HEAD /nothing HTTP/1.1");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).isEmpty();
    }

    private static Raw send(String server, String request) throws Exception {
        String[] parts = request.replace("JSON", JSON)
                .replace("TOKEN", "Authorization: Bearer 0123456789abcdef0123456789abcdef")
                .replace("LONG", "x".repeat(20_000))
                .split("~~", 2);
        String[] lines = parts[0].split("~", -1);
        String head = lines[0] + "\r\n"
                + (parts[0].contains("Host: ") ? "" : "Host: 127.0.0.1\r\n")
                + "Connection: close\r\n";
        for (int i = 1; i < lines.length; i++) {
            head += lines[i] + "\r\n";
        }
        String body = parts.length == 1 ? "" : parts[1].replace("~", "\r\n");
        int port = server.equals("private") ? bridge.privatePort() : bridge.publicPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write((head + "\r\n" + body).getBytes(StandardCharsets.ISO_8859_1));
            return read(socket.getInputStream(), request.startsWith("HEAD "));
        }
    }

    /** Reads no further than the answer says, because a connection stays open after CONNECT. */
    private static Raw read(InputStream in, boolean isHead) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            assertThat(next).as("connection ended after: %s", head).isNotNegative();
            head.write(next);
        }
        List<String> headers =
                head.toString(StandardCharsets.ISO_8859_1).lines().toList();
        int status = Integer.parseInt(headers.getFirst().substring(9, 12));
        String length = new Raw(status, headers, "").header("content-length");
        assertThat(length).as("%s", headers).isNotEmpty();
        byte[] body = isHead ? new byte[0] : in.readNBytes(Integer.parseInt(length));
        return new Raw(status, headers, new String(body, StandardCharsets.UTF_8));
    }
}
