package org.starbridge.colibri.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.ClientHello;
import org.starbridge.colibri.channel.BridgeChannelMessage.ForwardedSources;
import org.starbridge.colibri.channel.BridgeChannelMessage.LastNChangedEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.ServerHello;

/** The client's end against a WebSocket server of a few lines (RFC 6455 sections 4.2 and 5.2). */
@Timeout(30)
class BridgeChannelClientTest {
    private static final int FINAL_TEXT = 0x81;
    private static final int FIRST_TEXT = 0x01;
    private static final int MIDDLE = 0x00;
    private static final int FINAL_CONTINUATION = 0x80;
    private static final int CLOSE = 0x88;

    private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private ServerSocket server;

    private final BridgeChannelClient.Listener listener = new BridgeChannelClient.Listener() {
        @Override
        public void onMessage(BridgeChannelMessage message) {
            heard.add(message);
        }

        @Override
        public void onMalformed(String sentence) {
            heard.add("malformed: " + sentence);
        }

        @Override
        public void onClosed(int statusCode, String reason) {
            heard.add("closed " + statusCode + " " + reason);
        }
    };

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        http.shutdownNow();
    }

    @Test
    void partialFramesBecomeOneMessageAndNoiseIsReported() throws Exception {
        String json = BridgeChannelJson.write(new ForwardedSources(List.of("a-v0", "b-v0")));
        serve("101 Switching Protocols", socket -> {
            OutputStream out = socket.getOutputStream();
            frame(out, FINAL_TEXT, "{\"colibriClass\":\"ServerHello\"}");
            frame(out, FIRST_TEXT, json.substring(0, 5));
            frame(out, MIDDLE, json.substring(5, 20));
            frame(out, FINAL_CONTINUATION, json.substring(20));
            frame(out, FINAL_TEXT, "noise");
            frame(out, CLOSE, "\u0003\u00e9endpoint closed");
        });

        var _ = connect();

        assertThat(next()).isEqualTo(new ServerHello(null));
        assertThat(next()).isEqualTo(new ForwardedSources(List.of("a-v0", "b-v0")));
        assertThat(next()).asString().startsWith("malformed: not JSON");
        assertThat(next()).isEqualTo("closed 1001 endpoint closed");
    }

    @Test
    void messagesLeaveInTheOrderOfTheCalls() throws Exception {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        serve("101 Switching Protocols", socket -> {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            for (int i = 0; i < 21; i++) {
                received.add(readText(in));
            }
        });

        BridgeChannelClient client = connect();
        assertThat(client.send(new ClientHello())).isTrue();
        for (int lastN = 0; lastN < 20; lastN++) {
            assertThat(client.send(new LastNChangedEvent(lastN))).isTrue();
        }

        assertThat(BridgeChannelJson.parse(take(received))).isEqualTo(new ClientHello());
        for (int lastN = 0; lastN < 20; lastN++) {
            assertThat(BridgeChannelJson.parse(take(received))).isEqualTo(new LastNChangedEvent(lastN));
        }
    }

    @Test
    void aMessageWithoutEndIsCutOff() throws Exception {
        serve("101 Switching Protocols", socket -> {
            OutputStream out = socket.getOutputStream();
            frame(out, FIRST_TEXT, "[");
            for (int i = 0; i < 5; i++) {
                frame(out, MIDDLE, " ".repeat(40_000));
            }
            socket.getInputStream().readAllBytes();
        });

        var _ = connect();

        assertThat(next()).isEqualTo("malformed: message: expected at most 131072 characters, got more");
        assertThat(next()).asString().startsWith("closed 1009");
    }

    @Test
    void aRefusalSaysWhatToLookAtWithoutThePassword() throws Exception {
        serve("403 Forbidden", socket -> {});

        assertThatThrownBy(this::connect)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "was refused with HTTP status 403: do the conference and the endpoint still exist")
                .hasMessageNotContaining("secret");
    }

    @Test
    void whereNobodyListensTheMessageSaysSo() throws Exception {
        server.close();

        assertThatThrownBy(this::connect)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("videobridge.http-servers.public.port");
    }

    private interface Conversation {
        void run(Socket socket) throws IOException;
    }

    private BridgeChannelClient connect() throws IOException, InterruptedException {
        URI url = URI.create("ws://127.0.0.1:" + server.getLocalPort() + "/colibri-ws/jvb/c/a?pwd=secret");
        return BridgeChannelClient.connect(http, url, Duration.ofSeconds(10), listener);
    }

    private Object next() throws InterruptedException {
        return take(heard);
    }

    private static <T> T take(BlockingQueue<T> queue) throws InterruptedException {
        T taken = queue.poll(10, TimeUnit.SECONDS);
        assertThat(taken).as("nothing came within 10 s").isNotNull();
        return taken;
    }

    private void serve(String status, Conversation conversation) {
        Thread.ofVirtual().start(() -> {
            try (Socket socket = server.accept()) {
                upgrade(socket, status);
                conversation.run(socket);
                socket.getInputStream().readAllBytes();
            } catch (IOException | GeneralSecurityException e) {
                heard.add(e);
            }
        });
    }

    private static void upgrade(Socket socket, String status) throws IOException, GeneralSecurityException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            head.write(socket.getInputStream().read());
        }
        String key =
                head.toString(StandardCharsets.ISO_8859_1).replaceAll("(?is).*sec-websocket-key: *([^\r]+)\r.*", "$1");
        byte[] sha1 = MessageDigest.getInstance("SHA-1")
                .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.ISO_8859_1));
        String answer = status.startsWith("101")
                ? "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                        + Base64.getEncoder().encodeToString(sha1)
                : "Content-Length: 0";
        socket.getOutputStream()
                .write(("HTTP/1.1 " + status + "\r\n" + answer + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Latin-1, so that a close code can be written as two characters. */
    private static void frame(OutputStream out, int opcode, String latin1) throws IOException {
        byte[] payload = latin1.getBytes(StandardCharsets.ISO_8859_1);
        out.write(opcode);
        if (payload.length < 126) {
            out.write(payload.length);
        } else {
            out.write(126);
            out.write(payload.length >> 8);
            out.write(payload.length);
        }
        out.write(payload);
        out.flush();
    }

    private static String readText(DataInputStream in) throws IOException {
        in.readUnsignedByte();
        int length = in.readUnsignedByte() & 0x7F;
        length = length == 126 ? in.readUnsignedShort() : length;
        byte[] mask = in.readNBytes(4);
        byte[] payload = in.readNBytes(length);
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= mask[i & 3];
        }
        return new String(payload, StandardCharsets.UTF_8);
    }
}
