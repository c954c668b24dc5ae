package org.starbridge.bridge.http;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Gives each request the address of its client, as trusted proxies report it. Jetty's own customizer trusts the header
 * of any client.
 */
final class ForwardedClient implements HttpConfiguration.Customizer {
    private final TrustedProxies proxies;
    private final SharedCounters<HttpCounter> counters;

    ForwardedClient(TrustedProxies proxies, SharedCounters<HttpCounter> counters) {
        this.proxies = proxies;
        this.counters = counters;
    }

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        HttpFields headers = request.getHeaders();
        boolean isForwarded = headers.contains(HttpHeader.FORWARDED) || headers.contains(HttpHeader.X_FORWARDED_FOR);
        if (!isForwarded
                || !(request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress peer)) {
            return request;
        }
        InetSocketAddress client = proxies.client(
                peer, headers.getValuesList(HttpHeader.FORWARDED), headers.getValuesList(HttpHeader.X_FORWARDED_FOR));
        if (client.equals(peer)) {
            counters.increment(HttpCounter.FORWARDS_IGNORED);
            return request;
        }
        ConnectionMetaData connection = new ConnectionMetaData.Wrapper(request.getConnectionMetaData()) {
            @Override
            public SocketAddress getRemoteSocketAddress() {
                return client;
            }
        };
        return new Request.Wrapper(request) {
            @Override
            public ConnectionMetaData getConnectionMetaData() {
                return connection;
            }
        };
    }
}
