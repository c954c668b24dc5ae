package org.starbridge.bridge.impairment;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.bandwidth.Reason;

/**
 * Facts about one participant over the last seconds. Shares are from 0 to 1; rates are means over the window.
 *
 * @param silentSeconds how long nothing at all has come from it
 * @param downlink what it is sent
 * @param uplink what it sends
 * @param device what its machine does
 * @param supplies video that it wants of others
 */
public record ParticipantFacts(
        double silentSeconds, Downlink downlink, Uplink uplink, Device device, List<Supply> supplies) {
    public ParticipantFacts {
        supplies = List.copyOf(supplies);
    }

    /**
     * The way to it.
     *
     * @param loss of what it is sent
     * @param isLossOfSendersToo whether the loss contains what got lost before the bridge: by receiver reports
     * @param rttMs round-trip time, 0 while unknown
     * @param lowestRttMs the lowest one of its call
     * @param queueMs what waits for it in the pacer
     * @param isOverused whether a queue grows on the way to it
     * @param bound what bounds the estimate
     * @param estimateBps the estimate; negative while unknown
     * @param givenBps the video that it gets
     * @param wantedBps the video that it would get without a limit
     * @param isLimited whether bandwidth limits what it gets
     */
    public record Downlink(
            double loss,
            boolean isLossOfSendersToo,
            double rttMs,
            double lowestRttMs,
            double queueMs,
            boolean isOverused,
            Reason bound,
            long estimateBps,
            long givenBps,
            long wantedBps,
            boolean isLimited) {}

    /**
     * The way from it.
     *
     * @param loss of what it sends
     * @param jitterMs of its audio
     * @param missingShare the share of its usual video bitrate that is missing because its highest encodings or layers
     *     have gone, while the lowest goes on as usual
     */
    public record Uplink(double loss, double jitterMs, double missingShare) {}

    /**
     * Its machine.
     *
     * @param keyFrameRequestsPerMinute that it sends as a receiver
     * @param frameRateShare the frame rate of its camera beside the usual one, in every layer
     * @param sizeShare the picture's height beside the usual one, in every layer
     */
    public record Device(double keyFrameRequestsPerMinute, double frameRateShare, double sizeShare) {}

    /**
     * A video source that it wants.
     *
     * @param source its name
     * @param owner the participant that sends it
     * @param relay the other bridge that it comes from; null for one of this bridge
     * @param isSilent whether nothing of it comes, although it is not muted
     * @param trouble what its owner's own connection or device suffers from
     * @param relayTrouble what the link to the other bridge suffers from
     * @param isProminent whether the participant looks at it: on stage, or one of a few
     */
    public record Supply(
            String source,
            String owner,
            @Nullable String relay,
            boolean isSilent,
            Impairment trouble,
            Impairment relayTrouble,
            boolean isProminent) {}
}
