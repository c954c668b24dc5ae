package org.starbridge.bridge.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.Callback;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Cuts clients off that let a request trickle: a byte now and then keeps a connection from being idle, but a request
 * that is not answered so long after its first byte never will be. Answers are quick, so one limit covers slow headers
 * and slow bodies, and the handshake of TLS. Connections that have become WebSockets are none of its business.
 *
 * <p>Connections come and go on Jetty's threads; {@link #sweep} is called by one thread, regularly.
 */
final class SlowExchanges implements Connection.Listener {
    private static final String SINCE = SlowExchanges.class.getName();

    private final Map<Connection, Progress> open = new ConcurrentHashMap<>();
    private final Map<Connection, HTTP2Session> sessions = new ConcurrentHashMap<>();
    private final long timeoutNs;
    private final SharedCounters<HttpCounter> counters;

    SlowExchanges(long timeoutNs, SharedCounters<HttpCounter> counters) {
        this.timeoutNs = timeoutNs;
        this.counters = counters;
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof HTTP2Connection http2) {
            sessions.put(connection, http2.getSession());
        } else if (connection instanceof SerialHttpConnection || connection instanceof SslConnection) {
            open.put(connection, new Progress()); // Jetty reports those that follow an upgrade, too
        }
    }

    @Override
    public void onClosed(Connection connection) {
        open.remove(connection);
        sessions.remove(connection);
    }

    void sweep(long nowNs) {
        sessions.values().forEach(session -> session.getStreams().forEach(stream -> sweep(stream, nowNs)));
        open.forEach((connection, progress) -> {
            if (!connection.equals(connection.getEndPoint().getConnection()) || hasShakenHands(connection)) {
                open.remove(connection); // upgraded; what is inside of TLS is a connection of its own
            } else if (progress.quietForNs(connection, nowNs) > timeoutNs) {
                open.remove(connection);
                counters.increment(HttpCounter.SLOW_CLIENTS);
                connection.getEndPoint().close(new java.util.concurrent.TimeoutException("the request took too long"));
            }
        });
    }

    /** A stream of HTTP/2 is one request; one that is complete may be answered late. */
    private void sweep(Stream stream, long nowNs) {
        if (stream.isRemotelyClosed()) {
            return;
        }
        if (!(stream.getAttribute(SINCE) instanceof Long sinceNs)) {
            stream.setAttribute(SINCE, nowNs);
        } else if (nowNs - sinceNs > timeoutNs && !stream.isReset()) {
            counters.increment(HttpCounter.SLOW_CLIENTS);
            stream.reset(new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
        }
    }

    private static boolean hasShakenHands(Connection connection) {
        return connection instanceof SslConnection tls
                && !tls.getSSLEngine().getSession().getProtocol().equals("NONE");
    }

    /** Of one connection; touched by the sweeping thread only. */
    private static final class Progress {
        private boolean isSeen;
        private long answered;
        private long bytesBefore;
        private long sinceNs;

        /** Returns how long a request has been arriving; 0 while none is. */
        long quietForNs(Connection connection, long nowNs) {
            long bytes = connection.getBytesIn();
            long answers = connection.getMessagesOut();
            boolean isIdle = answers == answered && bytes == bytesBefore;
            if (!isSeen || answers != answered) {
                isSeen = true;
                bytesBefore = answers <= 0 ? 0 : bytes; // TLS counts no messages
                answered = answers;
                sinceNs = nowNs;
                return 0;
            }
            if (isIdle) {
                sinceNs = nowNs;
            }
            return nowNs - sinceNs;
        }
    }
}
