package org.starbridge.bridge.rest;

import java.io.IOException;

/** The server for operators, the focus and scrapers. See {@link RestRoutes} for what it serves. */
public final class PrivateHttpServer implements AutoCloseable {
    private final HttpListener listener;

    private PrivateHttpServer(HttpListener listener) {
        this.listener = listener;
    }

    /**
     * Binds the port and serves from now on.
     *
     * @throws IOException when the port is taken, with a message that names it
     */
    public static PrivateHttpServer start(RestConfig config, HttpCounters counters, RestSources sources)
            throws IOException {
        HttpListener listener = HttpListener.bind("private-http", config.address(), config.limits(), counters);
        listener.start(_ -> new CrossOriginGuard(
                new RestHandler(new RestRoutes(config, sources), config.limits().maxBodyBytes(), counters),
                config.address().host(),
                config.callers(),
                counters));
        return new PrivateHttpServer(listener);
    }

    /** The port, also where 0 was asked for. */
    public int port() {
        return listener.port();
    }

    @Override
    public void close() {
        listener.close();
    }
}
