package org.starbridge.bridge.export.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes and frames towards a server that is nothing but bytes. */
@Timeout(60)
class ServiceClientTest implements ServiceSocket.Events {
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private final BlockingQueue<String> happened = new LinkedBlockingQueue<>();
    private final ServiceClient client = new ServiceClient(Duration.ofSeconds(20), null);
    private final ServiceSocket socket = new ServiceSocket(this, 1000, Duration.ofSeconds(60), System::nanoTime);
    private ServerSocket server;
    private String requested = "";

    private static String good(String accept) {
        return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n"
                + "Sec-WebSocket-Accept: " + accept + "\r\n\r\n";
    }

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"));
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        server.close();
    }

    @Override
    public void onOpen(ServiceSocket opened) {
        happened.add("open");
    }

    @Override
    public void onText(String text) {
        happened.add("text " + text);
    }

    @Override
    public void onUnreadable() {
        happened.add("unreadable");
    }

    @Override
    public void onEnd(int code, String reason) {
        happened.add("end " + code + ": " + reason);
    }

    private String next() throws InterruptedException {
        return Objects.requireNonNull(happened.poll(20, TimeUnit.SECONDS), "nothing happened");
    }

    private Socket connect(Map<String, String> headers) throws IOException {
        URI url = URI.create("ws://localhost:" + server.getLocalPort() + "/a%20b?c=d&e={f}".replace("{f}", "%7Bf%7D"));
        client.connect(url, server.getInetAddress(), headers, socket);
        while (true) {
            Socket accepted = server.accept();
            accepted.setSoTimeout(20_000);
            requested = readRequest(accepted);
            if (requested.startsWith("GET " + url.getRawPath())) {
                return accepted;
            }
            accepted.close(); // of another test, which looks for a server that had this port
        }
    }

    private static String readRequest(Socket from) throws IOException {
        StringBuilder text = new StringBuilder();
        InputStream in = from.getInputStream();
        while (text.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            text.append((char) next);
        }
        return text.toString();
    }

    private static String accept(String request) throws Exception {
        String key = request.lines()
                .filter(line -> line.startsWith("Sec-WebSocket-Key: "))
                .map(line -> line.substring("Sec-WebSocket-Key: ".length()))
                .findFirst()
                .orElseThrow();
        return Base64.getEncoder()
                .encodeToString(
                        MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(StandardCharsets.US_ASCII)));
    }

    private static byte[] frame(int firstByte, String text) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(firstByte);
        frame.write(text.length());
        frame.write(text.getBytes(StandardCharsets.ISO_8859_1));
        return frame.toByteArray();
    }

    /** First byte and unmasked text of a frame of a client. */
    private static String readFrame(Socket from) throws IOException {
        InputStream in = from.getInputStream();
        int first = in.read();
        int length = in.read();
        assertThat(length).as("masked, and short").isBetween(0x80, 0x80 + 125);
        byte[] mask = in.readNBytes(4);
        byte[] text = in.readNBytes(length - 0x80);
        for (int i = 0; i < text.length; i++) {
            text[i] ^= mask[i % 4];
        }
        return Integer.toHexString(first) + " " + new String(text, StandardCharsets.ISO_8859_1);
    }

    private Socket open(String more) throws Exception {
        Socket peer = connect(Map.of());
        String answer = good(accept(requested)) + more;
        peer.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(next()).isEqualTo("open");
        return peer;
    }

    @Test
    void theRequestIsWhatRfc6455Asks() throws Exception {
        try (Socket _ = connect(Map.of("X-Key", "k 1"))) {
            assertThat(requested.replaceAll("Key: [A-Za-z0-9+/]{22}==", "Key: nonce"))
                    .isEqualTo("GET /a%20b?c=d&e=%7Bf%7D HTTP/1.1\r\nHost: localhost:" + server.getLocalPort()
                            + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: nonce\r\n"
                            + "Sec-WebSocket-Version: 13\r\nX-Key: k 1\r\n\r\n");
        }
    }

    @Test
    void framesBehindTheAnswerAndInPiecesAreRead() throws Exception {
        try (Socket peer = open(new String(frame(0x81, "one"), StandardCharsets.ISO_8859_1))) {
            assertThat(next()).isEqualTo("text one");
            OutputStream out = peer.getOutputStream();
            out.write(frame(0x01, "tw"));
            out.write(frame(0x89, "ping"));
            out.write(frame(0x80, "o\u00C3\u00A9"));
            assertThat(next()).isEqualTo("text twoé");
            assertThat(readFrame(peer)).isEqualTo("8a ping");
            out.write(frame(0x82, "binary"));
            assertThat(next()).isEqualTo("unreadable");
            out.write(frame(0x88, "\u0003\u00F3bye")); // 1011
            assertThat(next()).isEqualTo("end 1011: the connection was cut");
            assertThat(readFrame(peer)).startsWith("88 \u0003\u00F3");
        }
    }

    @Test
    void whatIsSentGoesWhenItIsFlushed() throws Exception {
        try (Socket peer = open("")) {
            for (int i = 0; i < 30; i++) {
                assertThat(socket.isWritable()).isTrue();
                socket.send("frame " + i);
            }
            assertThat(peer.getInputStream().available()).as("batched").isZero();
            socket.flush();
            for (int i = 0; i < 30; i++) {
                assertThat(readFrame(peer)).isEqualTo("81 frame " + i);
            }
            socket.close(1001, "over");
            assertThat(readFrame(peer)).isEqualTo("88 \u0003\u00E9over");
        }
        assertThat(next()).startsWith("end ");
    }

    @Test
    void textThatIsTooLongOrNoUtf8EndsTheConnection() throws Exception {
        try (Socket peer = open("")) {
            peer.getOutputStream().write(frame(0x81, "\u00C3"));
            assertThat(next()).isEqualTo("unreadable");
            assertThat(next()).isEqualTo("end 0: it sent text that is not UTF-8");
            assertThat(readFrame(peer)).startsWith("88 \u0003\u00EF");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1 302 Found\\r\\nLocation: ws://localhost/\\r\\n\\r\\n|the handshake was answered with status 302",
                "HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n|the handshake was answered with status 200",
                "HTTP/1.1 101 S\\r\\nUpgrade: websocket\\r\\nConnection: upgrade\\r\\n\\r\\n"
                        + "|the handshake was answered by no WebSocket server",
                "HTTP/1.1 101 S\\r\\nUpgrade: h2c\\r\\nConnection: upgrade\\r\\nSec-WebSocket-Accept: A\\r\\n\\r\\n"
                        + "|the handshake was answered by no WebSocket server",
                "HTTP/1.1 101 S\\r\\nUpgrade: websocket\\r\\nConnection: upgrade\\r\\nSec-WebSocket-Accept: A\\r\\n"
                        + "Sec-WebSocket-Extensions: permessage-deflate\\r\\n\\r\\n"
                        + "|the handshake was answered with an extension that was not offered",
                "HTTP/1.1 101 S\\r\\nUpgrade: websocket\\r\\nConnection: upgrade\\r\\nSec-WebSocket-Accept: A\\r\\n"
                        + "Sec-WebSocket-Protocol: chat\\r\\n\\r\\n"
                        + "|the handshake was answered with a subprotocol that was not offered",
                "SSH-2.0-OpenSSH\\r\\n|the handshake was answered with no HTTP response"
            })
    void anotherAnswerEndsTheAttempt(String answer, String reason) throws Exception {
        try (Socket peer = connect(Map.of())) {
            String sent = answer.replace("\\r\\n", "\r\n").replace("Accept: A", "Accept: " + accept(requested));
            peer.getOutputStream().write(sent.getBytes(StandardCharsets.ISO_8859_1));
            assertThat(next()).isEqualTo("end 0: " + reason);
            assertThat(peer.getInputStream().read()).as("closed").isNegative();
        }
        assertThat(happened).isEmpty();
    }

    @Test
    void anAnswerWithoutAnEndIsNotReadForEver() throws Exception {
        try (Socket peer = connect(Map.of())) {
            String header = "X: " + "y".repeat(500) + "\r\n";
            peer.getOutputStream()
                    .write(("HTTP/1.1 101 S\r\n" + header.repeat(40)).getBytes(StandardCharsets.ISO_8859_1));
            assertThat(next()).isEqualTo("end 0: the handshake was answered with no HTTP response");
        }
    }

    @Test
    void aServerThatHangsUpBeforeItAnswersIsNamed() throws Exception {
        connect(Map.of()).close();
        assertThat(next()).startsWith("end 0: ");
    }

    @Test
    void anAttemptThatIsDroppedClosesItsConnection() throws Exception {
        try (Socket peer = connect(Map.of())) {
            socket.abort();
            assertThat(peer.getInputStream().read()).as("closed").isNegative();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX-Other: b", "a\nb", "a\u0000b", "a\u20ACb"})
    void noHeaderBreaksOutOfItsLine(String value) {
        assertThatThrownBy(() -> HandshakeRequest.of(URI.create("ws://h/"), Map.of("X-Key", value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a header");
        assertThatThrownBy(() -> HandshakeRequest.of(URI.create("ws://h/"), Map.of(value, "b")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void masksAreFourBytesThatDoNotRepeat() {
        Masks masks = new Masks();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            byte[] mask = new byte[4];
            masks.nextBytes(mask);
            seen.add(Base64.getEncoder().encodeToString(mask));
        }
        assertThat(seen).hasSizeGreaterThan(990);
    }
}
