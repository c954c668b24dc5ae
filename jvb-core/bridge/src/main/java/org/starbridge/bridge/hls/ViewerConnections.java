package org.starbridge.bridge.hls;

import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;

/** Counts the open connections over which HLS was requested. Any thread. */
final class ViewerConnections {
    private static final String SEEN = ViewerConnections.class.getName();

    private final AtomicInteger open = new AtomicInteger();

    /** The connection of a request is one of them until it closes. */
    void onRequest(Request request) {
        ConnectionMetaData connection = request.getConnectionMetaData();
        if (connection.getAttribute(SEEN) == null) {
            add(connection);
        }
    }

    /** With HTTP/2 several requests of one connection come at the same time. */
    private synchronized void add(ConnectionMetaData connection) {
        if (connection.getAttribute(SEEN) == null) {
            connection.setAttribute(SEEN, true);
            open.incrementAndGet();
            connection.getConnection().addEventListener(new Connection.Listener() {
                @Override
                public void onClosed(Connection closed) {
                    open.decrementAndGet();
                }
            });
        }
    }

    int count() {
        return open.get();
    }
}
