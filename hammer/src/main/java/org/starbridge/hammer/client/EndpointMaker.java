package org.starbridge.hammer.client;

import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.channel.BridgeMessages;
import org.starbridge.hammer.client.channel.DataChannelLink;
import org.starbridge.hammer.client.link.SharedLinks;
import org.starbridge.hammer.client.media.MeasuredSessions;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.transport.BridgeSocket;
import org.starbridge.hammer.client.transport.Sockets;

/** Makes the endpoints of a conference, each with a socket of its own. Any thread. */
final class EndpointMaker {
    private final ConferenceOptions options;
    private final ClientThreads threads;
    private final Sockets sockets;
    private final SharedLinks links;

    EndpointMaker(ConferenceOptions options, ClientThreads threads, Sockets sockets) {
        this.options = options;
        this.threads = threads;
        this.sockets = sockets;
        links = SharedLinks.of(options.links());
    }

    /** Returns the threads that all endpoints share. */
    ClientThreads threads() {
        return threads;
    }

    /**
     * Makes one, which the caller hands to {@code driver}.
     *
     * @throws LoadTestException if this machine lacks sockets
     */
    Endpoint make(EndpointPlan plan, Driver driver, MeasuredSessions sessions) {
        BridgeMessages messages = new BridgeMessages();
        BridgeSocket socket = new BridgeSocket(sockets.open(), links.of(plan.number()));
        return new Endpoint(plan, driver, socket, threads.party(), sessions, messages, dataChannel(messages));
    }

    private @Nullable DataChannelLink dataChannel(BridgeMessages messages) {
        return options.channel().kind().asksForData()
                ? new DataChannelLink(
                        threads.dataTimer(),
                        threads.random(),
                        options.channel().request().toMessage(),
                        messages)
                : null;
    }
}
