package org.starbridge.bridge.stats;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.starbridge.media.api.EndpointStats;

/**
 * What the control side knows about conferences and endpoints.
 *
 * @param now what is open at this moment
 * @param totals what has happened since the process's start
 * @param refused what clients asked for or said in vain since the process's start, by a name in lower case
 */
public record ConferenceFigures(Now now, Totals totals, Map<String, Long> refused) {
    public ConferenceFigures {
        refused = Map.copyOf(refused);
    }

    /** The same, where nothing was refused. */
    public ConferenceFigures(Now now, Totals totals) {
        this(now, totals, Map.of());
    }

    /** A bridge on which nothing has happened yet. */
    public static final ConferenceFigures NONE = new ConferenceFigures(
            Now.of(List.of()), new Totals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));

    /** RTP packets missing between endpoints and us since the start, endpoints that are gone included. */
    long packetsLostInboundTotal() {
        return now.packetsLostInbound() + totals.packetsLostInboundOfGone();
    }

    /** RTP packets expected from endpoints since the start, endpoints that are gone included. */
    long packetsExpectedInboundTotal() {
        return now.packetsExpectedInbound() + totals.packetsExpectedInboundOfGone();
    }

    /**
     * One endpoint, as far as statistics are concerned.
     *
     * @param visitor it only watches
     * @param oversending it gets more than it has room for, for the sake of what is on its stage
     * @param lacksSources it does not get some source for want of room
     * @param stats its traffic
     */
    public record Participant(boolean visitor, boolean oversending, boolean lacksSources, EndpointStats stats) {
        boolean isSending() {
            return stats.sendsAudio() || stats.sendsVideo();
        }
    }

    /**
     * What is open at this moment. A conference is inactive when no endpoint in it sends audio or video.
     *
     * @param conferences open ones
     * @param inactiveConferences of them, those where nobody sends
     * @param p2pConferences of the inactive ones, those with exactly two endpoints
     * @param largestConference endpoints of the largest one
     * @param endpoints in all conferences
     * @param activeEndpoints of them, those in active conferences
     * @param inactiveEndpoints of them, those in inactive conferences
     * @param receiveOnlyEndpoints of the active ones, those that send nothing
     * @param endpointsSendingAudio that sent audio within the last seconds
     * @param endpointsSendingVideo that sent video within the last seconds
     * @param visitors of the endpoints, those that only watch
     * @param endpointsWithHighOutgoingLoss of the active ones, those that report a loss above 10 %
     * @param oversendingEndpoints that get more than they have room for
     * @param endpointsWithSuspendedSources that do not get some source for want of room
     * @param endpointsWithSpuriousRemb that send REMB although they negotiated transport-wide feedback
     * @param packetsLostInbound RTP packets missing between these endpoints and us
     * @param packetsExpectedInbound RTP packets expected from these endpoints
     * @param outgoingLossFraction loss that endpoints report, 0 to 1, weighted by what is sent to them
     * @param rttMs mean round trip time of the endpoints where it is known, 0 when of none
     */
    public record Now(
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
            int oversendingEndpoints,
            int endpointsWithSuspendedSources,
            int endpointsWithSpuriousRemb,
            long packetsLostInbound,
            long packetsExpectedInbound,
            double outgoingLossFraction,
            double rttMs) {
        /** Counts what is there: one inner collection per conference. */
        public static Now of(Collection<? extends Collection<Participant>> conferences) {
            ConferenceTally tally = new ConferenceTally();
            conferences.forEach(tally::add);
            return tally.sum();
        }
    }

    /**
     * What has happened since the start. None of these ever falls.
     *
     * @param conferencesCreated conferences
     * @param conferencesCompleted conferences that ended
     * @param conferenceSeconds how long the ended ones lasted
     * @param conferencesFailed conferences that ended because of a bug
     * @param mediaFaults bugs met on media workers
     * @param workerStalls times that a media worker was found not to turn
     * @param givenUpForMemory endpoints that ended because native memory was used up
     * @param closedByPeer connected endpoints whose DTLS session the peer ended
     * @param handshakesRefused DTLS handshakes that found too many others under way
     * @param endpointsCreated endpoints, visitors included
     * @param visitorsCreated of them, visitors
     * @param iceSucceeded endpoints whose ICE connected
     * @param iceFailed endpoints whose ICE failed
     * @param dtlsFailed endpoints whose DTLS handshake failed
     * @param webSocketMessagesReceived bridge channel messages from endpoints over WebSocket
     * @param webSocketMessagesSent bridge channel messages to endpoints over WebSocket
     * @param webSocketsClosedNormally bridge channels that closed as usual
     * @param webSocketsClosedAbnormally bridge channels that closed otherwise
     * @param dataChannelMessagesReceived bridge channel messages from endpoints over data channels
     * @param dataChannelMessagesSent bridge channel messages to endpoints over data channels
     * @param packetsLostInboundOfGone RTP packets missing between us and endpoints that are gone
     * @param packetsExpectedInboundOfGone RTP packets expected from endpoints that are gone
     */
    public record Totals(
            long conferencesCreated,
            long conferencesCompleted,
            long conferenceSeconds,
            long conferencesFailed,
            long mediaFaults,
            long workerStalls,
            long givenUpForMemory,
            long closedByPeer,
            long handshakesRefused,
            long endpointsCreated,
            long visitorsCreated,
            long iceSucceeded,
            long iceFailed,
            long dtlsFailed,
            long webSocketMessagesReceived,
            long webSocketMessagesSent,
            long webSocketsClosedNormally,
            long webSocketsClosedAbnormally,
            long dataChannelMessagesReceived,
            long dataChannelMessagesSent,
            long packetsLostInboundOfGone,
            long packetsExpectedInboundOfGone) {}
}
