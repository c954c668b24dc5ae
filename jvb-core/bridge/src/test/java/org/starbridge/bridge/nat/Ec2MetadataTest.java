package org.starbridge.bridge.nat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class Ec2MetadataTest {
    private static final InetAddress LOCAL = InetAddress.ofLiteral("10.0.0.12");
    private static final InetAddress PUBLIC = InetAddress.ofLiteral("203.0.113.7");
    private static final String TOKEN = "AQAEAExample==";
    private static final Duration PATIENT = Duration.ofSeconds(30);

    /** Which questions a fake instance answers. */
    private record Instance(boolean knowsTokens, boolean demandsTokens, String local, String mapped) {}

    private static final class Metadata implements AutoCloseable {
        final List<String> asked = new CopyOnWriteArrayList<>();
        final HttpServer server;

        Metadata(Instance instance) throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> answer(exchange, instance));
            server.start();
        }

        private void answer(HttpExchange exchange, Instance instance) throws IOException {
            String path = exchange.getRequestURI().getPath();
            String token = exchange.getRequestHeaders().getFirst("X-aws-ec2-metadata-token");
            asked.add(exchange.getRequestMethod() + " " + path + (token == null ? "" : " with token"));
            boolean hasLife = exchange.getRequestHeaders().containsKey("X-aws-ec2-metadata-token-ttl-seconds");
            if (path.equals("/latest/api/token")) {
                boolean isServed = instance.knowsTokens
                        && hasLife
                        && exchange.getRequestMethod().equals("PUT");
                reply(exchange, isServed ? 200 : 404, isServed ? TOKEN : "");
            } else if (instance.demandsTokens && !TOKEN.equals(token)) {
                reply(exchange, 401, "");
            } else {
                String value = path.endsWith("local-ipv4") ? instance.local : instance.mapped;
                reply(exchange, value.isEmpty() ? 404 : 200, value);
            }
        }

        private static void reply(HttpExchange exchange, int status, String body) throws IOException {
            byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        }

        URI uri() {
            return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    @Test
    void showsItsTokenWhereTokensAreKnown() throws Exception {
        try (Metadata metadata = new Metadata(new Instance(true, true, "10.0.0.12", "203.0.113.7\n"))) {
            assertThat(new Ec2Metadata(false, metadata.uri(), PATIENT).ask()).contains(Map.of(LOCAL, PUBLIC));
            assertThat(metadata.asked)
                    .containsExactly(
                            "PUT /latest/api/token",
                            "GET /latest/meta-data/local-ipv4 with token",
                            "GET /latest/meta-data/public-ipv4 with token");
        }
    }

    @Test
    void goesWithoutWhereTheyAreNot() throws Exception {
        try (Metadata metadata = new Metadata(new Instance(false, false, "10.0.0.12", "203.0.113.7"))) {
            assertThat(new Ec2Metadata(false, metadata.uri(), PATIENT).ask()).contains(Map.of(LOCAL, PUBLIC));
            assertThat(metadata.asked).contains("GET /latest/meta-data/public-ipv4");
        }
    }

    @Test
    void anInstanceNeedNotHaveAPublicAddress() throws Exception {
        try (Metadata metadata = new Metadata(new Instance(true, true, "10.0.0.12", ""))) {
            assertThat(new Ec2Metadata(true, metadata.uri(), PATIENT).ask()).isEmpty();
        }
    }

    @Test
    void whatAnswersOtherwiseIsNotEc2() throws Exception {
        try (Metadata metadata = new Metadata(new Instance(false, true, "10.0.0.12", "203.0.113.7"))) {
            assertThat(new Ec2Metadata(false, metadata.uri(), PATIENT).ask()).isEmpty();
            assertThatThrownBy(() -> new Ec2Metadata(true, metadata.uri(), PATIENT).ask())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("status 401")
                    .hasMessageContaining("aws.force");
        }
        try (Metadata page = new Metadata(new Instance(true, false, "<html>a hotel's network</html>", "x"))) {
            assertThat(new Ec2Metadata(false, page.uri(), PATIENT).ask()).isEmpty();
        }
    }

    @Test
    void nobodyAnsweringIsNotEc2() throws Exception {
        URI closedPort;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closedPort = URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");
            // Connected by the kernel, never accepted: as silent as a machine that drops everything.
            assertThat(new Ec2Metadata(false, closedPort, Duration.ofMillis(100)).ask())
                    .isEmpty();
        }
        assertThat(new Ec2Metadata(false, closedPort, PATIENT).ask()).isEmpty();
        assertThatThrownBy(() -> new Ec2Metadata(true, closedPort, PATIENT).ask())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("aws.force");
    }
}
