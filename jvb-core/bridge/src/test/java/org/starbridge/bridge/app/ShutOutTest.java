package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that begin many requests and end none. Others do not notice. */
@Timeout(60)
class ShutOutTest {
    private static final String STRANGER = "127.0.0.2";
    private static final String GUEST = "127.0.0.1";

    private static final String UNFINISHED = """
            POST /whip/studio HTTP/1.1
            Host: localhost
            Content-Type: application/sdp
            Content-Length: 1000

            """;

    private final List<Socket> open = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    private Socket connect(Bridge bridge, String from) throws IOException {
        Socket socket =
                new Socket(InetAddress.ofLiteral("127.0.0.1"), bridge.publicPort(), InetAddress.ofLiteral(from), 0);
        socket.setSoTimeout(20_000);
        open.add(socket);
        return socket;
    }

    private String answer(Bridge bridge, String from, String head, String body) throws IOException {
        try (Socket socket = connect(bridge, from)) {
            socket.getOutputStream().write(ascii(head.replace("\n", "\r\n") + "\r\n\r\n" + body));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The page, an offer that cannot be read, and a bridge channel with a wrong password. */
    private void assertIsServed(Bridge bridge, String from) throws IOException {
        assertThat(answer(bridge, from, "GET / HTTP/1.1\nHost: localhost\nConnection: close", ""))
                .startsWith("HTTP/1.1 200 ");
        assertThat(answer(bridge, from, """
                        POST /whip/studio HTTP/1.1
                        Host: localhost
                        Content-Type: application/sdp
                        Content-Length: 2
                        Connection: close""", "v=")).startsWith("HTTP/1.1 400 ");
        assertIsUpgraded(bridge, from);
    }

    private void assertIsUpgraded(Bridge bridge, String from) throws IOException {
        assertThat(answer(bridge, from, """
                        GET /colibri-ws/default-id/x/y?pwd=z HTTP/1.1
                        Host: localhost
                        Connection: Upgrade
                        Upgrade: websocket
                        Sec-WebSocket-Version: 13
                        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==""", "")).startsWith("HTTP/1.1 403 ");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void threeHundredOffersThatDoNotArrive() throws Exception {
        try (Bridge bridge = FreePorts.bridge()) {
            List<Socket> slow = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                Socket socket = connect(bridge, STRANGER);
                slow.add(socket);
                socket.getOutputStream().write(ascii(UNFINISHED.replace("\n", "\r\n")));
            }
            for (Socket socket : slow) {
                try {
                    socket.getOutputStream().write('v');
                } catch (IOException _) {
                    // it was refused
                }
            }
            assertIsServed(bridge, GUEST);
            assertIsUpgraded(bridge, STRANGER);
        }
    }

    /** By prior knowledge, as a client without TLS may. */
    @Test
    void threeConnectionsOfHttp2WithAHundredStreams() throws Exception {
        try (Bridge bridge = FreePorts.bridge()) {
            for (int i = 0; i < 3; i++) {
                OutputStream out = connect(bridge, STRANGER).getOutputStream();
                out.write(ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
                out.write(frame(4, 0, 0, new byte[0]));
                for (int stream = 1; stream < 200; stream += 2) {
                    out.write(frame(1, 4, stream, post()));
                    out.write(frame(0, 0, stream, ascii("v")));
                }
            }
            assertIsServed(bridge, GUEST);
            assertIsUpgraded(bridge, STRANGER);
        }
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(new byte[] {0, 0, (byte) payload.length, (byte) type, (byte) flags, 0, 0, 0, (byte) stream});
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    /** Headers as literals without an index (RFC 7541 section 6.2.2). */
    private static byte[] post() {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (List<String> field : List.of(
                List.of(":method", "POST"),
                List.of(":scheme", "http"),
                List.of(":path", "/whip/studio"),
                List.of(":authority", "localhost"),
                List.of("content-type", "application/sdp"))) {
            block.write(0);
            for (String text : field) {
                block.write(text.length());
                block.writeBytes(ascii(text));
            }
        }
        return block.toByteArray();
    }
}
