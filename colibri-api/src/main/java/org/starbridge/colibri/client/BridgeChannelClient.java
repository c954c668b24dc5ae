package org.starbridge.colibri.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.MalformedMessageException;

/**
 * The client's end of the bridge channel over a WebSocket (RFC 6455). Messages may be sent from any thread and leave in
 * the order of the calls; the listener is called from the HTTP client's threads, one call at a time. Pings are answered
 * by themselves.
 */
public final class BridgeChannelClient implements AutoCloseable {
    /** Messages accepted but not yet written to the socket; one more is refused. */
    public static final int MAX_PENDING_MESSAGES = 64;

    /** Receives what the bridge sends. Must return soon: the next message waits for it. */
    public interface Listener {
        /** A message came; classes that are not known arrive as {@link BridgeChannelMessage.Unknown}. */
        void onMessage(BridgeChannelMessage message);

        /** Something came that is no message; the channel goes on, except after one that is too long. */
        default void onMalformed(String sentence) {}

        /**
         * The channel is gone; nothing comes after this. Called once.
         *
         * @param statusCode as in RFC 6455 section 7.4; 1006 if the connection broke
         */
        default void onClosed(int statusCode, String reason) {}
    }

    private static final int NORMAL_CLOSURE = 1000;
    private static final int ABNORMAL_CLOSURE = 1006;
    private static final int MESSAGE_TOO_BIG = 1009;

    private final WebSocket socket;
    private final AtomicInteger pending;
    private final ReentrantLock sending = new ReentrantLock();
    private CompletableFuture<?> lastSend = CompletableFuture.completedFuture(null);

    private BridgeChannelClient(WebSocket socket) {
        this.socket = socket;
        this.pending = new AtomicInteger();
    }

    /**
     * Opens the channel at the URL that the bridge gave, used as it is.
     *
     * @param http whose threads and connections are used; stays the caller's
     * @throws IOException when the bridge refuses or can not be reached, with the URL's path and what to look at
     */
    public static BridgeChannelClient connect(HttpClient http, URI url, Duration timeout, Listener listener)
            throws IOException, InterruptedException {
        CompletableFuture<WebSocket> opening =
                http.newWebSocketBuilder().connectTimeout(timeout).buildAsync(url, new Assembler(listener));
        try {
            return new BridgeChannelClient(opening.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            var _ = opening.thenAccept(WebSocket::abort);
            throw new IOException(
                    "the bridge channel at " + withoutPassword(url) + " did not open within " + timeout.toMillis()
                            + " ms",
                    e);
        } catch (ExecutionException e) {
            throw refused(url, e);
        }
    }

    /**
     * Sends a message after those before it.
     *
     * @return false if it was dropped because the channel is closed or {@link #MAX_PENDING_MESSAGES} wait already
     */
    public boolean send(BridgeChannelMessage message) {
        String text = BridgeChannelJson.write(message);
        if (socket.isOutputClosed()) {
            return false;
        }
        if (pending.incrementAndGet() > MAX_PENDING_MESSAGES) {
            pending.decrementAndGet();
            return false;
        }
        sending.lock();
        try {
            lastSend =
                    lastSend.thenCompose(_ -> socket.sendText(text, true)).handle((_, _) -> pending.decrementAndGet());
        } finally {
            sending.unlock();
        }
        return true;
    }

    /** True until either side has closed the channel. */
    public boolean isOpen() {
        return !socket.isOutputClosed() && !socket.isInputClosed();
    }

    /** Says goodbye (status 1000) after the messages already accepted; the listener hears the end. Returns at once. */
    @Override
    public void close() {
        sending.lock();
        try {
            lastSend = lastSend.thenCompose(_ -> socket.sendClose(NORMAL_CLOSURE, ""))
                    .exceptionally(_ -> {
                        socket.abort();
                        return socket;
                    });
        } finally {
            sending.unlock();
        }
    }

    private static IOException refused(URI url, ExecutionException e) {
        Throwable cause = e.getCause() instanceof CompletionException wrapped ? wrapped.getCause() : e.getCause();
        if (cause instanceof WebSocketHandshakeException handshake) {
            int status = handshake.getResponse().statusCode();
            String next = switch (status) {
                case 403 -> ": do the conference and the endpoint still exist, and is the password correct?";
                case 404 -> ": does the bridge serve WebSockets there, under this server id?";
                default -> "";
            };
            return new IOException(
                    "the bridge channel at " + withoutPassword(url) + " was refused with HTTP status " + status + next,
                    e);
        }
        return new IOException(
                "no bridge channel at " + withoutPassword(url)
                        + ": does the bridge's public HTTP server run (videobridge.http-servers.public.port), and does"
                        + " videobridge.websockets.domain name it as it is reached from here?",
                e);
    }

    private static String withoutPassword(URI url) {
        return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
    }

    /** Puts partial frames together, within a bound, and reads them. The WebSocket calls it one at a time. */
    private static final class Assembler implements WebSocket.Listener {
        private final Listener listener;
        private final StringBuilder partial = new StringBuilder();
        private final AtomicBoolean ended = new AtomicBoolean();

        Assembler(Listener listener) {
            this.listener = listener;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            if (partial.length() + data.length() > BridgeChannelJson.DEFAULT_MAX_MESSAGE_CHARS) {
                partial.setLength(0);
                String sentence = "message: expected at most " + BridgeChannelJson.DEFAULT_MAX_MESSAGE_CHARS
                        + " characters, got more";
                listener.onMalformed(sentence);
                var _ = socket.sendClose(MESSAGE_TOO_BIG, "message too big").whenComplete((_, _) -> socket.abort());
                end(MESSAGE_TOO_BIG, sentence);
                return null;
            }
            partial.append(data);
            if (last) {
                String text = partial.toString();
                partial.setLength(0);
                deliver(text);
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int statusCode, String reason) {
            end(statusCode, reason);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            end(ABNORMAL_CLOSURE, String.valueOf(error.getMessage()));
        }

        private void deliver(String text) {
            try {
                listener.onMessage(BridgeChannelJson.parse(text));
            } catch (MalformedMessageException e) {
                listener.onMalformed(String.valueOf(e.getMessage()));
            }
        }

        private void end(int statusCode, String reason) {
            if (ended.compareAndSet(false, true)) {
                listener.onClosed(statusCode, reason);
            }
        }
    }
}
