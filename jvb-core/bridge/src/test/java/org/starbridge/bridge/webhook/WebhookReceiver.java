package org.starbridge.bridge.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A receiver of webhooks that remembers what it got. */
public final class WebhookReceiver implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final HttpServer server;
    private final BlockingQueue<Got> got = new LinkedBlockingQueue<>();
    private final List<JsonNode> others = new ArrayList<>();

    /** Status that requests are answered with. */
    public volatile int status = 204;

    /** A request. */
    public record Got(String id, long timestamp, String signature, String body) {
        public JsonNode json() throws IOException {
            return JSON.readTree(body);
        }
    }

    public WebhookReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            int answer = status;
            got.add(new Got(
                    exchange.getRequestHeaders().getFirst("webhook-id"),
                    Long.parseLong(exchange.getRequestHeaders().getFirst("webhook-timestamp")),
                    exchange.getRequestHeaders().getFirst("webhook-signature"),
                    body));
            if (answer / 100 == 3) {
                exchange.getResponseHeaders().add("Location", "/elsewhere");
            }
            exchange.sendResponseHeaders(answer, -1);
            exchange.close();
        });
        server.start();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook?key=k1");
    }

    /** The next request. */
    public Got next() throws InterruptedException {
        Got request = got.poll(20, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("no request came");
        }
        return request;
    }

    /** The next request of a type; others may be asked for later. */
    public JsonNode next(String type) throws Exception {
        for (JsonNode event : others) {
            if (event.path("type").asText().equals(type)) {
                others.remove(event);
                return event.path("data");
            }
        }
        while (true) {
            JsonNode event = next().json();
            if (event.path("type").asText().equals(type)) {
                return event.path("data");
            }
            others.add(event);
        }
    }

    /** How many requests came that were not asked for. */
    public int left() {
        return got.size();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
