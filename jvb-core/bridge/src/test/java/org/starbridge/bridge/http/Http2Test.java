package org.starbridge.bridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.http.tls.TlsConfig;
import org.starbridge.bridge.rest.TestKeys;
import org.starbridge.transport.counters.SharedCounters;

@Timeout(30)
class Http2Test {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final short MAX_CONCURRENT_STREAMS = 3;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private final SharedCounters<HttpCounter> counters = new SharedCounters<>(HttpCounter.class);

    @TempDir
    private Path directory;

    private HttpListener listen(Optional<TlsConfig> tls, HttpLimits limits) throws Exception {
        HttpAddress address = new HttpAddress("127.0.0.1", 0, tls.map(TlsConfig::open), true, false);
        HttpListener listener = HttpListener.bind("test", address, limits, counters);
        listener.start(_ -> new HostEcho());
        return listener;
    }

    private static HttpResponse<String> get(HttpClient client, URI uri) throws Exception {
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    @Test
    void clientsWithTlsChooseByAlpn() throws Exception {
        TestKeys keys = TestKeys.create();
        Path file = directory.resolve("bridge.p12");
        keys.writeTo(file);
        TlsConfig tls = new TlsConfig("x", 0, file.toString(), TestKeys.PASSWORD, false, List.of(), List.of());
        try (HttpListener listener = listen(Optional.of(tls), HttpLimits.DEFAULT)) {
            URI uri = URI.create("https://127.0.0.1:" + listener.port() + "/");
            for (HttpClient.Version version : List.of(HttpClient.Version.HTTP_1_1, HttpClient.Version.HTTP_2)) {
                try (HttpClient client = HttpClient.newBuilder()
                        .version(version)
                        .sslContext(keys.client(false))
                        .build()) {
                    HttpResponse<String> answer = get(client, uri);
                    assertThat(answer.version()).isEqualTo(version);
                    assertThat(answer.body()).isEqualTo("127.0.0.1:" + listener.port());
                }
            }
        }
    }

    @Test
    void clientsWithoutTlsMayUpgrade() throws Exception {
        try (HttpListener listener = listen(Optional.empty(), HttpLimits.DEFAULT);
                HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + listener.port() + "/");
            get(client, uri);
            assertThat(get(client, uri).version()).isEqualTo(HttpClient.Version.HTTP_2);
        }
    }

    /** By prior knowledge. Pages of foreign sites are recognised by the header Host, which HTTP/2 does not have. */
    @Test
    void theAuthorityIsSeenAsHost() throws Exception {
        try (HttpListener listener = listen(Optional.empty(), HttpLimits.DEFAULT);
                Socket client = connect(listener)) {
            request(client.getOutputStream(), "GET", END_STREAM);
            assertThat(new String(await(client, DATA), StandardCharsets.US_ASCII))
                    .isEqualTo("foreign.example:99");
        }
    }

    @Test
    void aBodyThatIsLateIsRefused() throws Exception {
        HttpLimits limits = new HttpLimits(1000, 100, 100, 10, 10, Duration.ofMillis(50), Duration.ofSeconds(30));
        try (HttpListener listener = listen(Optional.empty(), limits);
                Socket client = connect(listener)) {
            request(client.getOutputStream(), "POST", 0);
            assertThat(new String(await(client, DATA), StandardCharsets.US_ASCII))
                    .contains("starbridge.http.request-timeout");
            assertThat(counters.get(HttpCounter.SLOW_BODIES)).isEqualTo(1);
        }
    }

    @Test
    void aConnectionHasALimitOfStreams() throws Exception {
        try (HttpListener listener = listen(Optional.empty(), HttpLimits.DEFAULT);
                Socket client = connect(listener)) {
            ByteBuffer settings = ByteBuffer.wrap(await(client, SETTINGS));
            Map<Short, Integer> values = new HashMap<>();
            while (settings.hasRemaining()) {
                values.put(settings.getShort(), settings.getInt());
            }
            assertThat(values).containsEntry(MAX_CONCURRENT_STREAMS, 32);
        }
    }

    private static Socket connect(HttpListener listener) throws IOException {
        Socket client = new Socket(InetAddress.ofLiteral("127.0.0.1"), listener.port());
        client.setSoTimeout(20_000);
        client.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        frame(client.getOutputStream(), SETTINGS, 0, 0, new byte[0]);
        return client;
    }

    private static void frame(OutputStream out, int type, int flags, int stream, byte[] payload) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(new byte[] {0, 0, (byte) payload.length, (byte) type, (byte) flags, 0, 0, 0, (byte) stream});
        frame.writeBytes(payload);
        out.write(frame.toByteArray());
    }

    /** Headers as literals without an index (RFC 7541 section 6.2.2). */
    private static void request(OutputStream out, String method, int flags) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (String text :
                List.of(":method", method, ":scheme", "http", ":path", "/", ":authority", "foreign.example:99")) {
            if (text.startsWith(":")) {
                block.write(0);
            }
            block.write(text.length());
            block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        }
        frame(out, HEADERS, flags | END_HEADERS, 1, block.toByteArray());
    }

    /** The payload of the first frame of this type with one. */
    private static byte[] await(Socket client, int wanted) throws IOException {
        DataInputStream in = new DataInputStream(client.getInputStream());
        while (true) {
            int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            in.skipNBytes(5);
            byte[] payload = in.readNBytes(length);
            if (type == wanted && length > 0) {
                return payload;
            }
        }
    }

    /** Answers with the header Host; reads the body first. */
    private static final class HostEcho extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            Content.Source.consumeAll(request);
            Content.Sink.write(
                    response, true, String.valueOf(request.getHeaders().get(HttpHeader.HOST)), callback);
            return true;
        }
    }
}
