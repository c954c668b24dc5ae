package org.starbridge.hammer.client;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.channel.BridgeChannel;
import org.starbridge.hammer.client.channel.ChannelOpener;
import org.starbridge.hammer.client.channel.DataChannelLink;
import org.starbridge.hammer.client.channel.MessageSenders;
import org.starbridge.hammer.client.signalling.BridgeTransport;

/**
 * Opens the bridge channels of endpoints that join, and hands the channels of counted endpoints to the senders of
 * messages. Blocking; called on virtual threads.
 */
final class ClientChannels implements AutoCloseable {
    private final ChannelOpener webSockets;
    private final long timeoutMs;
    private final MessageSenders messageSenders;
    private final int counted;
    private final ConcurrentLinkedQueue<String> warnings = new ConcurrentLinkedQueue<>();

    /**
     * @param webSockets closed with this
     * @param counted endpoints whose number is below this send messages
     */
    ClientChannels(ChannelOpener webSockets, long timeoutMs, MessageSenders messageSenders, int counted) {
        this.webSockets = webSockets;
        this.timeoutMs = timeoutMs;
        this.messageSenders = messageSenders;
        this.counted = counted;
    }

    /** Opens the WebSocket, if there is to be one. Needs no connection to the bridge's media port. */
    void open(Endpoint endpoint, BridgeTransport bridge) throws InterruptedException {
        try {
            onOpen(endpoint, webSockets.open(bridge, endpoint.messages()));
        } catch (IOException e) {
            // Without a channel a bridge may still forward everything; whether it does, is measured.
            warnings.add("endpoint " + endpoint.plan().id() + ": " + e.getMessage());
        }
    }

    /** Waits until a connected endpoint has its data channel, if the bridge has promised one. */
    void awaitDataChannel(Endpoint endpoint, BridgeTransport bridge) throws InterruptedException {
        DataChannelLink data = bridge.hasDataChannel() ? endpoint.data() : null;
        if (data != null) {
            try {
                data.opened().get(timeoutMs, TimeUnit.MILLISECONDS);
                onOpen(endpoint, data);
            } catch (ExecutionException | TimeoutException _) {
                throw new LoadTestException("endpoint " + endpoint.plan().id() + " has no data channel after "
                        + timeoutMs / 1000 + " s, although the bridge's answer announced one");
            }
        }
    }

    private void onOpen(Endpoint endpoint, @Nullable BridgeChannel channel) {
        if (channel != null && endpoint.plan().number() < counted) {
            messageSenders.enter(endpoint.plan(), endpoint.messages(), channel);
        }
    }

    /** Returns which channels did not open; any thread. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    @Override
    public void close() {
        webSockets.close();
    }
}
