package org.starbridge.hammer.hls;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.LoadTestException;

/**
 * Makes requests over HTTP/1.1 with Jetty's client. Two threads wait for all connections and read what comes; they are
 * also those that give replies. Each viewer has connections of its own: a blocking request occupies one. Media is
 * counted and thrown away as it comes. Any thread.
 */
final class HttpFetcher implements AutoCloseable {
    /** Threads that read; with one, viewers would wait for it where all processors are busy. */
    private static final int SELECTORS = 2;

    private static final int THREADS = 4;
    /** A playlist, a blocking one, and a piece of each of two renditions. */
    private static final int CONNECTIONS_PER_VIEWER = 6;

    private static final int BUFFER_BYTES = 64 << 10;
    /** A blocking request may wait for three target durations. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final int USUAL_PLAYLIST_BYTES = 2048;
    private static final int MAX_KEPT_BYTES = 16 << 20;

    private final HttpClient client;
    private final LongSupplier clockNs;
    private final Predicate<Request> keepsBody;
    private final Consumer<Reply> replies;

    private HttpFetcher(
            HttpClient client, LongSupplier clockNs, Predicate<Request> keepsBody, Consumer<Reply> replies) {
        this.client = client;
        this.clockNs = clockNs;
        this.keepsBody = keepsBody;
        this.replies = replies;
    }

    /**
     * Starts the client.
     *
     * @param trustsAny whether any certificate is accepted
     * @param keepsBody whether a body of media is wanted; those of playlists always are
     * @param replies must not block; called by any thread, also within {@link #fetch}
     */
    static HttpFetcher start(
            boolean trustsAny, LongSupplier clockNs, Predicate<Request> keepsBody, Consumer<Reply> replies) {
        ClientConnector connector = new ClientConnector();
        QueuedThreadPool threads = new QueuedThreadPool(THREADS + 2, THREADS);
        threads.setName("hls");
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        connector.setExecutor(threads);
        connector.setSelectors(SELECTORS);
        connector.setSslContextFactory(new SslContextFactory.Client(trustsAny));
        HttpClientTransportOverHTTP transport = new HttpClientTransportOverHTTP(connector);
        transport.setHeaderCacheSize(0); // the cache takes 97 KB of each connection
        transport.setInvocationType(Invocable.InvocationType.NON_BLOCKING); // selectors read answers
        HttpClient client = new HttpClient(transport);
        client.setExecutor(threads);
        client.setMaxConnectionsPerDestination(CONNECTIONS_PER_VIEWER);
        client.setFollowRedirects(true);
        client.setResponseBufferSize(BUFFER_BYTES);
        client.setUserAgentField(null);
        client.getContentDecoderFactories().clear(); // bodies are counted as they come
        try {
            client.start();
        } catch (Exception e) {
            throw new LoadTestException("the HTTP client failed to start: " + e.getMessage());
        }
        return new HttpFetcher(client, clockNs, keepsBody, replies);
    }

    /** Makes a request; its reply goes to the consumer. */
    void fetch(Request request) {
        var exchange = client.newRequest(request.uri())
                .tag(request.viewer()) // connections are the viewer's
                .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        if (request.kind().isPlaylist()) {
            exchange.headers(headers -> headers.put(HttpHeader.ACCEPT_ENCODING, "gzip"));
        }
        exchange.send(new Exchange(request));
    }

    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception _) {
            // It is not used any more.
        }
    }

    /** One request until it is complete. Its methods are called one after the other. */
    private final class Exchange implements Response.Listener {
        private final Request request;
        private final @Nullable ByteArrayOutputStream body;
        private long firstNs;
        private long sizeBytes;

        Exchange(Request request) {
            this.request = request;
            body = request.kind().isPlaylist() || keepsBody.test(request)
                    ? new ByteArrayOutputStream(USUAL_PLAYLIST_BYTES)
                    : null;
        }

        @Override
        public void onBegin(Response response) {
            firstNs = clockNs.getAsLong();
        }

        @Override
        public void onContent(Response response, ByteBuffer content) {
            sizeBytes += content.remaining();
            if (body != null) {
                if (sizeBytes > MAX_KEPT_BYTES) {
                    var _ = response.abort(
                            new IllegalStateException("a body of more than " + MAX_KEPT_BYTES + " bytes"));
                    return;
                }
                byte[] bytes = new byte[content.remaining()];
                content.get(bytes);
                body.writeBytes(bytes);
            } else {
                content.position(content.limit());
            }
        }

        @Override
        public void onComplete(Result result) {
            boolean isWhole = result.isSucceeded();
            Response response = result.getResponse();
            long nowNs = clockNs.getAsLong();
            replies.accept(new Reply(
                    request,
                    isWhole && response != null ? response.getStatus() : 0,
                    body == null ? null : body.toByteArray(),
                    response == null ? null : response.getHeaders().get(HttpHeader.CONTENT_ENCODING),
                    sizeBytes,
                    firstNs == 0 ? nowNs : firstNs,
                    nowNs));
        }
    }
}
