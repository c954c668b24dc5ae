package org.starbridge.hammer.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a bridge says of video that it does not send. */
class WithheldVideoTest {
    private static final Map<String, String> ANSWERS =
            Map.of("/debug", "{\"conferences\":{\"c1\":{}}}", "/debug/c1", """
            {"conferences":{"c1":{"endpoints":{"aa":{},"bb":{}},"relays":{"bridge-2":{"why":{"sources":{
              "aa-v0":{"reason":"not_wanted","target":{},"available_bps":null}}}}}}}}
            """, "/debug/c1/aa", """
            {"conferences":{"c1":{"endpoints":{"aa":{"bitrate_controller":{"why":{"sources":{
              "bb-v0":{"reason":"ideal","target":{"index":2}},
              "cc-v0":{"reason":"bandwidth","target":{},"available_bps":1000,"needed_bps":2000,"estimate_reason":"loss"}
            }}}}}}}}
            """);

    private static List<String> of(Map<String, String> answers) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String answer = answers.get(exchange.getRequestURI().getPath());
            byte[] body = (answer == null ? "no" : answer).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
            return WithheldVideo.of(List.of(url)).stream()
                    .map(sentence -> sentence.replace(url.getAuthority(), "HERE"))
                    .toList();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void namesReceiverSourceAndReason() throws Exception {
        assertThat(of(ANSWERS))
                .containsExactly(
                        "bridge at HERE, receiver the bridge bridge-2: no video of aa-v0 is sent: not_wanted",
                        "bridge at HERE, receiver endpoint aa: no video of cc-v0 is sent: bandwidth"
                                + " (1000 bit/s available, 2000 needed; loss)");
    }

    @Test
    void saysNothingForABridgeWithoutThatOrWithOtherAnswers() throws Exception {
        assertThat(of(Map.of())).isEmpty();
        assertThat(of(Map.of("/debug", "[1, 2"))).isEmpty();
        assertThat(of(Map.of("/debug", "{\"conferences\":[]}"))).isEmpty();
    }
}
