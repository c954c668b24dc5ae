package org.starbridge.bridge.rest;

import java.io.IOException;
import java.util.List;
import org.starbridge.bridge.http.CorsHeaders;
import org.starbridge.bridge.http.CrossOriginGuard;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.bridge.http.HttpListener;
import org.starbridge.bridge.http.RouteHandler;
import org.starbridge.bridge.http.tls.KeyStoreWatch;
import org.starbridge.bridge.http.tls.TlsConfig;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.transport.counters.SharedCounters;

/** The server for operators, the focus and scrapers. See {@link RestRoutes} for what it serves. */
public final class PrivateHttpServer implements AutoCloseable {
    private static final CorsHeaders PAGES =
            new CorsHeaders(List.of("GET", "HEAD", "POST", "PATCH"), List.of("Content-Type"), List.of());

    private final HttpListener listener;

    private PrivateHttpServer(HttpListener listener) {
        this.listener = listener;
    }

    /**
     * Binds the port and serves from now on.
     *
     * @throws IOException when the port is taken, with a message that names it
     */
    public static PrivateHttpServer start(RestConfig config, SharedCounters<HttpCounter> counters, RestSources sources)
            throws IOException {
        RouteHandler handler = new RouteHandler(
                RestRoutes.router(config, sources),
                config.limits().maxBodyBytes(),
                counters,
                () -> sources.conferences().counters().increment(ConferenceCounter.HTTP_REQUESTS_REFUSED));
        HttpListener listener = HttpListener.bind("private-http", config.address(), config.limits(), counters);
        listener.start(_ -> new CrossOriginGuard(handler, config.address().host(), config.callers(), PAGES, counters));
        return new PrivateHttpServer(listener);
    }

    /** The port, also where 0 was asked for. */
    public int port() {
        return listener.port();
    }

    /** Looks after its key store. */
    public KeyStoreWatch watch(TlsConfig tls) {
        return listener.watch(tls);
    }

    @Override
    public void close() {
        listener.close();
    }
}
