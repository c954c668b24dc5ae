package org.starbridge.bridge.hls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.whip.access.RefusalException;

/**
 * One request with its answer, which may come later and from another thread.
 *
 * @param path without the leading {@code /hls/}, in parts
 * @param query its parameters
 * @param isForAnyPage whether web pages of any origin may read the answer
 */
record Exchange(
        Request request,
        Response response,
        Callback callback,
        List<String> path,
        Map<String, String> query,
        boolean isForAnyPage) {
    static final String PLAYLIST = "application/vnd.apple.mpegurl";
    static final String SEGMENT = "video/iso.segment";
    static final String HEADER = "video/mp4";
    static final String NOT_STORED = "no-store";

    private static final String GZIP = "gzip";
    private static final int NOT_MODIFIED = 304;

    /** A whole answer. */
    void answer(int status, String contentType, String caching, List<byte[]> body) {
        answer(status, contentType, caching, "", body);
    }

    private void answer(int status, String contentType, String caching, String variesBy, List<byte[]> body) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, caching);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, contentType);
        allowPages();
        if (!variesBy.isEmpty()) {
            response.getHeaders().add(HttpHeader.VARY, variesBy);
        }
        long length = body.stream().mapToLong(piece -> piece.length).sum();
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, length);
        if (HttpMethod.HEAD.is(request.getMethod()) || length == 0) {
            response.write(true, null, callback);
        } else if (body.size() == 1) {
            response.write(true, ByteBuffer.wrap(body.getFirst()), callback);
        } else {
            Content.copy(
                    new ByteBufferContentSource(
                            body.stream().map(ByteBuffer::wrap).toList()),
                    response,
                    callback);
        }
    }

    /**
     * An answer that a client may have already.
     *
     * @param version of the body
     * @param gzip the same, compressed
     */
    void answer(String contentType, String caching, String version, byte[] body, byte[] gzip) {
        boolean isCompressed =
                request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_ENCODING).contains(GZIP);
        String tag = '"' + version + (isCompressed ? "z\"" : "\"");
        response.getHeaders().put(HttpHeader.ETAG, tag);
        if (request.getHeaders().getCSV(HttpHeader.IF_NONE_MATCH, true).contains(tag)) {
            response.setStatus(NOT_MODIFIED);
            response.getHeaders().put(HttpHeader.CACHE_CONTROL, caching);
            allowPages();
            response.getHeaders().add(HttpHeader.VARY, HttpHeader.ACCEPT_ENCODING.asString());
            response.write(true, null, callback);
        } else if (isCompressed) {
            response.getHeaders().put(HttpHeader.CONTENT_ENCODING, GZIP);
            answer(200, contentType, caching, HttpHeader.ACCEPT_ENCODING.asString(), List.of(gzip));
        } else {
            answer(200, contentType, caching, HttpHeader.ACCEPT_ENCODING.asString(), List.of(body));
        }
    }

    /** Public media need no other rule, and caches may then give one answer to all pages. */
    private void allowPages() {
        if (isForAnyPage) {
            response.getHeaders().put(HttpHeader.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
            response.getHeaders().remove(HttpHeader.VARY);
        }
    }

    /** An error (RFC 9457). */
    void refuse(RefusalException refusal) {
        Answer answer = refusal.answer().to(request.getHttpURI().getPath());
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        if (answer.status() == 405) {
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
        }
        answer(
                answer.status(),
                answer.contentType(),
                NOT_STORED,
                List.of(answer.body().getBytes(StandardCharsets.UTF_8)));
    }
}
