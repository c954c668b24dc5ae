package org.starbridge.bridge.http;

import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * An HTTP/1.1 connection that is read by one thread at a time.
 *
 * <p>Jetty 12.1.12 does not hold to that after a malformed request. {@code HttpConnection.onFillable} leaves the error
 * response to another thread, which starts {@code onFillable} again when the response is complete. If the malformed
 * bytes came behind a complete request, the first thread has meanwhile asked for more bytes, and their arrival starts
 * {@code onFillable} too. Both then use and release the same pooled buffer. Jetty logs "already released"; worse, a
 * buffer that belongs to another connection by then may be written to.
 */
final class SerialHttpConnection extends HttpConnection {
    /** Calls of {@link #onFillable} that have not ended; the first caller runs them all. */
    private final AtomicInteger calls = new AtomicInteger();

    private SerialHttpConnection(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
        super(configuration, connector, endPoint);
    }

    /**
     * Runs at once, or after the run that another thread is in. No thread waits: one that reads content of a request,
     * and may block within a run, is woken by another callback. If a run throws, Jetty has closed the connection, and
     * there is no further one.
     */
    @Override
    public void onFillable() {
        if (calls.getAndIncrement() == 0) {
            do {
                super.onFillable();
            } while (calls.decrementAndGet() > 0);
        }
    }

    /** Makes them. */
    static final class Factory extends HttpConnectionFactory {
        Factory(HttpConfiguration configuration) {
            super(configuration);
        }

        @Override
        public Connection newConnection(Connector connector, EndPoint endPoint) {
            SerialHttpConnection connection = new SerialHttpConnection(getHttpConfiguration(), connector, endPoint);
            connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
            return configure(connection, connector, endPoint);
        }
    }
}
