package org.starbridge.bridge.http;

import java.io.IOException;
import java.net.BindException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.tls.KeyStoreWatch;
import org.starbridge.bridge.http.tls.TlsConfig;
import org.starbridge.bridge.http.tls.TlsSettings;
import org.starbridge.transport.counters.SharedCounters;

/**
 * One HTTP port, plain or with TLS: bound first, so that its number is known, and served from {@link #start} on.
 * Requests run on virtual threads. It does not say which server software it is unless it shall, and its own errors are
 * problem details without a stack trace.
 */
public final class HttpListener implements AutoCloseable {
    /** A request line with headers; real ones have less than 1 kB. A longer one is answered with 431. */
    static final int MAX_HEADER_BYTES = 8 << 10;

    /**
     * Reads that are still made of a body that was refused, so that its sender sees the answer and not a reset
     * connection.
     */
    private static final int MAX_UNCONSUMED_READS = 64;

    /** A proxy that does not take a line feed alone for the end of a line would see other requests than we do. */
    static final HttpCompliance CRLF_ONLY = HttpCompliance.RFC9110.without(
            "RFC9110 with CRLF only",
            HttpCompliance.Violation.LF_HEADER_TERMINATION,
            HttpCompliance.Violation.LF_CHUNK_TERMINATION);

    private static final int UNBOUNDED = 0;
    /** Connections that the kernel holds until they are accepted: all viewers of a stream may come at once. */
    private static final int ACCEPT_QUEUE = 1024;

    private static final long SWEEPS_PER_TIMEOUT = 5;
    private static final long MAX_SWEEP_PAUSE_MS = 1000;

    private final Server server;
    private final ServerConnector connector;
    private final SslContextFactory.@Nullable Server contexts;
    private final HttpLimits limits;
    private final SharedCounters<HttpCounter> counters;
    private final SlowExchanges slowExchanges;
    private final ArrivingBodies arriving;

    private HttpListener(
            Server server,
            ServerConnector connector,
            SslContextFactory.@Nullable Server contexts,
            HttpLimits limits,
            SharedCounters<HttpCounter> counters) {
        this.server = server;
        this.connector = connector;
        this.contexts = contexts;
        this.limits = limits;
        this.counters = counters;
        slowExchanges = new SlowExchanges(limits.requestTimeout().toNanos(), counters);
        arriving = new ArrivingBodies(limits, counters, System::nanoTime);
    }

    /**
     * Takes the port.
     *
     * @param name for its threads
     * @param address where to listen
     * @param limits what it takes from its clients
     * @param counters of what it refuses
     * @throws BindException when the port is taken or the host is not ours; the message names both
     */
    public static HttpListener bind(
            String name, HttpAddress address, HttpLimits limits, SharedCounters<HttpCounter> counters)
            throws IOException {
        // Connections and requests are bounded; a bound on threads would only let slow clients hold up the quick ones.
        VirtualThreadPool threads = new VirtualThreadPool(UNBOUNDED);
        threads.setName(name);
        Server server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(address.tellsVersion());
        http.setSendXPoweredBy(false);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        http.setHttpCompliance(CRLF_ONLY);
        http.setHeaderCacheSize(0); // Jetty's cache of header fields takes 100 KB of each connection
        http.setMaxUnconsumedRequestContentReads(MAX_UNCONSUMED_READS);
        http.addCustomizer(new ForwardedClient(limits.perClient().proxies(), counters));
        SslContextFactory.Server contexts =
                address.tls().map(TlsSettings::contexts).orElse(null);
        int maxStreams = address.speaksHttp2() ? limits.perClient().streamsPerConnection() : 0;
        ServerConnector connector = new ServerConnector(
                server, 1, 1, Protocols.of(http, contexts, maxStreams).toArray(ConnectionFactory[]::new));
        connector.setHost(address.host());
        connector.setPort(address.port());
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        connector.setIdleTimeout(limits.idleTimeout().toMillis());
        server.addConnector(connector);
        server.setErrorHandler(new ServerErrors());
        server.setStopTimeout(0); // do not wait for idle connections: when we stop, everything ends
        try {
            connector.open();
        } catch (IOException e) {
            BindException failure =
                    new BindException("cannot listen on " + address + " for " + name + ": " + e.getMessage());
            failure.initCause(e);
            throw failure;
        }
        return new HttpListener(server, connector, contexts, limits, counters);
    }

    /**
     * Looks after the key store on disk.
     *
     * @param config the key store's place, with which this port was bound
     */
    public KeyStoreWatch watch(TlsConfig config) {
        return new KeyStoreWatch(config, this::useKeys, () -> counters.increment(HttpCounter.CERTIFICATES_REFUSED));
    }

    /** Connections from now on get these keys; those that are open keep theirs. */
    private void useKeys(TlsSettings tls) {
        if (contexts == null) {
            throw new IllegalStateException("port " + port() + " has no TLS");
        }
        try {
            contexts.reload(tls::useKeysIn);
            counters.increment(HttpCounter.CERTIFICATES_LOADED);
        } catch (Exception e) {
            throw new IllegalStateException("the key store cannot be used: " + e.getMessage(), e);
        }
    }

    /** The port, also where 0 was asked for. */
    public int port() {
        return connector.getLocalPort();
    }

    /**
     * Serves requests with the handler that {@code handlerOf} makes; the server it is given is for what the handler
     * needs to hang on to.
     *
     * @throws IOException when the server does not start
     */
    public void start(Function<Server, Handler> handlerOf) throws IOException {
        start(handlerOf, _ -> RequestLimits.ALL);
    }

    /**
     * The same with paths whose requests are limited by their handler.
     *
     * @param limitsOf which limits hold for a path
     * @throws IOException when the server does not start
     */
    public void start(Function<Server, Handler> handlerOf, Function<String, RequestLimits> limitsOf)
            throws IOException {
        server.setHandler(
                new RequestLimiter(handlerOf.apply(server), limits, limitsOf, arriving, counters, System::nanoTime));
        connector.addBean(slowExchanges);
        connector.addBean(new ConnectionShares(limits.perClient(), counters));
        server.addBean(new NetworkConnectionLimit(limits.maxConnections(), connector) {
            @Override
            protected void limit() {
                counters.increment(HttpCounter.CONNECTION_LIMIT_REACHED);
                super.limit();
            }
        });
        try {
            server.start();
            sweepLater();
        } catch (Exception e) {
            close();
            throw new IOException("the HTTP server on port " + port() + " failed to start", e);
        }
    }

    private void sweepLater() {
        long pauseMs = Math.clamp(limits.requestTimeout().toMillis() / SWEEPS_PER_TIMEOUT, 1, MAX_SWEEP_PAUSE_MS);
        connector
                .getScheduler()
                .schedule(
                        () -> {
                            if (server.isRunning()) {
                                arriving.sweep(System.nanoTime()); // first: its clients get an answer
                                slowExchanges.sweep(System.nanoTime());
                                sweepLater();
                            }
                        },
                        pauseMs,
                        TimeUnit.MILLISECONDS);
    }

    /** Ends all connections and frees the port. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the HTTP server on port " + port() + " failed to stop", e);
        } finally {
            connector.close();
        }
    }
}
