package org.starbridge.bridge.export;

import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.export.session.Connection;

/**
 * One WebSocket to a service. The HTTP client calls its listener methods one after another; the rest is any thread's.
 */
final class WebSocketConnection implements Connection, WebSocket.Listener {
    private static final int ABNORMAL = 1006;
    private static final int TOO_BIG = 1009;
    private static final long DROP_MS = 1_000;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Events events;
    private final int maxFrameChars;
    private final long idleNs;
    private final LongSupplier clockNs;
    private final StringBuilder partial = new StringBuilder();
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private volatile CompletableFuture<?> lastSend = CompletableFuture.completedFuture(null);
    private volatile @Nullable WebSocket socket;
    private volatile long heardNs;
    private boolean isPinged;

    /** What happens to it. */
    interface Events {
        void onOpen(WebSocketConnection opened);

        void onText(String text);

        /** A frame that cannot be taken. */
        void onUnreadable();

        /** Once; {@code code} is 0 without a close frame. */
        void onEnd(int code, String reason);

        /** It takes frames again. */
        void onWritable();
    }

    WebSocketConnection(Events events, int maxFrameChars, Duration idleTimeout, LongSupplier clockNs) {
        this.events = events;
        this.maxFrameChars = maxFrameChars;
        this.idleNs = idleTimeout.toNanos();
        this.clockNs = clockNs;
        heardNs = clockNs.getAsLong();
    }

    @Override
    public void onOpen(WebSocket opened) {
        socket = opened;
        heardNs = clockNs.getAsLong();
        events.onOpen(this);
        opened.request(1);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
        heardNs = clockNs.getAsLong();
        if (partial.length() + part.length() > maxFrameChars) {
            events.onUnreadable();
            close(TOO_BIG, "event too long");
            ended(0, "it sent an event longer than starbridge.export.max-frame-size");
            return null;
        }
        partial.append(part);
        if (isLast) {
            String text = partial.toString();
            partial.setLength(0);
            events.onText(text);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer part, boolean isLast) {
        heardNs = clockNs.getAsLong();
        if (isLast) {
            events.onUnreadable();
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket from, ByteBuffer data) {
        heardNs = clockNs.getAsLong();
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket from, ByteBuffer data) {
        heardNs = clockNs.getAsLong();
        isPinged = false;
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        ended(code == ABNORMAL ? 0 : code, "the connection was cut");
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        ended(0, reason(error));
    }

    /** A sentence that holds no part of a URL or header. */
    static String reason(Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof WebSocketHandshakeException refused) {
            return "the handshake was answered with "
                    + (refused.getResponse() == null
                            ? "no HTTP response"
                            : "status " + refused.getResponse().statusCode());
        }
        return cause.getClass().getSimpleName();
    }

    private void ended(int code, String reason) {
        if (hasEnded.compareAndSet(false, true)) {
            events.onEnd(code, reason);
        }
    }

    @Override
    public boolean isWritable() {
        return socket != null && !hasEnded.get() && lastSend.isDone();
    }

    @Override
    public void send(String text) {
        WebSocket open = socket;
        if (open == null) {
            return;
        }
        CompletableFuture<WebSocket> sent = open.sendText(text, true);
        lastSend = sent;
        if (!sent.isDone()) {
            var _ = sent.whenComplete((_, failure) -> {
                if (failure == null) {
                    events.onWritable();
                }
            });
        }
        if (sent.isCompletedExceptionally()) {
            ended(0, "a frame could not be sent");
        }
    }

    /** Pings a service that was silent for long; drops the connection when even that has no answer. */
    @Override
    public void look(long nowNs) {
        WebSocket open = socket;
        if (open == null || hasEnded.get()) {
            return;
        }
        long silentNs = nowNs - heardNs;
        if (silentNs > idleNs) {
            open.abort();
            ended(0, "nothing was received for starbridge.export.idle-timeout");
        } else if (silentNs > idleNs / 2 && !isPinged) {
            isPinged = true;
            var _ = open.sendPing(NOTHING.duplicate());
        }
    }

    @Override
    public void close(int code, String reason) {
        WebSocket open = socket;
        if (open != null) {
            var _ = open.sendClose(code, reason)
                    .orTimeout(DROP_MS, TimeUnit.MILLISECONDS)
                    .whenComplete((_, _) -> dropLater(open));
        }
    }

    /** If the service does not close it before. */
    private void dropLater(WebSocket open) {
        CompletableFuture.delayedExecutor(DROP_MS, TimeUnit.MILLISECONDS).execute(() -> {
            open.abort();
            ended(0, "the bridge closed the connection");
        });
    }

    @Override
    public void abort() {
        WebSocket open = socket;
        if (open != null) {
            open.abort();
            ended(0, "the bridge closed the connection");
        }
    }
}
