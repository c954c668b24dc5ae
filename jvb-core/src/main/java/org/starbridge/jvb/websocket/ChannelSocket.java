package org.starbridge.jvb.websocket;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.conference.BridgeChannel;
import org.starbridge.jvb.conference.ChannelSlot;

/**
 * One client's socket. Jetty calls its listener methods one after another; the channel's methods may be called from any
 * thread. It is public because Jetty looks its methods up by reflection.
 */
public final class ChannelSocket implements Session.Listener.AutoDemanding, BridgeChannel {
    /** Messages that may wait for a client that reads slowly; further ones are dropped, as the protocol allows. */
    private static final int MAX_PENDING = 256;

    private static final int GOING_AWAY = 1001;

    private final ChannelSlot slot;
    private final KeepAlive keepAlive;
    private final AtomicInteger pending = new AtomicInteger();
    private volatile @Nullable Session session;
    private volatile long heardAtNs;
    private volatile long sentAtNs;

    ChannelSocket(ChannelSlot slot, KeepAlive keepAlive) {
        this.slot = slot;
        this.keepAlive = keepAlive;
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        session = opened;
        heardAtNs = keepAlive.nowNs();
        sentAtNs = heardAtNs;
        keepAlive.add(this);
        slot.onOpen(this);
    }

    @Override
    public void onWebSocketText(String text) {
        heardAtNs = keepAlive.nowNs();
        slot.onText(this, text);
    }

    @Override
    public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
        heardAtNs = keepAlive.nowNs();
        slot.onBinary(this);
        callback.succeed();
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
        if (open == null || !open.isOpen() || pending.get() >= MAX_PENDING) {
            return false;
        }
        pending.incrementAndGet();
        sentAtNs = keepAlive.nowNs();
        open.sendText(json, Callback.from(pending::decrementAndGet, _ -> pending.decrementAndGet()));
        return true;
    }

    @Override
    public void close(CloseReason reason) {
        close(reason.code(), reason.text());
    }

    /** Pings it if it was silent, closes it if it seems dead. */
    void keepAlive(long nowNs, long pingIntervalNs, long idleTimeoutNs) {
        Session open = session;
        if (open == null || !open.isOpen()) {
            return;
        }
        if (nowNs - heardAtNs >= idleTimeoutNs) {
            close(GOING_AWAY, "idle timeout");
        } else if (nowNs - heardAtNs >= pingIntervalNs && nowNs - sentAtNs >= pingIntervalNs) {
            sentAtNs = nowNs;
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
