package org.starbridge.colibri.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.json.Colibri2Json;

class Colibri2ClientTest {
    private record Seen(String methodAndPath, String contentType, String body) {}

    private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
    private volatile int status = 200;
    private volatile String answer = "{}";
    private HttpServer server;
    private Colibri2Client client;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String type = exchange.getRequestHeaders().getFirst("Content-Type");
            seen.add(new Seen(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI(), type == null ? "" : type, body));
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        client = new Colibri2Client(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"));
    }

    @AfterEach
    void stopServer() {
        client.close();
        server.stop(0);
    }

    @Test
    void creatingIsAPostAndUpdatingAPatch() throws Exception {
        ConferenceModify create = ConferenceModify.creating(
                "m 1",
                "room@conference.example",
                List.of(EndpointModify.builder("a").create(true).build()));
        ConferenceModified created =
                new ConferenceModified(List.of(new EndpointModified("a", false, null)), List.of(), List.of());
        answer = Colibri2Json.write(created);

        assertThat(client.send(create)).isEqualTo(created);
        client.send(ConferenceModify.updating("m 1", List.of(EndpointModify.expiring("a"))));
        client.expire("m 1");

        Seen post = seen.take();
        assertThat(post.methodAndPath()).isEqualTo("POST /colibri/v2/conferences");
        assertThat(post.contentType()).isEqualTo("application/json");
        assertThat(Colibri2Json.parseModify(post.body(), null)).isEqualTo(create);
        assertThat(seen.take().methodAndPath()).isEqualTo("PATCH /colibri/v2/conferences/m%201");
        assertThat(seen.take().body()).isEqualTo("{\"meeting-id\":\"m 1\",\"expire\":true}");
    }

    @Test
    void ourOwnRefusalArrivesWhole() {
        status = 400;
        answer = Colibri2Json.write(Colibri2Exception.unknownEndpoint("0badcafe"));

        Colibri2Exception refusal = refusal(ConferenceModify.updating("m", List.of()));

        assertThat(refusal.condition()).isEqualTo(Condition.ITEM_NOT_FOUND);
        assertThat(refusal.reason()).isEqualTo(Reason.UNKNOWN_ENDPOINT);
        assertThat(refusal.endpointId()).isEqualTo("0badcafe");
    }

    @Test
    void theReferencesErrorPageIsReadForItsSentence() {
        status = 400;
        answer = "<html><table><tr><th>MESSAGE:</th><td>Failed to create conference: no luck</td></tr></table></html>";

        Colibri2Exception refusal = refusal(ConferenceModify.creating("m", null, List.of()));

        assertThat(refusal.condition()).isEqualTo(Condition.BAD_REQUEST);
        assertThat(refusal).hasMessageEndingWith("answered HTTP status 400: Failed to create conference: no luck");
    }

    @Test
    void aMissingConferenceAndAMissingApiDiffer() {
        status = 404;
        answer = "";

        assertThat(refusal(ConferenceModify.expiring("m")).reason()).isEqualTo(Reason.CONFERENCE_NOT_FOUND);
        assertThatThrownBy(() -> client.send(ConferenceModify.creating("m", null, List.of())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("videobridge.apis.rest.enabled");
        assertThatThrownBy(() -> client.stats())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("videobridge.apis.rest.enabled");
    }

    @Test
    void healthVersionAndStatsAreRead() throws Exception {
        answer = "";
        assertThat(client.healthProblem()).isNull();
        status = 500;
        answer = "no valid address";
        assertThat(client.healthProblem()).isEqualTo("no valid address");
        answer = "{\"type\":\"about:blank\",\"status\":500,\"detail\":\"no public address\"}";
        assertThat(client.healthProblem()).isEqualTo("no public address");
        answer = "[]";
        assertThat(client.healthProblem()).isEqualTo("[]");
        status = 200;
        answer = "{\"name\":\"JVB\",\"version\":\"2.3\",\"os\":\"Linux\"}";
        assertThat(client.version()).isEqualTo(new BridgeVersion("JVB", "2.3", "Linux"));
        answer = "{\"conferences\":3}";
        assertThat(client.stats().path("conferences").intValue()).isEqualTo(3);
    }

    @Test
    void anAnswerThatIsNoColibriIsAnIoException() {
        answer = "{\"endpoints\":[{}]}";

        assertThatThrownBy(() -> client.send(ConferenceModify.expiring("m")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("endpoints[0].id: missing");
        assertThatThrownBy(() -> client.version())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("name: missing");
    }

    @Test
    void whereNobodyListensTheMessageSaysWhatToLookAt() throws Exception {
        int freePort;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            freePort = socket.getLocalPort();
        }
        try (Colibri2Client lost = new Colibri2Client(URI.create("http://127.0.0.1:" + freePort))) {
            assertThatThrownBy(lost::healthProblem)
                    .isInstanceOf(IOException.class)
                    .hasMessage("no bridge answers at http://127.0.0.1:" + freePort
                            + ": is it running and is its REST API enabled (videobridge.apis.rest.enabled)?");
        }
    }

    @Test
    void aSilentBridgeIsGivenUp() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Colibri2Client patient = new Colibri2Client(
                        URI.create("http://127.0.0.1:" + silent.getLocalPort()), Duration.ofMillis(200))) {
            assertThatThrownBy(patient::healthProblem)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("did not answer within 200 ms");
        }
    }

    @Test
    void aUrlWithoutHostIsRefused() {
        assertThatThrownBy(() -> new Colibri2Client(URI.create("localhost:8080")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("localhost:8080");
    }

    private Colibri2Exception refusal(ConferenceModify request) {
        Colibri2Exception refusal = catchThrowableOfType(Colibri2Exception.class, () -> client.send(request));
        assertThat(refusal).isNotNull();
        return refusal;
    }
}
