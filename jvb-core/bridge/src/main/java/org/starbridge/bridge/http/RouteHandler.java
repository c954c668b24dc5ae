package org.starbridge.bridge.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Router;
import org.starbridge.transport.counters.SharedCounters;

/** Between Jetty and a {@link Router}: reads the request, writes the answer, and turns exceptions into answers. */
public final class RouteHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(RouteHandler.class);

    /** Up to this multiple of the longest body is read, only to answer that it was too long. */
    static final int DISCARDED_BODIES = 4;

    private final Router router;
    private final int maxBodyBytes;
    private final SharedCounters<HttpCounter> counters;
    private final Runnable onRefused;

    /** Only to name unexpected failures, so that an answer and a log line can be brought together. */
    private final SecureRandom failureIds = new SecureRandom();

    /**
     * @param maxBodyBytes a longer body is answered with 413
     * @param onRefused called for each answer with a status of 400 or more, on the thread of the request
     */
    public RouteHandler(Router router, int maxBodyBytes, SharedCounters<HttpCounter> counters, Runnable onRefused) {
        this.router = router;
        this.onRefused = onRefused;
        this.maxBodyBytes = maxBodyBytes;
        this.counters = counters;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Answer answer;
        try {
            answer = router.answer(read(request));
        } catch (HttpRequest.BodyTooLargeException e) {
            counters.increment(HttpCounter.TOO_LARGE);
            discard(request);
            answer = Answer.error(413, String.valueOf(e.getMessage()));
        } catch (HttpException.RuntimeException | IOException e) {
            answer = Answer.error(400, "the request body cannot be read");
        } catch (RuntimeException e) {
            String id = HexFormat.of().toHexDigits(failureIds.nextInt());
            LOG.error(
                    "Failure {} while answering {} {}",
                    id,
                    request.getMethod(),
                    request.getHttpURI().getPath(),
                    e);
            answer = Answer.error(500, "unexpected failure " + id + ", see the bridge's log");
        }
        if (answer.status() == 415) {
            counters.increment(HttpCounter.NOT_JSON);
        }
        if (answer.status() >= 400) {
            onRefused.run();
        }
        write(answer, request, response, callback);
        return true;
    }

    /** Writes an answer; one that is an error has the form that belongs to the path of the request. */
    public static void write(Answer answer, Request request, Response response, Callback callback) {
        write(answer.to(request.getHttpURI().getPath()), response, callback);
    }

    static void write(Answer answer, Response response, Callback callback) {
        response.setStatus(answer.status());
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        if (!answer.contentType().isEmpty()) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
        }
        Content.Sink.write(response, true, answer.body(), callback);
    }

    private HttpRequest read(Request request) {
        String path = Request.getPathInContext(request);
        String method = request.getMethod();
        return new HttpRequest(
                method.equals("HEAD") ? "GET" : method,
                path,
                Arrays.stream(path.split("/", -1))
                        .skip(1)
                        .map(RouteHandler::decoded)
                        .toList(),
                Map.of(),
                orEmpty(request.getHttpURI().getQuery()),
                request.getHeaders()::getValuesList,
                ClientNetwork.of(request).text(),
                hasBody(request),
                () -> body(request));
    }

    /** Jetty leaves most escapes of a path as they are, and refuses malformed ones. A plus sign is one (RFC 3986). */
    private static String decoded(String segment) {
        return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** RFC 9112, 6: a request has a body if it says how long it is, or that it comes in pieces. */
    static boolean hasBody(Request request) {
        return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    private byte[] body(Request request) throws IOException {
        if (request.getLength() > maxBodyBytes) {
            throw new HttpRequest.BodyTooLargeException(maxBodyBytes);
        }
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] body = in.readNBytes(maxBodyBytes + 1);
            if (body.length > maxBodyBytes) {
                throw new HttpRequest.BodyTooLargeException(maxBodyBytes);
            }
            return body;
        }
    }

    /**
     * Reads and drops the rest of a body that no handler wants. A connection that is closed while its client still
     * sends is reset, and the reset may overtake the answer that says what was wrong. Bounded in bytes here, in time by
     * {@link SlowExchanges}; a client that asked before sending (RFC 9110, 10.1.1) has sent nothing.
     */
    private void discard(Request request) {
        if (request.getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString())) {
            return;
        }
        try (InputStream in = Content.Source.asInputStream(request)) {
            in.skip((long) DISCARDED_BODIES * maxBodyBytes);
        } catch (HttpException.RuntimeException | IOException _) {
            // The client is gone: the answer is lost, too.
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
