package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.rest.TestKeys;

/** Both HTTP servers with TLS, on a whole bridge. */
@Timeout(60)
class TlsTest {
    private static final String PUBLIC = "videobridge.http-servers.public.";
    private static final String PRIVATE = "videobridge.http-servers.private.";
    private static final String CREATE = """
            {"meeting-id":"0f8e6a0e-1111-4222-8333-444455556666","create":true,
             "endpoints":[{"id":"1a2b3c4d","create":true,"capabilities":["source-names"],
               "transport":{"ice-controlling":true}}]}""";

    @TempDir
    private static Path directory;

    private static @Nullable TestKeys made;
    private static @Nullable Path file;

    @BeforeAll
    static void makeKeys() throws Exception {
        made = TestKeys.create();
        file = made.writeTo(directory.resolve("bridge.p12"));
    }

    private static TestKeys keys() {
        return java.util.Objects.requireNonNull(made);
    }

    private static String[] tls(String at, String... more) {
        String[] overrides = new String[6 + more.length];
        overrides[0] = at + "tls-port";
        overrides[1] = "0";
        overrides[2] = at + "key-store-path";
        overrides[3] = String.valueOf(file);
        overrides[4] = at + "key-store-password";
        overrides[5] = TestKeys.PASSWORD;
        System.arraycopy(more, 0, overrides, 6, more.length);
        return overrides;
    }

    /** A bridge channel and what was said on it. */
    private static final class Channel implements WebSocket.Listener {
        final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            heard.add(text.toString());
            socket.request(1);
            return null;
        }
    }

    /** The address of the bridge channel in the answer for a new endpoint. */
    private static String channelOfNewEndpoint(Bridge bridge) throws Exception {
        URI conferences = URI.create("http://127.0.0.1:" + bridge.privatePort() + "/colibri/v2/conferences");
        try (HttpClient plain = HttpClient.newHttpClient()) {
            HttpResponse<String> created = plain.send(
                    HttpRequest.newBuilder(conferences)
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(CREATE))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
            return new ObjectMapper()
                    .readTree(created.body())
                    .at("/endpoints/0/transport/transport/web-sockets/0")
                    .asText();
        }
    }

    @Test
    void aClientOpensItsChannelAtTheAddressThatItWasTold() throws Exception {
        try (Bridge bridge = FreePorts.bridge(tls(PUBLIC));
                HttpClient client =
                        HttpClient.newBuilder().sslContext(keys().client(false)).build()) {
            String url = channelOfNewEndpoint(bridge);
            assertThat(url).startsWith("wss://127.0.0.1:");
            Channel channel = new Channel();
            WebSocket socket = client.newWebSocketBuilder()
                    .buildAsync(URI.create(url), channel)
                    .join();
            assertThat(channel.heard.poll(30, TimeUnit.SECONDS)).contains("ServerHello");
            socket.abort();
        }
    }

    @Test
    void whoDoesNotFinishTheHandshakeIsCutOffAndAChannelIsNot() throws Exception {
        try (Bridge bridge = FreePorts.bridge(tls(PUBLIC, "starbridge.http.request-timeout", "500 ms"));
                HttpClient client =
                        HttpClient.newBuilder().sslContext(keys().client(false)).build()) {
            URI url = URI.create(channelOfNewEndpoint(bridge));
            Channel channel = new Channel();
            WebSocket socket =
                    client.newWebSocketBuilder().buildAsync(url, channel).join();
            assertThat(channel.heard.poll(30, TimeUnit.SECONDS)).contains("ServerHello");
            try (Socket slow = new Socket(InetAddress.ofLiteral("127.0.0.1"), url.getPort())) {
                slow.setSoTimeout(20_000); // less than the server's idle timeout
                slow.getOutputStream().write(new byte[] {22, 3, 1, 0, 127, 1}); // the beginning of a ClientHello
                assertThat(readToEnd(slow)).as("cut off").isTrue();
            }
            channel.heard.clear();
            socket.sendText("{\"colibriClass\":\"ClientHello\"}", true).join();
            assertThat(channel.heard.poll(30, TimeUnit.SECONDS)).contains("ServerHello");
            socket.abort();
        }
    }

    /** False if the other side leaves it open. */
    private static boolean readToEnd(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true; // reset
        }
    }

    @Test
    void thePrivateServerSpeaksNothingElse() throws Exception {
        try (Bridge bridge = FreePorts.bridge(tls(PRIVATE));
                HttpClient client =
                        HttpClient.newBuilder().sslContext(keys().client(false)).build()) {
            assertThat(get(client, bridge).statusCode()).isEqualTo(200);
            try (Socket plain = new Socket(InetAddress.ofLiteral("127.0.0.1"), bridge.privatePort())) {
                plain.setSoTimeout(30_000);
                plain.getOutputStream()
                        .write("GET /about/health HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                String answer = new String(plain.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
                assertThat(answer).doesNotContain("HTTP/1.1 2");
            }
        }
    }

    @Test
    void aClientWithoutTheWantedCertificateIsNotServed() throws Exception {
        try (Bridge bridge = FreePorts.bridge(tls(PRIVATE, PRIVATE + "need-client-auth", "true"));
                HttpClient known =
                        HttpClient.newBuilder().sslContext(keys().client(true)).build();
                HttpClient unknown =
                        HttpClient.newBuilder().sslContext(keys().client(false)).build()) {
            assertThat(get(known, bridge).statusCode()).isEqualTo(200);
            assertThatThrownBy(() -> get(unknown, bridge)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void olderVersionsAreRefusedWhereANewerOneIsAskedFor() throws Exception {
        SSLParameters old = new SSLParameters();
        old.setProtocols(new String[] {"TLSv1.2"});
        try (Bridge bridge = FreePorts.bridge(tls(PRIVATE, PRIVATE + "tls-protocols.0", "TLSv1.3"));
                HttpClient client =
                        HttpClient.newBuilder().sslContext(keys().client(false)).build();
                HttpClient older = HttpClient.newBuilder()
                        .sslContext(keys().client(false))
                        .sslParameters(old)
                        .build()) {
            HttpResponse<String> answer = get(client, bridge);
            assertThat(answer.sslSession())
                    .hasValueSatisfying(
                            session -> assertThat(session.getProtocol()).isEqualTo("TLSv1.3"));
            assertThatThrownBy(() -> get(older, bridge)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void theServersSoftwareIsNamedOnlyIfItShallBe() throws Exception {
        try (Bridge bridge = FreePorts.bridge(tls(PRIVATE, PRIVATE + "send-server-version", "true"));
                HttpClient client =
                        HttpClient.newBuilder().sslContext(keys().client(false)).build()) {
            assertThat(get(client, bridge).headers().firstValue("Server"))
                    .hasValueSatisfying(server -> assertThat(server).startsWith("Jetty"));
        }
        try (Bridge bridge = FreePorts.bridge(tls(PRIVATE));
                HttpClient client =
                        HttpClient.newBuilder().sslContext(keys().client(false)).build()) {
            assertThat(get(client, bridge).headers().firstValue("Server")).isEmpty();
        }
    }

    private static HttpResponse<String> get(HttpClient client, Bridge bridge) throws Exception {
        URI health = URI.create("https://127.0.0.1:" + bridge.privatePort() + "/about/health");
        return client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString());
    }

    @Test
    void whatIsWrongWithAKeyStoreIsSaidWithItsKey() throws Exception {
        Path absent = directory.resolve("absent.p12");
        Path garbage = Files.writeString(directory.resolve("garbage.p12"), "not a key store");
        Path keyless = keys().writeCertificateTo(directory.resolve("keyless.p12"));
        for (Path bad : new Path[] {absent, garbage, keyless}) {
            assertThatThrownBy(() -> FreePorts.bridge(tls(PUBLIC, PUBLIC + "key-store-path", bad.toString())))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("public.key-store-path = " + bad);
        }
        assertThatThrownBy(() -> FreePorts.bridge(tls(PRIVATE, PRIVATE + "key-store-password", "wrong")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("private.key-store-path")
                .hasMessageContaining("key-store-password");
        assertThatThrownBy(() -> FreePorts.bridge(tls(PRIVATE, PRIVATE + "tls-protocols.0", "TLSv9")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("private.tls-protocols = TLSv9")
                .hasMessageContaining("TLSv1.3");
        assertThatThrownBy(() -> FreePorts.bridge(tls(PRIVATE, PRIVATE + "tls-cipher-suites.0", "ROT13")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("private.tls-cipher-suites = ROT13");
    }

    @Test
    void aBridgeWithABadKeyStoreEndsAsOneWithABadConfiguration() throws Exception {
        Path config = Files.writeString(directory.resolve("jvb.conf"), """
                videobridge.ice.udp.port = 0
                videobridge.http-servers.private.port = 0
                videobridge.http-servers.public { tls-port = 0, key-store-path = "/nonexistent/bridge.p12" }
                ice4j.harvest.mapping.aws.enabled = false
                videobridge.redact-remote-addresses = false
                """);
        assertThat(BridgeCommandLine.of(new Main(Preparation.begin())).execute("--config", config.toString()))
                .isEqualTo(78);
    }
}
