package org.starbridge.bridge.hls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.PreEncodedHttpField;
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
    static final HttpField PLAYLIST = contentType("application/vnd.apple.mpegurl");
    static final HttpField SEGMENT = contentType("video/iso.segment");
    static final HttpField HEADER = contentType("video/mp4");
    static final HttpField NOT_STORED = caching("no-store");

    private static final HttpField ANY_PAGE = new PreEncodedHttpField(HttpHeader.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    private static final HttpField COMPRESSED = new PreEncodedHttpField(HttpHeader.CONTENT_ENCODING, "gzip");
    private static final HttpField VARIES_BY_ENCODING = new PreEncodedHttpField(HttpHeader.VARY, "Accept-Encoding");
    private static final String GZIP = "gzip";
    private static final int NOT_MODIFIED = 304;

    private static HttpField contentType(String type) {
        return new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, type);
    }

    /** The field that tells caches what to keep: made once for many answers. */
    static HttpField caching(String rule) {
        return new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, rule);
    }

    /** A whole answer. */
    void answer(int status, HttpField contentType, HttpField caching, List<byte[]> body) {
        response.setStatus(status);
        HttpFields.Mutable headers = response.getHeaders();
        headers.put(caching);
        headers.put(contentType);
        allowPages();
        if (body.size() == 1) {
            write(body.getFirst());
            return;
        }
        long length = 0;
        for (byte[] piece : body) {
            length += piece.length;
        }
        headers.put(HttpHeader.CONTENT_LENGTH, length);
        if (HttpMethod.HEAD.is(request.getMethod()) || length == 0) {
            response.write(true, null, callback);
        } else {
            Content.copy(
                    new ByteBufferContentSource(
                            body.stream().map(ByteBuffer::wrap).toList()),
                    response,
                    callback);
        }
    }

    private void write(byte[] body) {
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        boolean isEmpty = body.length == 0 || HttpMethod.HEAD.is(request.getMethod());
        response.write(true, isEmpty ? null : ByteBuffer.wrap(body), callback);
    }

    /** A playlist, which a client may have already. */
    void answer(HttpField caching, WrittenPlaylists.Text text) {
        HttpFields.Mutable headers = response.getHeaders();
        boolean isCompressed = takesGzip(request.getHeaders());
        HttpField tag = isCompressed ? text.gzipTag() : text.tag();
        boolean isKnown = isKnown(tag.getValue());
        response.setStatus(isKnown ? NOT_MODIFIED : 200);
        headers.put(tag);
        headers.put(caching);
        allowPages();
        headers.add(VARIES_BY_ENCODING);
        if (isKnown) {
            response.write(true, null, callback);
            return;
        }
        headers.put(PLAYLIST);
        if (isCompressed) {
            headers.put(COMPRESSED);
        }
        write(isCompressed ? text.gzip() : text.bytes());
    }

    /** Most clients weigh nothing, so that their list is looked through without taking it apart. */
    static boolean takesGzip(HttpFields headers) {
        String accepted = headers.get(HttpHeader.ACCEPT_ENCODING);
        if (accepted == null) {
            return false;
        }
        if (accepted.indexOf(';') >= 0) {
            return headers.getQualityCSV(HttpHeader.ACCEPT_ENCODING).contains(GZIP);
        }
        int at = accepted.indexOf(GZIP);
        return at >= 0 && isBetweenNames(accepted, at - 1) && isBetweenNames(accepted, at + GZIP.length());
    }

    private static boolean isBetweenNames(String list, int at) {
        return at < 0 || at >= list.length() || list.charAt(at) == ',' || list.charAt(at) == ' ';
    }

    private boolean isKnown(String tag) {
        return request.getHeaders().contains(HttpHeader.IF_NONE_MATCH)
                && request.getHeaders().getCSV(HttpHeader.IF_NONE_MATCH, true).contains(tag);
    }

    /** Public media need no other rule, and caches may then give one answer to all pages. */
    private void allowPages() {
        if (isForAnyPage) {
            response.getHeaders().put(ANY_PAGE);
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
                new HttpField(HttpHeader.CONTENT_TYPE, answer.contentType()),
                NOT_STORED,
                List.of(answer.body().getBytes(StandardCharsets.UTF_8)));
    }
}
