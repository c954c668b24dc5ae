package org.starbridge.bridge.websocket;

import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.RouteHandler;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.environment.ConferenceCounter;

/**
 * Turns {@code /colibri-ws/SERVER/CONFERENCE/ENDPOINT?pwd=PASSWORD} into a bridge channel, and
 * {@code /colibri-relay-ws/SERVER/CONFERENCE/RELAY?pwd=PASSWORD} into a channel to another bridge. Another path or
 * server is a 404; a wrong conference, endpoint or password is the same 403 for all three, so that a client cannot
 * learn which one it was. An endpoint whose client talks, or opens channels, faster than it may gets a 429.
 */
final class ChannelUpgrades extends Handler.Abstract {
    private static final String PASSWORD_PARAMETER = "pwd=";
    private static final String CLIENTS = "colibri-ws";
    private static final String BRIDGES = "colibri-relay-ws";

    private final WebSocketConfig config;
    private final Conferences conferences;
    private final ServerWebSocketContainer container;
    private final ChannelMemory memory;
    private final KeepAlive keepAlive;

    ChannelUpgrades(
            WebSocketConfig config,
            Conferences conferences,
            ServerWebSocketContainer container,
            ChannelMemory memory,
            KeepAlive keepAlive) {
        this.config = config;
        this.memory = memory;
        this.conferences = conferences;
        this.container = container;
        this.keepAlive = keepAlive;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        List<String> path = List.of(Request.getPathInContext(request).split("/", -1));
        boolean isChannel = path.size() == 5
                && path.getFirst().isEmpty()
                && (path.get(1).equals(CLIENTS) || path.get(1).equals(BRIDGES))
                && path.get(2).equals(config.serverId())
                && !path.get(4).isEmpty();
        if (!isChannel) {
            return refuse(404, "no such path", request, response, callback);
        }
        Optional<ChannelSlot> slot = password(request.getHttpURI().getQuery())
                .flatMap(password -> path.get(1).equals(BRIDGES)
                        ? conferences.relayChannel(path.get(3), path.get(4), password)
                        : conferences.channel(path.get(3), path.get(4), password));
        if (slot.isEmpty()) {
            return refuse(403, "authentication failed", request, response, callback);
        }
        if (!slot.get().pace().mayOpen(keepAlive.nowNs())) {
            conferences.counters().increment(ConferenceCounter.CHANNEL_OPENS_TOO_SOON);
            return refuse(429, "too many messages", request, response, callback);
        }
        if (container.upgrade(
                (upgrade, answer, _) -> socket(slot.get(), upgrade, answer), request, response, callback)) {
            return true;
        }
        response.getHeaders().put(HttpHeader.UPGRADE, "websocket");
        return refuse(426, "expected a WebSocket upgrade", request, response, callback);
    }

    private Object socket(ChannelSlot slot, ServerUpgradeRequest request, ServerUpgradeResponse response) {
        if (!config.compressionEnabled() && !request.getExtensions().isEmpty()) {
            response.setExtensions(List.of());
        }
        return new ChannelSocket(slot, config.messages(), memory, conferences.counters(), keepAlive);
    }

    /** The first query parameter, if it is the password. */
    private static Optional<String> password(@Nullable String query) {
        if (query == null || !query.startsWith(PASSWORD_PARAMETER)) {
            return Optional.empty();
        }
        int end = query.indexOf('&');
        return Optional.of(query.substring(PASSWORD_PARAMETER.length(), end < 0 ? query.length() : end));
    }

    /** The connection ends: a client that did not wait for the answer has sent frames, which are no HTTP request. */
    private boolean refuse(int status, String sentence, Request request, Response response, Callback callback) {
        conferences.counters().increment(ConferenceCounter.CHANNELS_REFUSED);
        response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
        RouteHandler.write(Answer.error(status, sentence), request, response, callback);
        return true;
    }
}
