package org.starbridge.hammer.client;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.measure.SentStream;

/**
 * What one endpoint is, decided before anybody joins.
 *
 * @param number from 0; senders first
 * @param id its name in Colibri2: eight hex digits
 * @param audio null if it sends none
 * @param video null if it sends none
 * @param rtxSsrc the SSRC declared for retransmissions of its video; only with {@code --rtx}
 * @param rtcpSsrc in whose name it reports: one of its own streams', or one of its own that nobody was told of
 */
record EndpointPlan(
        int number,
        String id,
        @Nullable SentStream audio,
        @Nullable SentStream video,
        int rtxSsrc,
        int rtcpSsrc) {
    String audioSource() {
        return id + "-a0";
    }

    String videoSource() {
        return id + "-v0";
    }

    /** What it sends: none, one or both. */
    List<SentStream> streams() {
        List<SentStream> streams = new ArrayList<>();
        if (audio != null) {
            streams.add(audio);
        }
        if (video != null) {
            streams.add(video);
        }
        return streams;
    }
}
