package org.starbridge.media.api;

import org.starbridge.transport.ice.IceState;

/**
 * One endpoint's figures at one moment. Counters run from the endpoint's start.
 *
 * @param iceState its ICE state
 * @param dtlsConnected whether media can flow
 * @param traffic packets from it and to it
 * @param outboundLossFraction loss that it last reported, 0 to 1
 * @param rttMs round trip time by its last report, 0 while unknown
 * @param lastActivityNs when something authenticated, media or an ICE answer, last came from it, on the media clock; 0
 *     = never
 * @param sendsAudio an audio packet came within the last seconds
 * @param sendsVideo a video packet came within the last seconds
 * @param jitterMs how unevenly audio comes, RFC 3550 section 6.4.1: from it, or to it by what it says, whichever is
 *     worse
 * @param inboundJitterMs how unevenly audio comes from it, RFC 3550 section 6.4.1; 0 while it sends none
 * @param limits what it can take by its own estimates and reports
 * @param bandwidth what the bridge estimates that it can be sent
 * @param cpuNs time of its media worker that it cost, as a sender and as a receiver; estimated from samples
 */
public record EndpointStats(
        IceState iceState,
        boolean dtlsConnected,
        Traffic traffic,
        double outboundLossFraction,
        double rttMs,
        long lastActivityNs,
        boolean sendsAudio,
        boolean sendsVideo,
        double jitterMs,
        double inboundJitterMs,
        Limits limits,
        BandwidthEstimate bandwidth,
        long cpuNs) {
    /** No figure. */
    public static final long NO_DOWNLINK = -1;

    /** Of an endpoint of which nothing is known yet. */
    public static final EndpointStats NONE = new EndpointStats(
            IceState.NEW, false, Traffic.NONE, 0, 0, 0, false, false, 0, 0, Limits.NONE, BandwidthEstimate.NONE, 0);

    /**
     * Packets from an endpoint and to it.
     *
     * @param packetsReceived authenticated RTP and RTCP packets from it
     * @param bytesReceived their bytes, UDP payload
     * @param packetsSent RTP and RTCP packets to it
     * @param bytesSent their bytes, UDP payload
     * @param packetsLostInbound RTP packets missing between it and us
     * @param packetsExpectedInbound RTP packets expected from it
     * @param keyFrameRequests key frame requests (PLI and FIR) that it sent as a receiver
     */
    public record Traffic(
            long packetsReceived,
            long bytesReceived,
            long packetsSent,
            long bytesSent,
            long packetsLostInbound,
            long packetsExpectedInbound,
            long keyFrameRequests) {
        /** Nothing yet. */
        public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0, 0);
    }

    /**
     * Limits of what an endpoint can be sent, by what it says and reports.
     *
     * @param downlinkBps how much video it can take by its own estimates (REMB), bit/s; {@link #NO_DOWNLINK} as long as
     *     it did not complain
     * @param hasSpuriousRemb it said what it can take although it is sent transport-wide numbers, so its word does not
     *     count
     * @param rembBps what it said last that it can take, bit/s; {@link #NO_DOWNLINK} if nothing
     * @param lossLimitBps how much video gets to it in addition to audio by the losses that it reports, bit/s;
     *     {@link #NO_DOWNLINK} as long as they are not heavy
     */
    public record Limits(long downlinkBps, boolean hasSpuriousRemb, long rembBps, long lossLimitBps) {
        /** Of an endpoint that sends no estimates, and reports no heavy losses. */
        public static final Limits NONE = new Limits(NO_DOWNLINK, false, NO_DOWNLINK, NO_DOWNLINK);
    }
}
