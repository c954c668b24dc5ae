package org.starbridge.bridge.export.websocket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** TCP or TLS connection until its handshake is answered; then the WebSocket goes on with it. */
final class HandshakeConnection extends AbstractConnection implements Connection.UpgradeFrom {
    private static final int MAX_HEADER_BYTES = 8 << 10;

    private final HandshakeRequest request;
    private final HandshakeAnswer answer;
    private final HttpParser parser;
    private final ByteBuffer received = BufferUtil.allocate(MAX_HEADER_BYTES);
    private final ServiceSocket socket;
    private final BiFunction<EndPoint, @Nullable String, Connection> upgrade;

    /** @param upgrade makes the WebSocket of a connection and the agreed subprotocol */
    HandshakeConnection(
            EndPoint endPoint,
            Executor executor,
            HandshakeRequest request,
            ServiceSocket socket,
            BiFunction<EndPoint, @Nullable String, Connection> upgrade) {
        super(endPoint, executor);
        this.request = request;
        this.socket = socket;
        this.upgrade = upgrade;
        answer = new HandshakeAnswer(request);
        parser = new HttpParser(answer, MAX_HEADER_BYTES);
    }

    @Override
    public void onOpen() {
        super.onOpen();
        if (!socket.onConnected(getEndPoint()::close)) {
            close();
            return;
        }
        getEndPoint().write(Callback.from(this::fillInterested, this::fail), request.bytes());
    }

    @Override
    public void onFillable() {
        try {
            while (!answer.isComplete()) {
                int filled = getEndPoint().fill(received);
                if (filled == 0) {
                    fillInterested();
                    return;
                }
                if (filled < 0) {
                    fail(new HandshakeException("the connection ended before the handshake was answered"));
                    return;
                }
                parse();
            }
        } catch (IOException e) {
            fail(e);
            return;
        }
        String objection = answer.objection();
        if (objection == null) {
            getEndPoint().upgrade(upgrade.apply(getEndPoint(), answer.subprotocol()));
        } else {
            fail(new HandshakeException(objection));
        }
    }

    private void parse() {
        try {
            parser.parseNext(received);
        } catch (AssertionError | RuntimeException e) {
            // The parser asserts that the status of a bad response is that of an error, which 101 is not.
            answer.refuse();
        }
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        fail(cause);
    }

    private void fail(Throwable cause) {
        socket.onFailed(cause);
        close();
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        if (!answer.isComplete()) {
            socket.onFailed(
                    cause == null
                            ? new HandshakeException("the connection ended before the handshake was answered")
                            : cause);
        }
    }

    /** Frames that came with the answer. */
    @Override
    public @Nullable ByteBuffer onUpgradeFrom() {
        return received.hasRemaining() ? received : null;
    }
}
