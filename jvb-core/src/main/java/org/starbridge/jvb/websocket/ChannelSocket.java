package org.starbridge.jvb.websocket;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.conference.BridgeChannel;
import org.starbridge.jvb.conference.ChannelSlot;
import org.starbridge.jvb.conference.MessagePace;

/**
 * One client's socket. Jetty calls its listener methods one after another; the channel's methods may be called from any
 * thread. It is public because Jetty looks its methods up by reflection.
 */
public final class ChannelSocket implements Session.Listener.AutoDemanding, BridgeChannel {
    private static final int GOING_AWAY = 1001;

    private final ChannelSlot slot;
    private final WebSocketConfig config;
    private final LongAdder delayed;
    private final KeepAlive keepAlive;
    private final MessagePace pace;
    private final AtomicInteger pendingMessages = new AtomicInteger();
    private final AtomicInteger pendingChars = new AtomicInteger();
    private volatile @Nullable Session session;
    private volatile long heardAtNs;
    private volatile long pingedAtNs;

    /** {@code delayed} counts messages that had to wait for their client's pace. */
    ChannelSocket(ChannelSlot slot, WebSocketConfig config, LongAdder delayed, KeepAlive keepAlive) {
        this.slot = slot;
        this.config = config;
        this.delayed = delayed;
        this.keepAlive = keepAlive;
        this.pace = new MessagePace(config.messagesPerSecond(), keepAlive.nowNs());
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        session = opened;
        heardAtNs = keepAlive.nowNs();
        pingedAtNs = heardAtNs;
        keepAlive.add(this);
        slot.onOpen(this);
    }

    @Override
    public void onWebSocketText(String text) {
        if (awaitPace()) {
            slot.onText(this, text);
        }
    }

    @Override
    public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
        if (awaitPace()) {
            slot.onBinary(this);
        }
        callback.succeed();
    }

    /**
     * A client that talks too fast is made to wait, on its own virtual thread: no more is read from it meanwhile, and nothing is
     * lost. One that never stops is closed.
     *
     * @return whether its message counts
     */
    private boolean awaitPace() {
        long nowNs = keepAlive.nowNs();
        heardAtNs = nowNs;
        long waitNs = pace.waitNs(nowNs);
        if (waitNs > 0) {
            delayed.increment();
            if (pace.isOverrun(nowNs)) {
                close(CloseReason.TOO_MANY_MESSAGES);
                return false;
            }
            LockSupport.parkNanos(waitNs);
            heardAtNs = keepAlive.nowNs();
        }
        return true;
    }

    @Override
    public void onWebSocketPong(ByteBuffer payload) {
        heardAtNs = keepAlive.nowNs();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        // A close follows; what broke is the client's or the network's affair.
    }

    @Override
    public void onWebSocketClose(int code, @Nullable String reason, Callback callback) {
        keepAlive.remove(this);
        slot.onClose(this, code);
        callback.succeed();
    }

    @Override
    public boolean send(String json) {
        Session open = session;
        if (open == null
                || !open.isOpen()
                || pendingMessages.get() >= config.maxPendingMessages()
                || pendingChars.get() + json.length() > config.maxPendingChars()) {
            return false;
        }
        int length = json.length();
        pendingMessages.incrementAndGet();
        pendingChars.addAndGet(length);
        open.sendText(json, Callback.from(() -> sent(length), _ -> sent(length)));
        return true;
    }

    private void sent(int length) {
        pendingMessages.decrementAndGet();
        pendingChars.addAndGet(-length);
    }

    @Override
    public void close(CloseReason reason) {
        close(reason.code(), reason.text());
    }

    /** Pings it if it was silent, whatever it was told meanwhile: only its pong shows that it lives. Closes it if it seems dead. */
    void keepAlive(long nowNs, long pingIntervalNs, long idleTimeoutNs) {
        Session open = session;
        if (open == null || !open.isOpen()) {
            return;
        }
        if (nowNs - heardAtNs >= idleTimeoutNs) {
            close(GOING_AWAY, "idle timeout");
        } else if (nowNs - heardAtNs >= pingIntervalNs && nowNs - pingedAtNs >= pingIntervalNs) {
            pingedAtNs = nowNs;
            open.sendPing(ByteBuffer.allocate(0), Callback.NOOP);
        }
    }

    private void close(int code, String text) {
        Session open = session;
        if (open != null && open.isOpen()) {
            open.close(code, text, Callback.NOOP);
        }
    }
}
