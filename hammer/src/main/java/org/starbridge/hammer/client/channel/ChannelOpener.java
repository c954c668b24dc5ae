package org.starbridge.hammer.client.channel;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.client.BridgeChannelClient;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.VideoRequest;
import org.starbridge.hammer.client.signalling.BridgeTransport;

/** Opens bridge channels that are WebSockets, and closes them. Blocking; called on virtual threads. */
public final class ChannelOpener implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient http;
    private final ChannelKind kind;
    private final VideoRequest request;
    private final ConcurrentLinkedQueue<BridgeChannelClient> channels = new ConcurrentLinkedQueue<>();

    public ChannelOpener(HttpClient http, ChannelKind kind, VideoRequest request) {
        this.http = http;
        this.kind = kind;
        this.request = request;
    }

    /**
     * Opens the bridge channel as a WebSocket, if it is to be one and the bridge has one, and says the request.
     *
     * @param messages takes what the bridge says
     * @return null if there is to be none, or the bridge has none
     * @throws IOException if none of the offered URLs opens
     */
    @Nullable
    public BridgeChannel open(BridgeTransport bridge, BridgeMessages messages)
            throws IOException, InterruptedException {
        boolean isWanted = kind == ChannelKind.WS || (kind == ChannelKind.OFFERED && !bridge.hasDataChannel());
        return isWanted ? openOneOf(bridge.webSockets(), messages) : null;
    }

    private @Nullable BridgeChannel openOneOf(List<URI> urls, BridgeMessages messages)
            throws IOException, InterruptedException {
        IOException problem = null;
        for (URI url : urls) {
            try {
                BridgeChannelClient channel =
                        BridgeChannelClient.connect(http, url, TIMEOUT, new MessageListener(messages));
                channels.add(channel);
                channel.send(request.toMessage());
                return channel::send;
            } catch (IOException e) {
                problem = e;
            }
        }
        if (problem != null) {
            throw problem;
        }
        return null;
    }

    /** Hears what comes over a WebSocket, and its end. */
    private record MessageListener(BridgeMessages messages) implements BridgeChannelClient.Listener {
        @Override
        public void onMessage(BridgeChannelMessage message) {
            messages.onMessage(message);
        }

        @Override
        public void onClosed(int statusCode, String reason) {
            messages.onClosed("WebSocket closed with status " + statusCode + (reason.isEmpty() ? "" : ", " + reason));
        }
    }

    @Override
    public void close() {
        channels.forEach(BridgeChannelClient::close);
    }
}
