package org.starbridge.bridge.http;

import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
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
 * In front of everything that a server serves: refuses requests beyond a rate with 429 and beyond a number at the same
 * time with 503, both with {@code Retry-After}. The health answer is exempt: it costs nothing, and a supervisor that
 * does not get it would end a bridge that is only busy. So are paths that limit themselves.
 */
final class RequestLimiter extends Handler.Wrapper {
    private static final int RETRY_AFTER_SECONDS = 1;

    private final HttpLimits limits;
    private final Function<String, RequestLimits> limitsOf;
    private final SharedCounters<HttpCounter> counters;
    private final LongSupplier clockNs;
    private final RequestRates rates;
    private final AtomicInteger concurrent = new AtomicInteger();

    /** @param limitsOf which limits hold for a path */
    RequestLimiter(
            Handler served,
            HttpLimits limits,
            Function<String, RequestLimits> limitsOf,
            SharedCounters<HttpCounter> counters,
            LongSupplier clockNs) {
        super(served);
        this.limitsOf = limitsOf;
        this.limits = limits;
        this.counters = counters;
        this.clockNs = clockNs;
        this.rates =
                new RequestRates(limits.requestsPerSecond(), limits.requestsPerSecondPerAddress(), clockNs.getAsLong());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        counters.increment(HttpCounter.REQUESTS);
        String path = Request.getPathInContext(request);
        RequestLimits applied = path.equals("/about/health") ? RequestLimits.NONE : limitsOf.apply(path);
        if (applied == RequestLimits.NONE) {
            return super.handle(request, response, callback);
        }
        if (!isWithinRates(request)) {
            counters.increment(HttpCounter.RATE_LIMITED);
            return refuse(429, "more requests per second than starbridge.http allows", response, callback);
        }
        if (applied == RequestLimits.RATES) {
            return super.handle(request, response, callback);
        }
        if (concurrent.incrementAndGet() > limits.maxConcurrentRequests()) {
            concurrent.decrementAndGet();
            counters.increment(HttpCounter.BUSY);
            return refuse(
                    503,
                    "more than " + limits.maxConcurrentRequests()
                            + " requests at the same time (starbridge.http.max-concurrent-requests)",
                    response,
                    callback);
        }
        Request.addCompletionListener(request, _ -> concurrent.decrementAndGet());
        return super.handle(request, response, callback);
    }

    private boolean isWithinRates(Request request) {
        return !(request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress client)
                || rates.take(client.getAddress(), clockNs.getAsLong());
    }

    /** The connection ends: what its client has sent behind the request is not looked at. */
    private static boolean refuse(int status, String sentence, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
        RouteHandler.write(
                Answer.error(status, "resource-constraint", sentence + ": try again")
                        .retryAfter(RETRY_AFTER_SECONDS),
                response,
                callback);
        return true;
    }
}
