package org.starbridge.bridge.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The bridge channel of a client, over a WebSocket. */
public final class ClientChannel implements WebSocket.Listener, AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long PATIENCE_S = 20;

    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final StringBuilder begun = new StringBuilder();
    private @Nullable WebSocket socket;

    private ClientChannel() {}

    static ClientChannel open(HttpClient http, URI url) throws Exception {
        ClientChannel channel = new ClientChannel();
        channel.socket = http.newWebSocketBuilder().buildAsync(url, channel).get(PATIENCE_S, TimeUnit.SECONDS);
        return channel;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
        begun.append(data);
        if (isLast) {
            try {
                messages.add(JSON.readTree(begun.toString()));
            } catch (JsonProcessingException e) {
                throw new AssertionError(begun.toString(), e);
            }
            begun.setLength(0);
        }
        from.request(1);
        return null;
    }

    /**
     * Sends a message.
     *
     * @param json with ' for "
     */
    public void say(String json) {
        if (socket != null) {
            socket.sendText(json.replace('\'', '"'), true).join();
        }
    }

    /** The next message of a class; others are left out. */
    public JsonNode next(String colibriClass) throws InterruptedException {
        while (true) {
            JsonNode message = messages.poll(PATIENCE_S, TimeUnit.SECONDS);
            if (message == null) {
                throw new AssertionError("no " + colibriClass + " came");
            }
            if (message.path("colibriClass").asText().equals(colibriClass)) {
                return message;
            }
        }
    }

    /** The next message of a class, if it comes at once. */
    public @Nullable JsonNode nextWithin(String colibriClass, long ms) throws InterruptedException {
        for (JsonNode message = messages.poll(ms, TimeUnit.MILLISECONDS);
                message != null;
                message = messages.poll(ms, TimeUnit.MILLISECONDS)) {
            if (message.path("colibriClass").asText().equals(colibriClass)) {
                return message;
            }
        }
        return null;
    }

    @Override
    public void close() {
        if (socket != null) {
            socket.abort();
        }
    }
}
