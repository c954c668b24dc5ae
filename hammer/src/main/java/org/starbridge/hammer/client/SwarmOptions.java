package org.starbridge.hammer.client;

import java.net.URI;
import java.time.Duration;
import org.starbridge.hammer.media.RecordedStream;

/**
 * One conference in which some endpoints send, and all receive everything.
 *
 * @param bridge where the bridge's Colibri2 REST interface is
 * @param senders endpoints that send and receive, 1 or more
 * @param receivers endpoints that only receive; with the senders 2 or more
 * @param guests endpoints that may join later and only receive; nothing of theirs is counted
 * @param kinds what senders send
 * @param drivers media threads, 1 or more
 * @param videoPace how much faster than recorded the video is played
 * @param rtx whether retransmission streams are declared
 * @param channel what carries the bridge channel
 * @param nack whether endpoints ask for video packets that they miss, and send again what the bridge asks for
 * @param sampleEvery how many packets of a stream to one that is decrypted and compared; 1 is all
 * @param joinRate endpoints that begin to join in a second, at most
 * @param joinTimeout for one endpoint, from its first request to its SRTP keys
 */
public record SwarmOptions(
        URI bridge,
        int senders,
        int receivers,
        int guests,
        SentKinds kinds,
        int drivers,
        RecordedStream audio,
        RecordedStream video,
        double videoPace,
        boolean rtx,
        ChannelKind channel,
        boolean nack,
        int sampleEvery,
        double joinRate,
        Duration joinTimeout) {
    public SwarmOptions {
        if (senders < 1 || receivers < 0 || senders + receivers < 2) {
            throw new IllegalArgumentException("senders " + senders + ", receivers " + receivers
                    + ": expected a sender or more, and two endpoints or more");
        }
        if (guests < 0) {
            throw new IllegalArgumentException("guests " + guests + ": expected 0 or more");
        }
        if (drivers < 1) {
            throw new IllegalArgumentException("drivers " + drivers + ": expected 1 or more");
        }
        if (!(joinRate > 0)) {
            throw new IllegalArgumentException("joinRate " + joinRate + ": expected more than 0");
        }
    }

    /** Senders and receivers. */
    public int endpoints() {
        return senders + receivers;
    }

    /** Couples of a receiver and another one who sends. */
    public int couples() {
        return senders * (endpoints() - 1);
    }

    /** How many (receiver, stream) pairs there will be: the streams of each couple. */
    public int expectedStreams() {
        return kinds.streams() * couples();
    }
}
