package org.starbridge.bridge.websocket;

import java.util.List;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.CorsHeaders;
import org.starbridge.bridge.http.CrossOriginGuard;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.bridge.http.RouteHandler;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.http.route.Router;
import org.starbridge.bridge.http.route.VariableRule;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Resources that the public server serves in addition to bridge channels.
 *
 * @param routes in order of precedence; none: nothing is served
 * @param variables which values their path variables may have
 * @param maxBodyBytes a longer body is answered with 413
 * @param boundHost where the server listens
 * @param callers names by which it may be called, and origins of web pages that may use it
 * @param onRefused called for each answer with a status of 400 or more
 */
public record PublicResources(
        List<Route> routes,
        VariableRule variables,
        int maxBodyBytes,
        String boundHost,
        AllowedCallers callers,
        Runnable onRefused) {
    /** Nothing. */
    public static final PublicResources NONE = new PublicResources(
            List.of(), new VariableRule(_ -> true, ""), 1, "127.0.0.1", AllowedCallers.NONE, () -> {});

    /** RFC 9725 section 4.6. */
    private static final CorsHeaders PAGES = new CorsHeaders(
            List.of("OPTIONS", "GET", "POST", "PATCH", "DELETE"),
            List.of("Authorization", "Content-Type", "If-Match"),
            List.of("ETag", "Location", "Link", "Accept-Patch", "Accept-Post", "Retry-After", "WWW-Authenticate"));

    public PublicResources {
        routes = List.copyOf(routes);
    }

    Handler handler(SharedCounters<HttpCounter> counters) {
        if (routes.isEmpty()) {
            return new Handler.Abstract() {
                @Override
                public boolean handle(Request request, Response response, Callback callback) {
                    return false;
                }
            };
        }
        RouteHandler handler = new RouteHandler(new Router(routes, variables), maxBodyBytes, counters, onRefused);
        return new CrossOriginGuard(handler, boundHost, callers, PAGES, counters);
    }
}
