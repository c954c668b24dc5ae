package org.starbridge.bridge.websocket;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;

/**
 * One socket of a channel that this bridge opened to another one. The HTTP client calls its listener methods one after
 * another; the channel's methods may be called from any thread.
 */
final class RelaySocket implements BridgeChannel, WebSocket.Listener {
    /** A longer message ends the socket. */
    private static final int MAX_MESSAGE_CHARS = 1 << 20;

    /** Limit of what waits for another bridge; beyond it messages are refused. */
    private static final int MAX_PENDING_BYTES = 4 << 20;

    private static final int ABNORMAL = 1006;
    private static final int TOO_LONG = 1009;

    private final ChannelSlot slot;
    private final Consumer<End> onEnd;
    private final StringBuilder partial = new StringBuilder();
    private final AtomicInteger pendingBytes = new AtomicInteger();
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private CompletableFuture<?> lastSend = CompletableFuture.completedFuture(null);
    private volatile @Nullable WebSocket socket;

    /** Reason why it ended. */
    enum End {
        LOST,
        /** The other bridge has no such relay any more. */
        RELAY_EXPIRED
    }

    RelaySocket(ChannelSlot slot, Consumer<End> onEnd) {
        this.slot = slot;
        this.onEnd = onEnd;
    }

    @Override
    public void onOpen(WebSocket opened) {
        socket = opened;
        slot.onOpen(this);
        opened.request(1);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
        if (partial.length() + part.length() > MAX_MESSAGE_CHARS) {
            var _ = from.sendClose(TOO_LONG, "message too long").whenComplete((_, _) -> from.abort());
            ended(TOO_LONG, End.LOST);
            return null;
        }
        partial.append(part);
        if (isLast) {
            String text = partial.toString();
            partial.setLength(0);
            slot.onText(this, text);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer part, boolean isLast) {
        if (isLast) {
            slot.onBinary(this);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        boolean isExpired = code == CloseReason.RELAY_CLOSED.code() && reason.equals(CloseReason.RELAY_CLOSED.text());
        ended(code, isExpired ? End.RELAY_EXPIRED : End.LOST);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        ended(ABNORMAL, End.LOST);
    }

    private void ended(int code, End end) {
        if (hasEnded.compareAndSet(false, true)) {
            slot.onClose(this, code);
            onEnd.accept(end);
        }
    }

    @Override
    public boolean send(ChannelText text) {
        WebSocket open = socket;
        int lengthBytes = text.lengthBytes();
        if (open == null || hasEnded.get() || open.isOutputClosed()) {
            return false;
        }
        if (pendingBytes.addAndGet(lengthBytes) > MAX_PENDING_BYTES) {
            pendingBytes.addAndGet(-lengthBytes);
            return false;
        }
        synchronized (this) {
            lastSend = lastSend.thenCompose(_ -> open.sendText(text.toString(), true))
                    .handle((_, _) -> pendingBytes.addAndGet(-lengthBytes));
        }
        return true;
    }

    @Override
    public void close(CloseReason reason) {
        WebSocket open = socket;
        if (open == null) {
            return;
        }
        synchronized (this) {
            lastSend = lastSend.thenCompose(_ -> open.sendClose(reason.code(), reason.text()))
                    .exceptionally(_ -> {
                        open.abort();
                        return open;
                    });
        }
    }

    /** Closes it, as the relay is no longer there; the conference need not hear of it. */
    void end() {
        hasEnded.set(true);
        close(CloseReason.RELAY_CLOSED);
    }
}
