package org.starbridge.media.api;

import org.starbridge.transport.ice.IceState;

/**
 * One endpoint's figures at one moment. Counters run from the endpoint's start.
 *
 * @param iceState its ICE state
 * @param dtlsConnected whether media can flow
 * @param packetsReceived authenticated RTP and RTCP packets from it
 * @param bytesReceived their bytes, UDP payload
 * @param packetsSent RTP and RTCP packets to it
 * @param bytesSent their bytes, UDP payload
 * @param packetsLostInbound RTP packets missing between it and us
 * @param packetsExpectedInbound RTP packets expected from it
 * @param outboundLossFraction loss that it last reported, 0 to 1
 * @param rttMs round trip time by its last report, 0 while unknown
 * @param lastActivityNs when something authenticated, media or an ICE answer, last came from it, on the media clock; 0
 *     = never
 * @param sendsAudio an audio packet came within the last seconds
 * @param sendsVideo a video packet came within the last seconds
 * @param jitterMs how unevenly audio comes, RFC 3550 section 6.4.1: from it, or to it by what it says, whichever is
 *     worse
 * @param downlinkBps how much video it can take by its own estimates (REMB), bit/s; {@link #NO_DOWNLINK} as long as it
 *     did not complain
 * @param hasSpuriousRemb it said what it can take although it is sent transport-wide numbers, so its word does not
 *     count
 * @param rembBps what it said last that it can take, bit/s; {@link #NO_DOWNLINK} if nothing
 * @param lossLimitBps how much video gets to it in addition to audio by the losses that it reports, bit/s;
 *     {@link #NO_DOWNLINK} as long as they are not heavy
 * @param bandwidth what the bridge estimates that it can be sent
 * @param cpuNs time of its media worker that it cost, as a sender and as a receiver; estimated from samples
 * @param inboundJitterMs how unevenly audio comes from it, RFC 3550 section 6.4.1; 0 while it sends none
 * @param keyFrameRequests key frame requests (PLI and FIR) that it sent as a receiver
 */
public record EndpointStats(
        IceState iceState,
        boolean dtlsConnected,
        long packetsReceived,
        long bytesReceived,
        long packetsSent,
        long bytesSent,
        long packetsLostInbound,
        long packetsExpectedInbound,
        double outboundLossFraction,
        double rttMs,
        long lastActivityNs,
        boolean sendsAudio,
        boolean sendsVideo,
        double jitterMs,
        long downlinkBps,
        boolean hasSpuriousRemb,
        long rembBps,
        long lossLimitBps,
        BandwidthEstimate bandwidth,
        long cpuNs,
        double inboundJitterMs,
        long keyFrameRequests) {
    /** No figure. */
    public static final long NO_DOWNLINK = -1;

    /** Of an endpoint of which nothing is known yet. */
    public static final EndpointStats NONE =
            new EndpointStats(IceState.NEW, false, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false, 0, NO_DOWNLINK, false);

    /** Those of an endpoint that sends no estimates, and reports no heavy losses. */
    public EndpointStats(
            IceState iceState,
            boolean dtlsConnected,
            long packetsReceived,
            long bytesReceived,
            long packetsSent,
            long bytesSent,
            long packetsLostInbound,
            long packetsExpectedInbound,
            double outboundLossFraction,
            double rttMs,
            long lastActivityNs,
            boolean sendsAudio,
            boolean sendsVideo,
            double jitterMs,
            long downlinkBps,
            boolean hasSpuriousRemb) {
        this(
                iceState,
                dtlsConnected,
                packetsReceived,
                bytesReceived,
                packetsSent,
                bytesSent,
                packetsLostInbound,
                packetsExpectedInbound,
                outboundLossFraction,
                rttMs,
                lastActivityNs,
                sendsAudio,
                sendsVideo,
                jitterMs,
                downlinkBps,
                hasSpuriousRemb,
                NO_DOWNLINK,
                NO_DOWNLINK,
                BandwidthEstimate.NONE,
                0);
    }

    /** Those of an endpoint that asks for no key frames, and whose audio comes evenly. */
    public EndpointStats(
            IceState iceState,
            boolean dtlsConnected,
            long packetsReceived,
            long bytesReceived,
            long packetsSent,
            long bytesSent,
            long packetsLostInbound,
            long packetsExpectedInbound,
            double outboundLossFraction,
            double rttMs,
            long lastActivityNs,
            boolean sendsAudio,
            boolean sendsVideo,
            double jitterMs,
            long downlinkBps,
            boolean hasSpuriousRemb,
            long rembBps,
            long lossLimitBps,
            BandwidthEstimate bandwidth,
            long cpuNs) {
        this(
                iceState,
                dtlsConnected,
                packetsReceived,
                bytesReceived,
                packetsSent,
                bytesSent,
                packetsLostInbound,
                packetsExpectedInbound,
                outboundLossFraction,
                rttMs,
                lastActivityNs,
                sendsAudio,
                sendsVideo,
                jitterMs,
                downlinkBps,
                hasSpuriousRemb,
                rembBps,
                lossLimitBps,
                bandwidth,
                cpuNs,
                0,
                0);
    }
}
