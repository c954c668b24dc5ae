package org.starbridge.bridge.http;

import java.util.function.Function;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Limiter in front of a server's routes: refuses requests beyond a rate with 429, beyond a client's share of those at
 * the same time with 429, and beyond the number of all at the same time with 503, each with {@code Retry-After}. A
 * request takes a place when it is complete. Upgrades are counted apart, so that no other request takes a bridge
 * channel its place. The health answer is exempt: it costs nothing, and a supervisor that does not get it would end a
 * bridge that is only busy. So are paths that limit themselves.
 */
final class RequestLimiter extends Handler.Wrapper {
    private static final int RETRY_AFTER_SECONDS = 1;

    private final HttpLimits limits;
    private final Function<String, RequestLimits> limitsOf;
    private final ArrivingBodies arriving;
    private final SharedCounters<HttpCounter> counters;
    private final LongSupplier clockNs;
    private final RequestRates rates;
    private final RequestRates upgradeRates;
    private final Places places;
    private final Places upgradePlaces;

    /**
     * @param limitsOf which limits hold for a path
     * @param arriving where requests wait for their bodies
     */
    RequestLimiter(
            Handler served,
            HttpLimits limits,
            Function<String, RequestLimits> limitsOf,
            ArrivingBodies arriving,
            SharedCounters<HttpCounter> counters,
            LongSupplier clockNs) {
        super(served);
        this.limitsOf = limitsOf;
        this.limits = limits;
        this.arriving = arriving;
        this.counters = counters;
        this.clockNs = clockNs;
        this.rates = rates(limits, clockNs.getAsLong());
        this.upgradeRates = rates(limits, clockNs.getAsLong());
        this.places = places(limits);
        this.upgradePlaces = places(limits);
    }

    private static RequestRates rates(HttpLimits limits, long nowNs) {
        return new RequestRates(limits.requestsPerSecond(), limits.requestsPerSecondPerAddress(), nowNs);
    }

    private static Places places(HttpLimits limits) {
        return new Places(limits.maxConcurrentRequests(), limits.perClient().concurrentRequests());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        counters.increment(HttpCounter.REQUESTS);
        if (request.getHttpURI().getPath().indexOf(';') >= 0) {
            counters.increment(HttpCounter.PATH_PARAMETERS);
            RouteHandler.write(
                    Answer.error(400, "a semicolon in the path: path parameters are not supported"),
                    request,
                    response,
                    callback);
            return true;
        }
        String path = Request.getPathInContext(request);
        RequestLimits applied = path.equals("/about/health") ? RequestLimits.NONE : limitsOf.apply(path);
        if (applied == RequestLimits.NONE) {
            return super.handle(request, response, callback);
        }
        boolean isUpgrade = applied == RequestLimits.UPGRADES;
        ClientNetwork client = ClientNetwork.of(request);
        if (!(isUpgrade ? upgradeRates : rates).take(client, clockNs.getAsLong())) {
            counters.increment(HttpCounter.RATE_LIMITED);
            return refuse(
                    429,
                    "too many requests per second (starbridge.http.requests-per-second)",
                    request,
                    response,
                    callback);
        }
        return switch (applied) {
            case UPGRADES -> serve(request, response, callback, client, upgradePlaces);
            case ALL ->
                arriving.await(
                        request,
                        response,
                        callback,
                        client,
                        (complete, answer, end) -> serve(complete, answer, end, client, places));
            case RATES, NONE -> super.handle(request, response, callback);
        };
    }

    /** A complete request. */
    private boolean serve(Request request, Response response, Callback callback, ClientNetwork client, Places taken)
            throws Exception {
        return switch (taken.take(client)) {
            case SHARE_USED -> {
                counters.increment(HttpCounter.SHARE_USED);
                yield refuse(
                        429,
                        "your address already has " + limits.perClient().concurrentRequests()
                                + " concurrent requests"
                                + " (starbridge.http.max-concurrent-requests-per-address)",
                        request,
                        response,
                        callback);
            }
            case ALL_USED -> {
                counters.increment(HttpCounter.BUSY);
                yield refuse(
                        503,
                        "more than " + limits.maxConcurrentRequests()
                                + " concurrent requests (starbridge.http.max-concurrent-requests)",
                        request,
                        response,
                        callback);
            }
            case TAKEN -> {
                Request.addCompletionListener(request, _ -> taken.giveBack(client));
                yield super.handle(request, response, callback);
            }
        };
    }

    /** The connection ends: what its client has sent behind the request is not looked at. */
    static boolean refuse(int status, String sentence, Request request, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
        RouteHandler.write(
                Answer.error(status, sentence + ": try again").retryAfter(RETRY_AFTER_SECONDS),
                request,
                response,
                callback);
        return true;
    }
}
