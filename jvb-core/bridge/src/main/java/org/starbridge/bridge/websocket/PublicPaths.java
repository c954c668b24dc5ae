package org.starbridge.bridge.websocket;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Bridge channels and those between bridges have paths of their own; all else is for the other resources, if there are
 * any.
 */
final class PublicPaths extends Handler.Sequence {
    private static final String CHANNELS = "/colibri-ws";
    private static final String RELAY_CHANNELS = "/colibri-relay-ws";

    PublicPaths(Handler media, Handler resources, Handler channels) {
        super(media, new Others(resources), channels);
    }

    /** Returns whether a path is one of bridge channels. */
    static boolean isChannel(String path) {
        return path.startsWith(CHANNELS) || path.startsWith(RELAY_CHANNELS);
    }

    /** Leaves the path of the channels alone. */
    private static final class Others extends Handler.Wrapper {
        Others(Handler resources) {
            super(resources);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            return !isChannel(Request.getPathInContext(request)) && super.handle(request, response, callback);
        }
    }
}
