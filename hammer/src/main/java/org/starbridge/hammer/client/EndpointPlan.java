package org.starbridge.hammer.client;

import org.starbridge.hammer.measure.SentStream;

/**
 * What one endpoint is, decided before anybody joins.
 *
 * @param number from 0
 * @param id its name in Colibri2: eight hex digits
 * @param rtxSsrc the SSRC declared for retransmissions of its video; only with {@code --rtx}
 */
record EndpointPlan(int number, String id, SentStream audio, SentStream video, int rtxSsrc) {
    String audioSource() {
        return id + "-a0";
    }

    String videoSource() {
        return id + "-v0";
    }
}
