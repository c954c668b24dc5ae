package org.starbridge.hammer.client;

import java.net.URI;
import java.time.Duration;
import org.starbridge.hammer.media.RecordedStream;

/**
 * One conference of endpoints that all send and all receive everything.
 *
 * @param bridge where the bridge's Colibri2 REST interface is
 * @param endpoints K, 2 or more
 * @param drivers media threads, 1 or more
 * @param videoPace how much faster than recorded the video is played
 * @param rtx whether retransmission streams are declared
 * @param nack whether endpoints ask for video packets that they miss, and send again what the bridge asks for
 * @param sampleEvery how many packets of a stream to one that is decrypted and compared; 1 is all
 * @param joinTimeout for one endpoint, from its first request to its SRTP keys
 */
public record SwarmOptions(
        URI bridge,
        int endpoints,
        int drivers,
        RecordedStream audio,
        RecordedStream video,
        double videoPace,
        boolean rtx,
        boolean nack,
        int sampleEvery,
        Duration joinTimeout) {
    public SwarmOptions {
        if (endpoints < 2) {
            throw new IllegalArgumentException("endpoints " + endpoints + ": expected 2 or more");
        }
        if (drivers < 1) {
            throw new IllegalArgumentException("drivers " + drivers + ": expected 1 or more");
        }
    }

    /** Couples of a receiver and another sender: K(K-1). */
    public int couples() {
        return endpoints * (endpoints - 1);
    }
}
