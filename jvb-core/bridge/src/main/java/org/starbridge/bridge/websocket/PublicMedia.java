package org.starbridge.bridge.websocket;

import java.util.function.Function;
import java.util.function.Predicate;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Media that the public server serves.
 *
 * @param handler serves its paths, and leaves others alone
 * @param limitsItself whether the rates and numbers of all requests do not hold for a path
 */
public record PublicMedia(Function<SharedCounters<HttpCounter>, Handler> handler, Predicate<String> limitsItself) {
    /** Nothing. */
    public static final PublicMedia NONE = new PublicMedia(
            _ -> new Handler.Abstract() {
                @Override
                public boolean handle(Request request, Response response, Callback callback) {
                    return false;
                }
            },
            _ -> false);
}
