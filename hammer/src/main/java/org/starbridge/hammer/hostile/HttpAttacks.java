package org.starbridge.hammer.hostile;

import static org.starbridge.hammer.hostile.Attack.refused;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Abuse of the bridge's HTTP servers: requests that make no sense, clients that never finish theirs, bridge channels
 * that are not theirs, and floods on one that is. At most a few requests are under way at a time.
 */
final class HttpAttacks implements AutoCloseable {
    private static final int AT_ONCE = 8;
    private static final int SLOW_CLIENTS = 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final URI rest;
    private final List<URI> channels;
    private final RandomGenerator random;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final AtomicInteger underWay = new AtomicInteger();
    private final List<Socket> slow = new ArrayList<>();
    private int nextSlow;
    private @Nullable WebSocket channel;
    private CompletableFuture<?> lastMessage = CompletableFuture.completedFuture(null);

    /**
     * @param rest the private HTTP server
     * @param channels URLs of a guest's own bridge channel; may be empty
     */
    HttpAttacks(URI rest, List<URI> channels, RandomGenerator random) {
        this.rest = rest;
        this.channels = channels;
        this.random = random;
    }

    List<Attack> all() {
        List<Attack> all = new ArrayList<>();
        all.add(new Attack(
                "malformed REST requests",
                Set.of(refused("http_requests"), "total_colibri_requests_refused", "total_http_bodies_too_large"),
                0.5,
                30,
                this::request));
        if (!channels.isEmpty()) {
            all.add(new Attack(
                    "others' bridge channels",
                    Set.of(refused("channels"), "total_channels_refused"),
                    0.9,
                    20,
                    this::openWrongly));
            all.add(new Attack(
                    "malformed channel messages",
                    Set.of(refused("channel_messages"), "total_channel_messages_dropped"),
                    0.5,
                    50,
                    this::message));
        }
        return all;
    }

    private boolean request() {
        String colibri = rest + "/colibri/v2/conferences";
        return send(
                switch (random.nextInt(6)) {
                    case 0 -> json(colibri).POST(BodyPublishers.ofByteArray(AttackBytes.random(random, 500)));
                    case 1 -> json(colibri).POST(BodyPublishers.ofString("[".repeat(20_000)));
                    case 2 -> json(colibri).POST(BodyPublishers.ofString("{\"meeting-id\":{\"create\":[1e999]}}"));
                    case 3 ->
                        json(colibri + "/nobody").method("PATCH", BodyPublishers.ofString("{\"endpoints\":\"none\"}"));
                    case 4 -> json(colibri).POST(BodyPublishers.ofString("{\"a\":\"" + "x".repeat(3_000_000) + "\"}"));
                    default ->
                        HttpRequest.newBuilder(URI.create(colibri)).method("BREW", BodyPublishers.ofString("coffee"));
                });
    }

    private static HttpRequest.Builder json(String url) {
        return HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json");
    }

    private boolean send(HttpRequest.Builder request) {
        if (underWay.incrementAndGet() > AT_ONCE) {
            underWay.decrementAndGet();
            return false;
        }
        var _ = http.sendAsync(request.timeout(TIMEOUT).build(), BodyHandlers.discarding())
                .whenComplete((_, _) -> underWay.decrementAndGet());
        return true;
    }

    private boolean openWrongly() {
        if (underWay.incrementAndGet() > AT_ONCE) {
            underWay.decrementAndGet();
            return false;
        }
        URI own = channels.getFirst();
        String wrong = own.toString().replaceFirst("pwd=.*", "pwd=" + Long.toHexString(random.nextLong()));
        var _ = http.newWebSocketBuilder()
                .connectTimeout(TIMEOUT)
                .buildAsync(URI.create(wrong), new WebSocket.Listener() {})
                .whenComplete((_, _) -> underWay.decrementAndGet());
        return true;
    }

    private boolean message() {
        WebSocket open = channel;
        if (open == null) {
            open = http.newWebSocketBuilder()
                    .connectTimeout(TIMEOUT)
                    .buildAsync(channels.getFirst(), new WebSocket.Listener() {})
                    .join();
            channel = open;
        }
        if (!lastMessage.isDone() || open.isOutputClosed()) {
            return false;
        }
        lastMessage = switch (random.nextInt(4)) {
            case 0 -> open.sendBinary(ByteBuffer.wrap(AttackBytes.random(random, 300)), true);
            case 1 -> open.sendText("{\"colibriClass\":\"NoSuchThing\",\"x\":[" + "1,".repeat(500) + "1]}", true);
            case 2 -> open.sendText("[".repeat(5_000), true);
            default -> open.sendText("not JSON at all", true);
        };
        return true;
    }

    /** One more byte of a request that never ends, on one of some connections; a closed one is replaced. */
    void crawl() {
        try {
            if (slow.size() < SLOW_CLIENTS) {
                Socket socket = new Socket();
                slow.add(socket);
                socket.connect(new InetSocketAddress(rest.getHost(), rest.getPort()), 2_000);
                socket.getOutputStream()
                        .write("POST /colibri/v2/conferences HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
            } else {
                nextSlow = (nextSlow + 1) % slow.size();
                slow.get(nextSlow).getOutputStream().write('x');
            }
        } catch (IOException e) {
            closeQuietly(slow.remove(Math.min(nextSlow, slow.size() - 1)));
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }

    @Override
    public void close() {
        slow.forEach(HttpAttacks::closeQuietly);
        if (channel != null) {
            channel.abort();
        }
        http.shutdownNow();
    }
}
