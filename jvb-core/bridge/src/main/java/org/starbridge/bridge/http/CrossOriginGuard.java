package org.starbridge.bridge.http;

import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.HostPort;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Keeps web pages away from a server without passwords: a browser on the same machine sends requests for any page. A
 * request under a name that is not the server's is answered with 421 (RFC 9110, 15.5.20), a request of a page whose
 * origin (RFC 6454) is not allowed with 403. Allowed origins get what the Fetch standard (CORS) wants: permission to
 * read answers, and the preflight's answer. Programs other than browsers send no {@code Origin}.
 *
 * <p>The health answer has any name: it says next to nothing, and a balancer that checks it by a name would take the
 * bridge away.
 */
public final class CrossOriginGuard extends Handler.Wrapper {
    private static final String ANY = "*";
    private static final int PREFLIGHT_SECONDS = 600;

    private final ServedNames names;
    private final List<String> origins;
    private final CorsHeaders cors;
    private final SharedCounters<HttpCounter> counters;
    /** The last host that a request named and that is served: nearly all name the same one. */
    private volatile String lastServed = "";

    /**
     * @param boundHost where the server listens
     * @param allowed further names, and the origins of web pages
     * @param cors what pages of these origins may do
     */
    public CrossOriginGuard(
            Handler served,
            String boundHost,
            AllowedCallers allowed,
            CorsHeaders cors,
            SharedCounters<HttpCounter> counters) {
        super(served);
        this.cors = cors;
        this.names = new ServedNames(boundHost, allowed.hosts());
        this.origins = allowed.origins();
        this.counters = counters;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String host = request.getHeaders().get(HttpHeader.HOST); // HTTP/1.0 has none, and no browser speaks that
        if (host != null
                && !host.equals(lastServed)
                && !isServed(host)
                && !Request.getPathInContext(request).equals("/about/health")) {
            counters.increment(HttpCounter.FOREIGN_HOSTS);
            return refuse(
                    421,
                    "host \"" + Answer.abbreviated(host)
                            + "\": this server accepts an IP address, localhost or a name"
                            + " in starbridge.http.allowed-hosts",
                    request,
                    response,
                    callback);
        }
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        if (origin == null || isSame(origin, host)) {
            return super.handle(request, response, callback);
        }
        if (!origins.contains(origin) && !origins.contains(ANY)) {
            counters.increment(HttpCounter.FOREIGN_ORIGINS);
            return refuse(
                    403,
                    "origin \"" + Answer.abbreviated(origin)
                            + "\": web pages may send requests only if their origin is in"
                            + " starbridge.http.allowed-origins, for WHIP, WHEP and HLS in"
                            + " starbridge.whip.allowed-origins",
                    request,
                    response,
                    callback);
        }
        response.getHeaders().put(HttpHeader.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        response.getHeaders().put(HttpHeader.VARY, HttpHeader.ORIGIN.asString());
        if (isPreflight(request)) {
            response.getHeaders().put(HttpHeader.ACCESS_CONTROL_ALLOW_METHODS, joined(cors.methods()));
            response.getHeaders().put(HttpHeader.ACCESS_CONTROL_ALLOW_HEADERS, joined(cors.requestHeaders()));
            response.getHeaders().put(HttpHeader.ACCESS_CONTROL_MAX_AGE, PREFLIGHT_SECONDS);
            RouteHandler.write(Answer.empty(204), request, response, callback);
            return true;
        }
        if (!cors.exposedHeaders().isEmpty()) {
            response.getHeaders().put(HttpHeader.ACCESS_CONTROL_EXPOSE_HEADERS, joined(cors.exposedHeaders()));
        }
        return super.handle(request, response, callback);
    }

    private static String joined(List<String> values) {
        return String.join(", ", values);
    }

    private boolean isServed(String host) {
        try {
            boolean isServed = names.contains(new HostPort(host).getHost());
            if (isServed) {
                lastServed = host;
            }
            return isServed;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** Returns whether the server itself sent the page, which may then use it; under whose name is settled by then. */
    private static boolean isSame(String origin, @Nullable String host) {
        return origin.equals("http://" + host) || origin.equals("https://" + host);
    }

    private static boolean isPreflight(Request request) {
        return HttpMethod.OPTIONS.is(request.getMethod())
                && request.getHeaders().contains(HttpHeader.ACCESS_CONTROL_REQUEST_METHOD);
    }

    private static boolean refuse(int status, String sentence, Request request, Response response, Callback callback) {
        RouteHandler.write(Answer.error(status, sentence), request, response, callback);
        return true;
    }
}
