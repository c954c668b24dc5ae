package org.starbridge.bridge.http;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.HTTP2Cipher;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.WindowRateControl;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HostHeaderCustomizer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Protocols of one HTTP port: HTTP/1.1, and HTTP/2 (RFC 9113) by ALPN (RFC 7301) within TLS or by prior knowledge
 * without it.
 */
final class Protocols {
    /** Frames of a connection that carry neither headers nor data, and resets, each second: more is an attack. */
    private static final int MAX_CONTROL_FRAMES_PER_SECOND = 100;

    private Protocols() {}

    /**
     * In order of preference.
     *
     * @param maxStreams requests of one HTTP/2 connection at the same time; 0 for a port that does not speak it
     */
    static List<ConnectionFactory> of(
            HttpConfiguration http, SslContextFactory.@Nullable Server contexts, int maxStreams) {
        boolean hasHttp2 = maxStreams > 0;
        List<ConnectionFactory> all = new ArrayList<>();
        ConnectionFactory plain = new SerialHttpConnection.Factory(http);
        if (contexts == null) {
            all.add(plain);
            if (hasHttp2) {
                all.add(limited(new HTTP2CServerConnectionFactory(ofHttp2(http)), maxStreams));
            }
        } else if (hasHttp2) {
            AbstractHTTP2ServerConnectionFactory http2 =
                    limited(new HTTP2ServerConnectionFactory(ofHttp2(http)), maxStreams);
            ALPNServerConnectionFactory choice = new ALPNServerConnectionFactory();
            choice.setDefaultProtocol(plain.getProtocol());
            contexts.setCipherComparator(HTTP2Cipher.COMPARATOR);
            all.add(new SslConnectionFactory(contexts, choice.getProtocol()));
            all.add(choice);
            all.add(http2);
            all.add(plain);
        } else {
            all.add(new SslConnectionFactory(contexts, plain.getProtocol()));
            all.add(plain);
        }
        return all;
    }

    /** Requests have their authority in the header Host, in which it is checked. */
    private static HttpConfiguration ofHttp2(HttpConfiguration http) {
        HttpConfiguration copy = new HttpConfiguration(http);
        copy.addCustomizer(new HostHeaderCustomizer());
        return copy;
    }

    private static AbstractHTTP2ServerConnectionFactory limited(
            AbstractHTTP2ServerConnectionFactory http2, int maxStreams) {
        http2.setMaxConcurrentStreams(maxStreams);
        http2.setRateControlFactory(new WindowRateControl.Factory(MAX_CONTROL_FRAMES_PER_SECOND));
        http2.setConnectProtocolEnabled(false); // WebSockets use HTTP/1.1
        return http2;
    }
}
