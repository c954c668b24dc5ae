package org.starbridge.jvb.stats;

/**
 * What the control side knows about conferences and endpoints. An endpoint is active in an active conference; a
 * conference is inactive when no endpoint in it sends audio or video.
 *
 * <p>Totals run from the process's start and never fall: an endpoint that leaves leaves its share behind.
 *
 * @param conferences open now
 * @param inactiveConferences of them, those where nobody sends
 * @param p2pConferences of the inactive ones, those with exactly two endpoints
 * @param largestConference endpoints of the largest one
 * @param endpoints in all conferences now
 * @param activeEndpoints of them, those in active conferences
 * @param inactiveEndpoints of them, those in inactive conferences
 * @param receiveOnlyEndpoints of the active ones, those that send nothing
 * @param endpointsSendingAudio that sent audio within the last seconds
 * @param endpointsSendingVideo that sent video within the last seconds
 * @param visitors of the endpoints, those that only watch
 * @param endpointsWithHighOutgoingLoss of the active ones, those that report a loss above 10 %
 * @param conferencesCreatedTotal conferences ever created
 * @param conferencesCompletedTotal conferences ever ended
 * @param conferenceSecondsTotal seconds that ended conferences lasted
 * @param endpointsCreatedTotal endpoints ever created
 * @param visitorsCreatedTotal of them, visitors
 * @param iceSucceededTotal endpoints whose ICE ever connected
 * @param iceFailedTotal endpoints whose ICE failed
 * @param dtlsFailedTotal endpoints whose DTLS handshake failed
 * @param webSocketMessagesReceivedTotal bridge channel messages from endpoints
 * @param webSocketMessagesSentTotal bridge channel messages to endpoints
 * @param packetsLostInboundTotal RTP packets missing between endpoints and us
 * @param packetsExpectedInboundTotal RTP packets expected from endpoints
 * @param outgoingLossFraction mean of the loss that endpoints report, 0 to 1
 * @param rttMs mean round trip time of the endpoints where it is known, 0 when of none
 */
public record ConferenceFigures(
        int conferences,
        int inactiveConferences,
        int p2pConferences,
        int largestConference,
        int endpoints,
        int activeEndpoints,
        int inactiveEndpoints,
        int receiveOnlyEndpoints,
        int endpointsSendingAudio,
        int endpointsSendingVideo,
        int visitors,
        int endpointsWithHighOutgoingLoss,
        long conferencesCreatedTotal,
        long conferencesCompletedTotal,
        long conferenceSecondsTotal,
        long endpointsCreatedTotal,
        long visitorsCreatedTotal,
        long iceSucceededTotal,
        long iceFailedTotal,
        long dtlsFailedTotal,
        long webSocketMessagesReceivedTotal,
        long webSocketMessagesSentTotal,
        long packetsLostInboundTotal,
        long packetsExpectedInboundTotal,
        double outgoingLossFraction,
        double rttMs) {
    /** A bridge on which nothing has happened yet. */
    public static final ConferenceFigures NONE =
            new ConferenceFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
