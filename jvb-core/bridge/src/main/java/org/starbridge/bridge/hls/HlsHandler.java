package org.starbridge.bridge.hls;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.http.ClientNetwork;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.whip.WhipResources;
import org.starbridge.bridge.whip.access.AccessControl;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.bridge.whip.access.Query;
import org.starbridge.bridge.whip.access.RefusalException;

/**
 * {@code /hls/ROOM/index.m3u8}, and what it names: {@code /hls/ROOM/ID/FILE}. A token is needed for the former; the id
 * stands for it in the latter, so that caches may keep them. Any thread.
 */
final class HlsHandler extends Handler.Abstract {
    static final String PREFIX = "/hls/";

    private static final Logger LOG = LoggerFactory.getLogger(HlsHandler.class);
    private static final long START_NS = 8_000_000_000L;
    private static final String INDEX = "index.m3u8";
    /** The query parameter that stands for the header Authorization. */
    private static final String TOKEN = "token";

    private static final int MOST_PARTS = 3;

    private final HlsPrograms programs;
    private final AccessControl access;
    private final ProgramFiles files;
    private final boolean isForAnyPage;

    HlsHandler(HlsPrograms programs, AccessControl access, boolean isForAnyPage) {
        this.programs = programs;
        this.access = access;
        this.isForAnyPage = isForAnyPage;
        files = new ProgramFiles(programs.running(), programs.config(), programs.counters());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        programs.viewers().onRequest(request);
        String query = request.getHttpURI().getQuery();
        Map<String, String> directives = query == null ? Map.of() : new HashMap<>();
        Exchange exchange = new Exchange(request, response, callback, path(request), directives, isForAnyPage);
        try {
            if (query != null) {
                directives.putAll(Query.read(query));
            }
            answer(exchange);
        } catch (RefusalException e) {
            programs.counters().increment(HlsCounter.REFUSED);
            exchange.refuse(e);
        } catch (RuntimeException e) {
            LOG.error("Failure while answering {}", request.getHttpURI().getPath(), e);
            exchange.refuse(new RefusalException(500, "unexpected failure, see the bridge's log"));
        }
        return true;
    }

    private static List<String> path(Request request) {
        String text = Request.getPathInContext(request);
        List<String> parts = new ArrayList<>(MOST_PARTS);
        int from = PREFIX.length();
        for (int to = text.indexOf('/', from); to >= 0; to = text.indexOf('/', from)) {
            parts.add(decoded(text.substring(from, to)));
            from = to + 1;
        }
        parts.add(decoded(text.substring(from)));
        return parts;
    }

    private static String decoded(String part) {
        return part.indexOf('%') < 0 ? part : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private void answer(Exchange exchange) throws RefusalException {
        String method = exchange.request().getMethod();
        if (!HttpMethod.GET.is(method) && !HttpMethod.HEAD.is(method)) {
            throw new RefusalException(405, "expected GET or HEAD");
        }
        List<String> path = exchange.path();
        if (!WhipResources.NAMES.isAllowed().test(path.getFirst())) {
            throw new RefusalException(400, "room: " + WhipResources.NAMES.expected());
        }
        if (path.size() == 2 && path.getLast().equals(INDEX)) {
            index(exchange);
        } else if (path.size() == 3) {
            files.answer(exchange);
        } else {
            throw new RefusalException(404, "no such path: expected /hls/ROOM/index.m3u8");
        }
    }

    private void index(Exchange exchange) throws RefusalException {
        String room = exchange.path().getFirst();
        access.require(authorized(exchange), Purpose.WATCH, room);
        LiveProgram program = programs.open(room, exchange.query().getOrDefault("source", ""));
        long nowNs = System.nanoTime();
        program.use(nowNs);
        files.await(
                exchange,
                new ProgramFiles.Condition(
                        program,
                        null,
                        () -> program.isReady(System.nanoTime()) || program.isUnusable() || program.isEnded()),
                nowNs + START_NS,
                () -> sendIndex(exchange, program));
    }

    private static void sendIndex(Exchange exchange, LiveProgram program) throws RefusalException {
        if (!program.isReady(System.nanoTime())) {
            if (program.isRefused()) {
                throw new RefusalException(
                        503,
                        "the limit of transcoding processes is reached (starbridge.hls.transcode.max-processes)",
                        10);
            }
            throw program.isUnusable()
                    ? new RefusalException(
                            409, "the room's video is VP8, which HLS does not support: publish H.264, VP9 or AV1")
                    : new RefusalException(503, "the room sends no media", 2);
        }
        exchange.answer(
                200,
                Exchange.PLAYLIST,
                Exchange.NOT_STORED,
                List.of(program.multivariant().getBytes(StandardCharsets.UTF_8)));
    }

    /** The request as rules of access see it: a token in the query counts as one in the header. */
    private static HttpRequest authorized(Exchange exchange) {
        Request request = exchange.request();
        String token = exchange.query().get(TOKEN);
        Function<String, List<String>> headers =
                name -> token != null && name.toLowerCase(Locale.ROOT).equals("authorization")
                        ? List.of("Bearer " + token)
                        : request.getHeaders().getValuesList(name);
        return new HttpRequest(
                "GET",
                Request.getPathInContext(request),
                exchange.path(),
                Map.of(),
                orEmpty(request.getHttpURI().getQuery()),
                headers,
                ClientNetwork.of(request).text(),
                false,
                () -> new byte[0]);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
