package org.starbridge.bridge.websocket;

import java.util.function.Function;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.bridge.http.RequestLimits;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Media that the public server serves.
 *
 * @param handler serves its paths, and leaves others alone
 * @param limitsOf which limits on requests hold for a path
 */
public record PublicMedia(
        Function<SharedCounters<HttpCounter>, Handler> handler, Function<String, RequestLimits> limitsOf) {
    /** Nothing. */
    public static final PublicMedia NONE = new PublicMedia(
            _ -> new Handler.Abstract() {
                @Override
                public boolean handle(Request request, Response response, Callback callback) {
                    return false;
                }
            },
            _ -> RequestLimits.ALL);
}
