package org.starbridge.bridge.websocket;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.common.WebSocketSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.channel.MessageLimits;
import org.starbridge.control.channel.PendingMessages;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;

/**
 * One client's socket. Jetty calls its listener methods one after another; the channel's methods may be called from any
 * thread. It is public because Jetty looks its methods up by reflection.
 */
public final class ChannelSocket implements Session.Listener.AutoDemanding, BridgeChannel {
    private static final int GOING_AWAY = 1001;
    private static final int TOO_LONG = 1009;

    /**
     * Memory that Jetty keeps for a frame that waits: the frame, its view of the bytes, callbacks and places in its
     * queues.
     */
    private static final int FRAME_COST_BYTES = 320;

    /** Time that a client may take to answer a close frame: a round trip and a retransmission. */
    private static final long CLOSING_NS = 2_000_000_000L;

    private final ChannelSlot slot;
    private final ConferenceCounters counters;
    private final KeepAlive keepAlive;
    private final MessageLimits limits;
    private final PendingMessages pending;
    private final IncomingText incoming;
    private int binaryBytes;
    private final AtomicBoolean isCut = new AtomicBoolean();
    private volatile @Nullable WebSocketSession session;
    private volatile long heardAtNs;
    private volatile long pingedAtNs;
    private volatile boolean isClosing;
    private volatile long closingSinceNs;

    ChannelSocket(
            ChannelSlot slot,
            MessageLimits limits,
            ChannelMemory memory,
            ConferenceCounters counters,
            KeepAlive keepAlive) {
        this.slot = slot;
        this.counters = counters;
        this.keepAlive = keepAlive;
        this.limits = limits;
        incoming = new IncomingText(memory.share(limits.maxMessageBytes()));
        pending = new PendingMessages(memory, limits, FRAME_COST_BYTES);
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        session = (WebSocketSession) opened;
        heardAtNs = keepAlive.nowNs();
        pingedAtNs = heardAtNs;
        keepAlive.add(this);
        slot.onOpen(this);
    }

    /** Parts are put together here and not by Jetty, so that those of all clients count. */
    @Override
    public void onWebSocketPartialText(String part, boolean isLast) {
        int lengthBytes = incoming.lengthBytes() + ChannelText.lengthBytes(part);
        if (!isAcceptable(lengthBytes)) {
            return;
        }
        if (!incoming.add(part)) {
            cut();
        } else if (isLast) {
            if (awaitPace(lengthBytes)) {
                slot.onText(this, incoming.text());
            }
            incoming.clear();
        }
    }

    @Override
    public void onWebSocketPartialBinary(ByteBuffer part, boolean isLast, Callback callback) {
        binaryBytes += part.remaining();
        if (isAcceptable(binaryBytes) && isLast) {
            if (awaitPace(binaryBytes)) {
                slot.onBinary(this);
            }
            binaryBytes = 0;
        }
        callback.succeed();
    }

    private boolean isAcceptable(int lengthBytes) {
        if (lengthBytes > limits.maxMessageBytes()) {
            close(TOO_LONG, "message too long");
        }
        return !isClosing;
    }

    /**
     * A client that sends too fast waits, on its own virtual thread: nothing more is read from it until then, and
     * nothing is lost. One that never stops is closed.
     *
     * @return whether its message counts
     */
    private boolean awaitPace(int lengthBytes) {
        long nowNs = keepAlive.nowNs();
        heardAtNs = nowNs;
        long waitNs = slot.pace().waitNs(lengthBytes, nowNs);
        if (waitNs > 0) {
            counters.increment(ConferenceCounter.CHANNEL_MESSAGES_DELAYED);
            if (slot.pace().isOverrun(nowNs)) {
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
        incoming.close();
        slot.onClose(this, code);
        callback.succeed();
    }

    @Override
    public boolean send(ChannelText text) {
        WebSocketSession open = session;
        if (open == null || isClosing || !open.isOpen() || !pending.add(text.lengthBytes(), keepAlive.nowNs())) {
            return false;
        }
        Runnable gone = () -> pending.remove(text.lengthBytes(), keepAlive.nowNs());
        // Jetty's own method takes a string, and would encode it for each socket.
        open.getCoreSession()
                .sendFrame(
                        new Frame(OpCode.TEXT, text.view()),
                        org.eclipse.jetty.util.Callback.from(gone, _ -> gone.run()),
                        false);
        return true;
    }

    @Override
    public void close(CloseReason reason) {
        close(reason.code(), reason.text());
    }

    /** A close frame would wait behind all that waits for the client, so a client that reads nothing gets none. */
    private void close(int code, String text) {
        WebSocketSession open = session;
        if (open == null || !open.isOpen()) {
            return;
        }
        if (!pending.isEmpty()) {
            cut();
            return;
        }
        closingSinceNs = keepAlive.nowNs();
        isClosing = true;
        open.close(code, text, Callback.NOOP);
    }

    /**
     * Ends the connection without a close frame, on another thread: Jetty then calls the conference, whose lock may be
     * held here.
     */
    private void cut() {
        WebSocketSession open = session;
        if (open != null && isCut.compareAndSet(false, true)) {
            isClosing = true;
            closingSinceNs = keepAlive.nowNs();
            Thread.startVirtualThread(open::disconnect);
        }
    }

    /**
     * Pings it if nothing came from it, even if messages were sent to it: only its pong shows that it is there. Closes
     * it if it seems dead, and cuts it if it takes nothing of what waits for it, or does not answer a close frame.
     */
    void look(long nowNs, long pingIntervalNs, long idleTimeoutNs) {
        WebSocketSession open = session;
        if (open == null) {
            return;
        }
        if (isClosing) {
            if (nowNs - closingSinceNs >= CLOSING_NS) {
                cut();
            }
        } else if (pending.isStalled(nowNs)) {
            counters.increment(ConferenceCounter.CHANNELS_STALLED);
            cut();
        } else if (nowNs - heardAtNs >= idleTimeoutNs) {
            close(GOING_AWAY, "idle timeout");
        } else if (nowNs - heardAtNs >= pingIntervalNs && nowNs - pingedAtNs >= pingIntervalNs && open.isOpen()) {
            pingedAtNs = nowNs;
            open.sendPing(ByteBuffer.allocate(0), Callback.NOOP);
        }
    }
}
