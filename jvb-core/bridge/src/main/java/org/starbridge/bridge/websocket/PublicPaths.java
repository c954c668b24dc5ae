package org.starbridge.bridge.websocket;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Bridge channels have a path of their own; all else is for the other resources, if there are any. */
final class PublicPaths extends Handler.Sequence {
    private static final String CHANNELS = "/colibri-ws";

    PublicPaths(Handler channels, Handler resources) {
        super(new Others(resources), channels);
    }

    /** Leaves the path of the channels alone. */
    private static final class Others extends Handler.Wrapper {
        Others(Handler resources) {
            super(resources);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            return !Request.getPathInContext(request).startsWith(CHANNELS) && super.handle(request, response, callback);
        }
    }
}
