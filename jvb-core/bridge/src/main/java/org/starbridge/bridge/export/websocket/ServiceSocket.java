package org.starbridge.bridge.export.websocket;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.export.session.Connection;

/**
 * One WebSocket to a service, from its handshake on. The client calls its listener methods one after another; the rest
 * is any thread's.
 */
public final class ServiceSocket implements Connection, FrameHandler {
    /** Frames of a turn go in one write up to this; it is taken from a pool while something waits. */
    private static final int BATCH_BYTES = 64 << 10;

    private static final long DROP_MS = 1_000;

    private final Events events;
    private final int maxEventBytes;
    private final long idleNs;
    private final LongSupplier clockNs;
    private final ByteArrayOutputStream partial = new ByteArrayOutputStream();
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private volatile Runnable decided = () -> {};
    private volatile Runnable dropper = () -> {};
    private volatile @Nullable CoreSession session;
    private volatile boolean isFlushing;
    private volatile String failure = "the connection was cut";
    private volatile long heardNs;
    private volatile boolean isPinged;
    private boolean isBinary;

    /** Events of the connection. */
    public interface Events {
        void onOpen(ServiceSocket opened);

        void onText(String text);

        /** A frame that cannot be taken. */
        void onUnreadable();

        /** Once; {@code code} is 0 without a close frame. */
        void onEnd(int code, String reason);
    }

    public ServiceSocket(Events events, int maxEventBytes, Duration idleTimeout, LongSupplier clockNs) {
        this.events = events;
        this.maxEventBytes = maxEventBytes;
        this.idleNs = idleTimeout.toNanos();
        this.clockNs = clockNs;
        heardNs = clockNs.getAsLong();
    }

    /** Has a task run when the handshake succeeded or failed. */
    void onDecided(Runnable task) {
        decided = task;
    }

    /** There is a connection, which a task drops. Returns whether it is still wanted. */
    boolean onConnected(Runnable drop) {
        dropper = drop;
        return !hasEnded.get();
    }

    /** Before it opens. */
    void configure(CoreSession opening) {
        opening.setOutputBufferSize(BATCH_BYTES);
        opening.setIdleTimeout(Duration.ZERO);
    }

    /** No connection, or none any more. */
    void onFailed(Throwable cause) {
        ended(0, reason(cause));
        dropper.run();
    }

    @Override
    public void onOpen(CoreSession opened, Callback callback) {
        decided.run();
        heardNs = clockNs.getAsLong();
        session = opened;
        callback.succeeded();
        if (hasEnded.get()) {
            opened.abort();
            return;
        }
        events.onOpen(this);
        opened.demand();
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        CoreSession open = session;
        heardNs = clockNs.getAsLong();
        boolean goesOn = open != null && take(frame, open);
        callback.succeeded();
        if (goesOn && open != null) {
            open.demand();
        }
    }

    /** Returns whether it wants more. */
    private boolean take(Frame frame, CoreSession open) {
        switch (frame.getOpCode()) {
            case OpCode.PING -> open.sendFrame(new Frame(OpCode.PONG, copy(frame.getPayload())), Callback.NOOP, false);
            case OpCode.PONG -> isPinged = false;
            case OpCode.CLOSE -> {
                return false;
            }
            case OpCode.BINARY -> {
                isBinary = true;
                return take(frame);
            }
            case OpCode.TEXT -> {
                isBinary = false;
                return take(frame);
            }
            default -> {
                return take(frame);
            }
        }
        return true;
    }

    /** Returns whether it wants more. */
    private boolean take(Frame part) {
        ByteBuffer payload = part.getPayload();
        if (isBinary) {
            if (part.isFin()) {
                events.onUnreadable();
            }
            return true;
        }
        if (partial.size() + payload.remaining() > maxEventBytes) {
            events.onUnreadable();
            ended(0, "it sent an event longer than starbridge.export.max-frame-size");
            close(CloseStatus.MESSAGE_TOO_LARGE, "event too long");
            return false;
        }
        byte[] bytes = copy(payload).array();
        partial.write(bytes, 0, bytes.length);
        return !part.isFin() || take(ByteBuffer.wrap(partial.toByteArray()));
    }

    private boolean take(ByteBuffer event) {
        partial.reset();
        try {
            events.onText(StandardCharsets.UTF_8.newDecoder().decode(event).toString());
            return true;
        } catch (CharacterCodingException _) {
            events.onUnreadable();
            ended(0, "it sent text that is not UTF-8");
            close(CloseStatus.BAD_PAYLOAD, "not UTF-8");
            return false;
        }
    }

    private static ByteBuffer copy(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        return ByteBuffer.wrap(bytes);
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        failure = reason(cause);
        callback.succeeded();
    }

    @Override
    public void onClosed(CloseStatus status, Callback callback) {
        boolean isCut = status.getCode() == CloseStatus.NO_CLOSE || status.getCause() != null;
        ended(isCut ? 0 : status.getCode(), failure);
        callback.succeeded();
    }

    /** A sentence that holds no part of a URL or header. */
    public static String reason(Throwable cause) {
        String message = cause.getMessage();
        return cause instanceof HandshakeException && message != null
                ? message
                : cause.getClass().getSimpleName();
    }

    private void ended(int code, String reason) {
        if (hasEnded.compareAndSet(false, true)) {
            decided.run();
            events.onEnd(code, reason);
        }
    }

    @Override
    public boolean isWritable() {
        return session != null && !isFlushing && !hasEnded.get();
    }

    @Override
    public void send(String text) {
        CoreSession open = session;
        if (open != null) {
            open.sendFrame(new Frame(OpCode.TEXT, text), Callback.NOOP, true);
        }
    }

    @Override
    public void flush() {
        CoreSession open = session;
        if (open != null) {
            isFlushing = true;
            open.flush(Callback.from(() -> isFlushing = false, _ -> ended(0, "a frame could not be sent")));
        }
    }

    /** Pings a service that was silent for long; drops the connection when even that has no answer. */
    @Override
    public void look(long nowNs) {
        CoreSession open = session;
        if (open == null || hasEnded.get()) {
            return;
        }
        long silentNs = nowNs - heardNs;
        if (silentNs > idleNs) {
            ended(0, "nothing was received for starbridge.export.idle-timeout");
            open.abort();
        } else if (silentNs > idleNs / 2 && !isPinged) {
            isPinged = true;
            open.sendFrame(new Frame(OpCode.PING), Callback.NOOP, false);
        }
    }

    @Override
    public void close(int code, String reason) {
        CoreSession open = session;
        if (open != null) {
            open.close(code, reason, Callback.NOOP);
            CompletableFuture.delayedExecutor(DROP_MS, TimeUnit.MILLISECONDS).execute(this::abort);
        }
    }

    /** If it is not open yet, it never will be. */
    @Override
    public void abort() {
        ended(0, "the bridge closed the connection");
        CoreSession open = session;
        if (open == null) {
            dropper.run();
        } else {
            open.abort();
        }
    }
}
