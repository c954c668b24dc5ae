package org.starbridge.bridge.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Waits for bodies, so that a request takes a place among those that are served only when it is complete. A client has
 * a share of the bodies that arrive, all of them together may have so many bytes, and each has to arrive within a time
 * and at a rate. No thread waits: Jetty calls when more has come.
 *
 * <p>A body that is too long is read on for a while and dropped, so that its sender sees the answer, which is the
 * handler's. Thread safe; {@link #sweep} is called by one thread, regularly.
 */
final class ArrivingBodies {
    private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(ClientShare.GRACE_SECONDS);

    private final HttpLimits limits;
    private final SharedCounters<HttpCounter> counters;
    private final LongSupplier clockNs;
    private final Places places;
    private final AtomicLong heldBytes = new AtomicLong();
    private final Set<Arrival> arriving = ConcurrentHashMap.newKeySet();

    /** Serves a request that is complete. */
    @FunctionalInterface
    interface Served {
        /** Returns whether there is an answer, or will be one. */
        boolean handle(Request request, Response response, Callback callback) throws Exception;
    }

    /** @param clockNs monotonic */
    ArrivingBodies(HttpLimits limits, SharedCounters<HttpCounter> counters, LongSupplier clockNs) {
        this.limits = limits;
        this.counters = counters;
        this.clockNs = clockNs;
        this.places = new Places(Integer.MAX_VALUE, limits.perClient().arrivingRequests());
    }

    /** Returns the size of what has come of all bodies that have not arrived as a whole. */
    long heldBytes() {
        return heldBytes.get();
    }

    /** Serves it when its body has arrived, at once if it has none. */
    boolean await(Request request, Response response, Callback callback, ClientNetwork client, Served served)
            throws Exception {
        if (!mayHaveBody(request) || isNotInvited(request)) {
            return served.handle(request, response, callback);
        }
        if (places.take(client) != Places.Outcome.TAKEN) {
            counters.increment(HttpCounter.SHARE_USED);
            return RequestLimiter.refuse(
                    429,
                    "your address has " + limits.perClient().arrivingRequests()
                            + " requests with an incomplete body"
                            + " (starbridge.http.max-arriving-requests-per-address)",
                    request,
                    response,
                    callback);
        }
        Arrival arrival = new Arrival(request, response, callback, client, served);
        arriving.add(arrival);
        arrival.run();
        return true;
    }

    private static boolean mayHaveBody(Request request) {
        return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2
                ? request.getLength() != 0
                : RouteHandler.hasBody(request);
    }

    /** A client that asks before it sends a long body (RFC 9110, 10.1.1) is refused before it does. */
    private boolean isNotInvited(Request request) {
        return request.getLength() > limits.maxBodyBytes()
                && request.getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString());
    }

    /** Refuses those that are late or slow. */
    void sweep(long nowNs) {
        arriving.forEach(arrival -> arrival.check(nowNs));
    }

    /** One body on its way. Its thread is the one that Jetty calls with; the sweep may end it meanwhile. */
    private final class Arrival implements Runnable {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private final ClientNetwork client;
        private final Served served;
        private final long sinceNs = clockNs.getAsLong();
        private ByteArrayOutputStream body = new ByteArrayOutputStream(0);
        private volatile boolean isOver;
        private volatile long lengthBytes;

        Arrival(Request request, Response response, Callback callback, ClientNetwork client, Served served) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            this.client = client;
            this.served = served;
        }

        /** Takes what has come, and asks for more. */
        @Override
        public void run() {
            while (!isOver) {
                Content.Chunk chunk = request.read();
                if (chunk == null) {
                    request.demand(this);
                    return;
                }
                if (Content.Chunk.isFailure(chunk)) {
                    refuse(null, 400, "the body cannot be read");
                    return;
                }
                boolean isKept = keep(chunk);
                boolean isLast = chunk.isLast() || lengthBytes > mostBytes();
                chunk.release();
                if (!isKept) {
                    refuse(
                            HttpCounter.BUSY,
                            503,
                            "request bodies of more than " + limits.maxArrivingBytes()
                                    + " bytes are being received (starbridge.http.max-arriving-size): try again");
                } else if (isLast) {
                    serve();
                }
            }
        }

        /** Up to a multiple of the longest body is read, only to answer that it was too long. */
        private long mostBytes() {
            return (long) RouteHandler.DISCARDED_BODIES * limits.maxBodyBytes();
        }

        /** Returns whether there was memory for it. What is beyond the longest body is counted only. */
        private synchronized boolean keep(Content.Chunk chunk) {
            int bytes = chunk.remaining();
            lengthBytes += bytes;
            if (isOver || lengthBytes > limits.maxBodyBytes()) {
                drop();
                return true;
            }
            if (heldBytes.addAndGet(bytes) > limits.maxArrivingBytes()) {
                heldBytes.addAndGet(-bytes);
                return false;
            }
            byte[] copy = new byte[bytes];
            chunk.getByteBuffer().get(copy);
            body.writeBytes(copy);
            return true;
        }

        void check(long nowNs) {
            long arrivingNs = nowNs - sinceNs;
            boolean isLate = arrivingNs > limits.requestTimeout().toNanos();
            boolean isSlow = arrivingNs > GRACE_NS
                    && lengthBytes < limits.perClient().bodyBytesPerSecond() * (double) arrivingNs / 1e9;
            if (isLate || isSlow) {
                refuse(HttpCounter.SLOW_BODIES, 408, sentence(isLate));
            }
        }

        private String sentence(boolean isLate) {
            return "the request body has not arrived "
                    + (isLate
                            ? "within " + limits.requestTimeout().toMillis() + " ms (starbridge.http.request-timeout)"
                            : "at " + limits.perClient().bodyBytesPerSecond()
                                    + " bytes per second (starbridge.http.min-body-rate)");
        }

        private void drop() {
            heldBytes.addAndGet(-body.size());
            body = new ByteArrayOutputStream(0);
        }

        /** Returns whether it is ours to answer, and not answered yet. */
        private synchronized boolean end() {
            if (isOver) {
                return false;
            }
            isOver = true;
            heldBytes.addAndGet(-body.size());
            arriving.remove(this);
            places.giveBack(client);
            return true;
        }

        private void refuse(@Nullable HttpCounter counter, int status, String sentence) {
            if (!end()) {
                return;
            }
            if (counter != null) {
                counters.increment(counter);
            }
            response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
            RouteHandler.write(Answer.error(status, sentence), request, response, callback);
        }

        private void serve() {
            if (!end()) {
                return;
            }
            byte[] complete = body.toByteArray();
            try {
                if (!served.handle(new CompleteRequest(request, complete, lengthBytes), response, callback)) {
                    Response.writeError(request, response, callback, 404);
                }
            } catch (Exception e) {
                Response.writeError(request, response, callback, e);
            }
        }
    }

    /** A request whose body is here. Of one that is too long, all that is left is how long it was. */
    private static final class CompleteRequest extends Request.Wrapper {
        private final long lengthBytes;
        private Content.Chunk next;

        CompleteRequest(Request request, byte[] body, long lengthBytes) {
            super(request);
            this.lengthBytes = Math.max(lengthBytes, request.getLength());
            this.next = body.length == 0 ? Content.Chunk.EOF : Content.Chunk.from(ByteBuffer.wrap(body), true);
        }

        @Override
        public long getLength() {
            return lengthBytes;
        }

        @Override
        public Content.Chunk read() {
            Content.Chunk chunk = next;
            next = Content.Chunk.EOF;
            return chunk;
        }

        @Override
        public void demand(Runnable demandCallback) {
            demandCallback.run();
        }
    }
}
