package org.starbridge.hammer.client.plan;

/**
 * Names and SSRCs by which others know what an endpoint sends.
 *
 * @param endpoint its name in Colibri2
 * @param audioSsrc all 32 bits; 0 if it sends no sound
 * @param videoSource the name of its video source
 * @param videoSsrc all 32 bits, of the lowest encoding; 0 if it sends no video
 * @param videoRtxSsrc the SSRC of its retransmissions; 0 if there is none
 */
public record PublishedStreams(String endpoint, int audioSsrc, String videoSource, int videoSsrc, int videoRtxSsrc) {
    public static PublishedStreams of(EndpointPlan plan) {
        VideoEncoding lowest = plan.video().isEmpty() ? null : plan.video().get(0);
        return new PublishedStreams(
                plan.id(),
                plan.audio() == null ? 0 : plan.audio().ssrc(),
                plan.videoSource(),
                lowest == null ? 0 : lowest.stream().ssrc(),
                lowest == null ? 0 : lowest.rtxSsrc());
    }
}
