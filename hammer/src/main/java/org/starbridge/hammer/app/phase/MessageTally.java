package org.starbridge.hammer.app.phase;

import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.bridge.MessagesHeard;
import org.starbridge.hammer.client.channel.MessageSenders;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.MessageOptions;
import org.starbridge.hammer.report.Messages;

/**
 * Count of the messages that endpoints send: at endpoints by their numbers, at the bridge by its statistics, from
 * before the first one until after the last one, so that none is under way at either moment. Used by one thread.
 */
public final class MessageTally {
    /** A lost datagram of a data channel is sent again after a second, then after two more. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final MessageOptions options;
    private final @Nullable MessagesHeard heard;

    /** Of the messages that the conference is to send. */
    public MessageTally(ConferenceOptions conference) {
        this.options = conference.channel().messages();
        URI bridge = conference.bridge();
        boolean isToBridge = !options.isNone() && options.to() == MessageOptions.To.BRIDGE;
        heard = isToBridge ? MessagesHeard.by(Objects.requireNonNull(bridge)) : null;
    }

    /** All endpoints are there, and none has sent a message yet. */
    public void begin() throws InterruptedException {
        if (heard != null) {
            heard.begin();
        }
    }

    /** All senders have stopped. Waits for what is under way; null if no messages were to be sent. */
    @Nullable
    public Messages end(MessageSenders senders) throws InterruptedException {
        if (options.isNone()) {
            return null;
        }
        Messages.AtBridge atBridge = null;
        if (heard == null) {
            senders.awaitArrival(LIMIT);
        } else {
            long said = senders.said();
            atBridge = new Messages.AtBridge(said, heard.await(said, LIMIT));
        }
        return new Messages(options.perSecond(), senders.counts(), atBridge);
    }
}
