package org.starbridge.bridge.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.http.HttpAddress;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.bridge.http.HttpLimits;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.MediaKind;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.MessageLimits;
import org.starbridge.control.channel.MessagePace;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.transport.counters.SharedCounters;

@Timeout(20)
class PublicHttpServerTest {
    private static final String HELLO = "{\"colibriClass\":\"ServerHello\"}";
    private static final String NOTHING = "{\"colibriClass\":\"ForwardedSources\",\"forwardedSources\":[]}";

    private final TestBridge bridge = TestBridge.embedded();
    private final HttpClient client = HttpClient.newHttpClient();
    private final SharedCounters<HttpCounter> counters = new SharedCounters<>(HttpCounter.class);
    private final ChannelMemory memory = new ChannelMemory(64 << 20);
    private @Nullable PublicHttpServer server;

    @BeforeEach
    void createConference() {
        bridge.with("aaaa0001", "bbbb0002");
    }

    @AfterEach
    void stop() {
        client.shutdownNow();
        if (server != null) {
            server.close();
        }
    }

    @Test
    void opensAChannelThatGreetsFirst() throws Exception {
        start(standard());
        Client first = open("aaaa0001");
        assertThat(first.next()).isEqualTo(HELLO);
        assertThat(first.next()).isEqualTo(NOTHING);

        first.say("{\"colibriClass\":\"ClientHello\"}");
        assertThat(first.next()).isEqualTo(HELLO);
    }

    @Test
    void actsOnConstraints() throws Exception {
        start(standard());
        bridge.update(TestBridge.updating("bbbb0002")
                .sources(List.of(TestBridge.source(MediaKind.VIDEO, "bbbb0002-v0", 21)))
                .build());
        Client first = open("aaaa0001");
        assertThat(first.next()).isEqualTo(HELLO);
        assertThat(first.next()).contains("bbbb0002-v0");

        first.say("{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":0}");
        assertThat(first.next()).isEqualTo(NOTHING);
        assertThat(bridge.media.transport("aaaa0001").receivedStreams()).isEmpty();
    }

    @Test
    void keepsTheSocketOpenWhateverItIsTold() throws Exception {
        start(standard());
        Client first = open("aaaa0001");
        first.next();
        first.next();
        for (String text : List.of("", "not json", "[]", "{\"colibriClass\":\"NoSuchClass\"}")) {
            first.say(text);
        }
        first.socket.sendBinary(ByteBuffer.wrap(new byte[] {1, 2, 3}), true).join();
        first.say("{\"colibriClass\":\"ClientHello\"}");

        assertThat(first.next()).isEqualTo(HELLO);
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_DROPPED))
                .isEqualTo(5);
    }

    @Test
    void closesOnAMessageBeyondTheLimit() throws Exception {
        start(new WebSocketConfig(
                "default-id", true, Duration.ofSeconds(15), Duration.ofSeconds(60), limits(1_000, 20)));
        Client first = open("aaaa0001");
        first.next();
        first.next();
        first.say("x".repeat(1_001));
        assertThat(first.next()).startsWith("closed 1009");
    }

    @Test
    void makesAClientThatFloodsWaitAndLosesNothing() throws Exception {
        start(new WebSocketConfig(
                "default-id", true, Duration.ofSeconds(15), Duration.ofSeconds(60), limits(1_000, 10)));
        Client flooding = open("aaaa0001");
        flooding.next();
        flooding.next();
        int messages = 20 * MessagePace.BURST_SECONDS + 15;
        for (int i = 0; i < messages; i++) {
            flooding.say("{\"colibriClass\":\"ClientHello\"}");
        }
        for (int i = 0; i < messages; i++) {
            assertThat(flooding.next()).isEqualTo(HELLO);
        }
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_DELAYED))
                .as("opening the channel counts as a message")
                .isBetween(1L, 16L);
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_DROPPED))
                .isZero();
    }

    @Test
    void replacesAnOlderSocketAndClosesTheNewOneWithItsEndpoint() throws Exception {
        start(standard());
        Client older = open("aaaa0001");
        older.next();
        older.next();
        Client newer = open("aaaa0001");
        assertThat(older.next()).isEqualTo("closed 1000 replaced");
        assertThat(newer.next()).isEqualTo(HELLO);
        assertThat(newer.next()).isEqualTo(NOTHING);

        bridge.update(EndpointModify.expiring("aaaa0001"));
        assertThat(newer.next()).isEqualTo("closed 1001 endpoint closed");
    }

    @Test
    void pingsASilentSocketAndClosesADeadOne() throws Exception {
        start(new WebSocketConfig(
                "default-id", false, Duration.ofMillis(100), Duration.ofMillis(400), limits(1_000, 20)));
        Client alive = open("aaaa0001");
        alive.next();
        alive.next();
        List<String> deaf = framesOfAClientThatNeverAnswers("bbbb0002");
        assertThat(deaf.subList(0, 3)).containsExactly("text", "text", "ping");
        assertThat(deaf.getLast()).isEqualTo("close 1001");

        for (int i = 0; i < 6; i++) {
            assertThat(alive.next()).isEqualTo("ping");
        }
        assertThat(alive.socket.isInputClosed()).isFalse();
    }

    @Test
    void pingsASilentSocketThatIsToldSomethingAllTheTime() throws Exception {
        start(new WebSocketConfig(
                "default-id", false, Duration.ofMillis(100), Duration.ofMillis(400), limits(1_000, 1_000)));
        Client silent = open("aaaa0001");
        silent.next();
        silent.next();
        Client talking = open("bbbb0002");
        int pings = 0;
        while (pings < 6) {
            talking.say("{\"colibriClass\":\"EndpointMessage\",\"to\":\"aaaa0001\"}");
            String heard = silent.next();
            assertThat(heard).matches(text -> text.equals("ping") || text.contains("EndpointMessage"));
            pings += heard.equals("ping") ? 1 : 0;
        }
        assertThat(silent.socket.isInputClosed()).isFalse();
    }

    @Test
    void cutsAClientThatReadsNothingAndFreesWhatWaitedForIt() throws Exception {
        start(withStallTimeout(Duration.ofMillis(500)));
        try (Socket deaf = upgraded("bbbb0002")) {
            fillUp("bbbb0002");
            assertThat(memory.takenBytes()).isPositive();
            assertThat(soon(() -> bridge.counters.get(ConferenceCounter.CHANNELS_STALLED) == 1))
                    .isTrue();
            assertThat(soon(() -> memory.takenBytes() == 0)).isTrue();
            assertThat(lastFrameOf(deaf)).as("no close frame behind the queue").isEqualTo("text");
            assertThat(soon(() -> !isOpen("bbbb0002"))).isTrue();
        }
        assertThat(bridge.counters.get(ConferenceCounter.CHANNELS_CLOSED_ABNORMALLY))
                .isEqualTo(1);
    }

    @Test
    void cutsAReplacedClientForWhichMessagesWait() throws Exception {
        start(withStallTimeout(Duration.ofSeconds(30)));
        try (Socket deaf = upgraded("bbbb0002")) {
            fillUp("bbbb0002");
            Client newer = open("bbbb0002");
            assertThat(newer.next()).isEqualTo(HELLO);
            assertThat(soon(() -> memory.takenBytes() == 0)).isTrue();
            assertThat(lastFrameOf(deaf)).isEqualTo("text");
            assertThat(isOpen("bbbb0002")).as("the newer one").isTrue();
        }
        assertThat(bridge.counters.get(ConferenceCounter.CHANNELS_STALLED)).isZero();
    }

    @Test
    void cutsAClientThatDoesNotAnswerACloseFrame() throws Exception {
        start(standard());
        try (Socket mute = upgraded("bbbb0002")) {
            bridge.update(EndpointModify.expiring("bbbb0002"));
            assertThat(lastFrameOf(mute)).isEqualTo("close 1001");
            assertThat(mute.getInputStream().read()).as("the connection ends").isEqualTo(-1);
        }
    }

    @Test
    void whatCameOfAMessageCountsUntilTheRestHasCome() throws Exception {
        start(standard());
        Client first = open("aaaa0001");
        first.next();
        first.next();
        first.socket
                .sendText("{\"colibriClass\":\"ClientHello\",\"x\":\"", false)
                .join();
        first.socket.sendText("x".repeat(100_000), false).join();
        assertThat(soon(() -> memory.takenBytes() > 80_000)).isTrue();
        first.say("\"}");
        assertThat(first.next()).isEqualTo(HELLO);
        assertThat(soon(() -> memory.takenBytes() == 0)).isTrue();

        first.socket.sendText("x".repeat(100_000), false).join();
        assertThat(soon(() -> memory.takenBytes() > 80_000)).isTrue();
        first.socket.abort();
        assertThat(soon(() -> memory.takenBytes() == 0)).as("it is gone").isTrue();
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_DROPPED))
                .isZero();
    }

    @Test
    void cutsAClientWhoseMessageFindsNoMemory() throws Exception {
        start(standard());
        ChannelMemory.Share others = memory.share(1 << 30);
        assertThat(others.take((64 << 20) + ChannelMemory.OWN_BYTES)).isTrue();
        Client first = open("aaaa0001");
        first.next();
        first.next();
        first.say("{\"colibriClass\":\"ClientHello\",\"x\":\"" + "x".repeat(10_000) + "\"}");
        assertThat(first.next()).as("within its own share").isEqualTo(HELLO);
        first.socket
                .sendText("x".repeat(100_000), false)
                .handle((_, _) -> first.socket) // it may be cut before all of it is sent
                .join();
        assertThat(soon(() -> !isOpen("aaaa0001"))).isTrue();
        assertThat(memory.refusals()).isPositive();
        assertThat(memory.takenBytes()).isEqualTo(64 << 20);
    }

    @Test
    void opensNoChannelToAClientThatHasUsedUpItsMessages() throws Exception {
        start(standard());
        MessagePace pace = bridge.slot("aaaa0001").pace();
        pace.waitNs(1 << 20, System.nanoTime());
        CompletionException failure = catchThrowableOfType(CompletionException.class, () -> open("aaaa0001"));
        WebSocketHandshakeException handshake =
                (WebSocketHandshakeException) Objects.requireNonNull(failure.getCause());
        assertThat(handshake.getResponse().statusCode()).isEqualTo(429);
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_OPENS_TOO_SOON))
                .isEqualTo(1);
        assertThat(open("bbbb0002").next()).as("another client").isEqualTo(HELLO);
    }

    /** A client that does not wait for the answer to its handshake has frames under way when it is refused. */
    @ParameterizedTest
    @CsvSource({
        "/colibri-ws/default-id/CONF/aaaa0001?pwd=nope, 403",
        "/nothing?x, 404",
        "/colibri-ws/default-id/CONF/bbbb0002?pwd=PWD, 403"
    })
    void takesNothingBehindAnUpgradeThatItRefuses(String path, int status) throws Exception {
        start(standard());
        URI uri = uri("http", path);
        byte[] frame = new byte[1_000];
        frame[0] = (byte) 0x81;
        frame[1] = (byte) 0xFF;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), uri.getPort())) {
            socket.setSoTimeout(10_000);
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            sent.writeBytes(handshake(uri));
            sent.writeBytes(frame);
            socket.getOutputStream().write(sent.toByteArray());
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answers).startsWith("HTTP/1.1 " + status).containsIgnoringCase("Connection: close");
            assertThat(answers.split("HTTP/1.1 ", -1)).as("one answer").hasSize(2);
        }
    }

    private static WebSocketConfig withStallTimeout(Duration stallTimeout) {
        return new WebSocketConfig(
                "default-id",
                false,
                Duration.ofSeconds(15),
                Duration.ofSeconds(60),
                new MessageLimits(1_000, 16 << 10, 20, 1 << 20, 256, 1 << 20, stallTimeout));
    }

    /** Says so much to a client that reads nothing that no more is taken: the kernel has its part, and the bridge. */
    private void fillUp(String endpointId) throws InterruptedException {
        assertThat(soon(() -> isOpen(endpointId))).isTrue();
        ChannelSlot talker = bridge.slot("aaaa0001");
        TestBridge.FakeChannel channel = new TestBridge.FakeChannel();
        talker.onOpen(channel);
        String text = "{\"colibriClass\":\"EndpointMessage\",\"to\":\"%s\",\"x\":\"%s\"}"
                .formatted(endpointId, "x".repeat(15_000));
        long before = bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_UNSENT);
        while (bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_UNSENT) == before) {
            talker.onText(channel, text);
        }
    }

    private boolean isOpen(String endpointId) {
        return bridge.conferences.snapshot().getFirst().endpoints().stream()
                .anyMatch(endpoint -> endpoint.id().equals(endpointId) && endpoint.channelOpen());
    }

    private static boolean soon(BooleanSupplier condition) throws InterruptedException {
        long endNs = System.nanoTime() + 10_000_000_000L;
        while (!condition.getAsBoolean() && System.nanoTime() < endNs) {
            Thread.sleep(10);
        }
        return condition.getAsBoolean();
    }

    /** Reads all that came until the connection ends, or a close frame. */
    private static String lastFrameOf(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        String last = "none";
        try {
            while (!last.startsWith("close")) {
                last = frame(in);
            }
        } catch (IOException _) {
            return last; // reset, or the end within a frame
        }
        return last;
    }

    @ParameterizedTest
    @CsvSource({
        "/colibri-ws/default-id/CONF/aaaa0001?pwd=nope, 403",
        "/colibri-ws/default-id/CONF/aaaa0001?pwd=, 403",
        "/colibri-ws/default-id/CONF/aaaa0001, 403",
        "/colibri-ws/default-id/CONF/aaaa0001?x=1&pwd=PWD, 403",
        "/colibri-ws/default-id/CONF/zzzz9999?pwd=PWD, 403",
        "/colibri-ws/default-id/CONF/bbbb0002?pwd=PWD, 403",
        "/colibri-ws/default-id/0123456789abcdef/aaaa0001?pwd=PWD, 403",
        "/colibri-ws/other-id/CONF/aaaa0001?pwd=PWD, 404",
        "/colibri-ws/default-id/CONF?pwd=PWD, 404",
        "/colibri-ws/default-id/CONF/aaaa0001/more?pwd=PWD, 404",
        "/colibri-relay-ws/default-id/CONF/aaaa0001?pwd=PWD, 403",
        "/colibri-relay-ws/other-id/CONF/aaaa0001?pwd=PWD, 404",
        "/, 404"
    })
    void refusesTheUpgrade(String path, int status) throws Exception {
        start(standard());
        URI uri = uri("ws", path);
        CompletionException failure = catchThrowableOfType(
                CompletionException.class,
                () -> client.newWebSocketBuilder().buildAsync(uri, new Client()).join());
        WebSocketHandshakeException handshake =
                (WebSocketHandshakeException) Objects.requireNonNull(failure.getCause());

        assertThat(handshake.getResponse().statusCode()).isEqualTo(status);
        HttpResponse<String> plain =
                client.send(HttpRequest.newBuilder(uri("http", path)).build(), BodyHandlers.ofString());
        assertThat(plain.statusCode()).isEqualTo(status);
        assertThat(plain.body()).contains(status == 403 ? "\"authentication failed\"" : "\"no such path\"");
        assertThat(plain.headers().firstValue("Server")).isEmpty();
    }

    /** The page of a deployment is on another server than its bridges: what counts is the password. */
    @Test
    void opensAChannelForAPageOfAnotherOrigin() throws Exception {
        start(standard());
        Client page = new Client();
        page.socket = client.newWebSocketBuilder()
                .header("Origin", "https://meet.example.org")
                .buildAsync(uri("ws", "/colibri-ws/default-id/CONF/aaaa0001?pwd=PWD"), page)
                .join();
        assertThat(page.next()).isEqualTo(HELLO);
    }

    @Test
    void asksForAnUpgradeWhereThereIsNone() throws Exception {
        start(standard());
        URI uri = uri("http", "/colibri-ws/default-id/CONF/aaaa0001?pwd=PWD");
        HttpResponse<String> answer = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(426);
        assertThat(answer.headers().firstValue("Upgrade")).hasValue("websocket");
    }

    @Test
    void namesThePortThatIsTaken() throws Exception {
        start(standard());
        int taken = uri("http", "/").getPort();
        assertThatThrownBy(() ->
                        PublicHttpServer.bind(HttpAddress.plain("127.0.0.1", taken), HttpLimits.DEFAULT, counters))
                .isInstanceOf(BindException.class)
                .hasMessageContaining("127.0.0.1:" + taken)
                .hasMessageContaining("public-http");
    }

    private static MessageLimits limits(int maxMessageBytes, int messagesPerSecond) {
        return new MessageLimits(
                maxMessageBytes, 16 << 10, messagesPerSecond, 1 << 20, 256, 1 << 20, Duration.ofSeconds(30));
    }

    private static WebSocketConfig standard() {
        return new WebSocketConfig(
                "default-id", false, Duration.ofSeconds(15), Duration.ofSeconds(60), MessageLimits.DEFAULT);
    }

    private void start(WebSocketConfig config) throws Exception {
        PublicHttpServer started =
                PublicHttpServer.bind(HttpAddress.plain("127.0.0.1", 0), HttpLimits.DEFAULT, counters);
        started.start(config, bridge.conferences, memory, PublicResources.NONE);
        server = started;
    }

    /** With the conference's id and the password of {@code aaaa0001} filled in. */
    private URI uri(String scheme, String path) {
        String conferenceId = bridge.conferences.snapshot().getFirst().id();
        int port = server == null ? 0 : server.port();
        return URI.create(scheme + "://127.0.0.1:" + port
                + path.replace("CONF", conferenceId).replace("PWD", bridge.passwordOf("aaaa0001")));
    }

    private Client open(String endpointId) {
        Client opened = new Client();
        String path = "/colibri-ws/default-id/CONF/" + endpointId + "?pwd=" + bridge.passwordOf(endpointId);
        opened.socket =
                client.newWebSocketBuilder().buildAsync(uri("ws", path), opened).join();
        return opened;
    }

    /** Reads RFC 6455 frames up to the close, and sends nothing after the handshake. */
    private List<String> framesOfAClientThatNeverAnswers(String endpointId) throws Exception {
        try (Socket socket = upgraded(endpointId)) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            List<String> frames = new ArrayList<>();
            while (frames.isEmpty() || !frames.getLast().startsWith("close")) {
                frames.add(frame(in));
            }
            return frames;
        }
    }

    private static String frame(DataInputStream in) throws IOException {
        int opcode = in.readUnsignedByte() & 0x0F;
        int length = in.readUnsignedByte();
        byte[] payload = in.readNBytes(length == 126 ? in.readUnsignedShort() : length);
        return switch (opcode) {
            case 1 -> "text";
            case 8 -> "close " + ByteBuffer.wrap(payload).getShort();
            case 9 -> "ping";
            default -> "opcode " + opcode;
        };
    }

    /** A socket after the handshake. */
    private Socket upgraded(String endpointId) throws Exception {
        URI uri = uri("http", "/colibri-ws/default-id/CONF/" + endpointId + "?pwd=" + bridge.passwordOf(endpointId));
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), uri.getPort());
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write(handshake(uri));
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) socket.getInputStream().read());
        }
        assertThat(head).startsWith("HTTP/1.1 101");
        return socket;
    }

    private static byte[] handshake(URI uri) {
        return """
            GET %s?%s HTTP/1.1\r
            Host: x\r
            Connection: Upgrade\r
            Upgrade: websocket\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            \r
            """.formatted(uri.getPath(), uri.getQuery()).getBytes(StandardCharsets.US_ASCII);
    }

    /** Keeps what it hears: messages, {@code ping}, and {@code closed CODE REASON}. */
    private static final class Client implements WebSocket.Listener {
        private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        private final StringBuilder text = new StringBuilder();

        @SuppressWarnings("NullAway.Init")
        private WebSocket socket;

        String next() throws InterruptedException {
            String next = heard.poll(10, TimeUnit.SECONDS);
            return next == null ? "nothing" : next;
        }

        void say(String message) {
            socket.sendText(message, true).join();
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                heard.add(text.toString());
                text.setLength(0);
            }
            webSocket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onPing(WebSocket webSocket, ByteBuffer message) {
            heard.add("ping");
            webSocket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
            heard.add("closed " + code + " " + reason);
            return null;
        }
    }
}
