package org.starbridge.hammer.app;

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
 * What comes of the messages that endpoints say: at endpoints by their numbers, at the bridge by its statistics, from before the first
 * one until after the last one, so that none is under way at either moment. Used by one thread.
 */
final class MessageTally {
    /** A lost datagram of a data channel is sent again after a second, then after two more. */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final MessageOptions talk;
    private final @Nullable MessagesHeard heard;

    MessageTally(ConferenceOptions options) {
        talk = options.talk();
        URI bridge = options.bridge();
        boolean isToBridge = !talk.isNone() && talk.to() == MessageOptions.To.BRIDGE;
        heard = isToBridge ? MessagesHeard.by(Objects.requireNonNull(bridge)) : null;
    }

    /** Everybody is there, and nobody talks yet. */
    void begin() throws InterruptedException {
        if (heard != null) {
            heard.begin();
        }
    }

    /** Nobody talks any more. Waits for what is under way; null if nobody was to talk. */
    @Nullable
    Messages end(MessageSenders talkers) throws InterruptedException {
        if (talk.isNone()) {
            return null;
        }
        Messages.AtBridge atBridge = null;
        if (heard == null) {
            talkers.awaitArrival(LIMIT);
        } else {
            long said = talkers.said();
            atBridge = new Messages.AtBridge(said, heard.await(said, LIMIT));
        }
        return new Messages(talk.perSecond(), talkers.counts(), atBridge);
    }
}
