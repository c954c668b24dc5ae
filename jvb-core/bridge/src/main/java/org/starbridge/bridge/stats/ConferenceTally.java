package org.starbridge.bridge.stats;

import java.util.Collection;
import org.starbridge.bridge.stats.ConferenceFigures.Participant;
import org.starbridge.media.api.EndpointStats;

/** Counts conferences and their endpoints, once, for {@link ConferenceFigures.Now}. Used by one thread and thrown away. */
final class ConferenceTally {
    private static final double HIGH_LOSS_FRACTION = 0.1;

    private int conferences;
    private int inactiveConferences;
    private int p2pConferences;
    private int largestConference;
    private int endpoints;
    private int activeEndpoints;
    private int receiveOnlyEndpoints;
    private int endpointsSendingAudio;
    private int endpointsSendingVideo;
    private int visitors;
    private int endpointsWithHighOutgoingLoss;
    private int oversendingEndpoints;
    private int endpointsWithSuspendedSources;
    private int endpointsWithSpuriousRemb;
    private long lost;
    private long expected;
    private double sentTimesLoss;
    private long sent;
    private double rttSumMs;
    private int endpointsWithRtt;

    void add(Collection<Participant> conference) {
        boolean active = conference.stream().anyMatch(Participant::isSending);
        conferences++;
        largestConference = Math.max(largestConference, conference.size());
        endpoints += conference.size();
        if (active) {
            activeEndpoints += conference.size();
        } else {
            inactiveConferences++;
            p2pConferences += conference.size() == 2 ? 1 : 0;
        }
        for (Participant participant : conference) {
            add(participant, active);
        }
    }

    private void add(Participant participant, boolean active) {
        EndpointStats stats = participant.stats();
        visitors += participant.visitor() ? 1 : 0;
        endpointsSendingAudio += stats.sendsAudio() ? 1 : 0;
        endpointsSendingVideo += stats.sendsVideo() ? 1 : 0;
        receiveOnlyEndpoints += active && !participant.isSending() ? 1 : 0;
        endpointsWithHighOutgoingLoss += active && stats.outboundLossFraction() > HIGH_LOSS_FRACTION ? 1 : 0;
        oversendingEndpoints += participant.oversending() ? 1 : 0;
        endpointsWithSuspendedSources += participant.lacksSources() ? 1 : 0;
        endpointsWithSpuriousRemb += stats.hasSpuriousRemb() ? 1 : 0;
        lost += stats.packetsLostInbound();
        expected += stats.packetsExpectedInbound();
        sent += stats.packetsSent();
        sentTimesLoss += stats.packetsSent() * stats.outboundLossFraction();
        if (stats.rttMs() > 0) {
            endpointsWithRtt++;
            rttSumMs += stats.rttMs();
        }
    }

    ConferenceFigures.Now sum() {
        return new ConferenceFigures.Now(
                conferences,
                inactiveConferences,
                p2pConferences,
                largestConference,
                endpoints,
                activeEndpoints,
                endpoints - activeEndpoints,
                receiveOnlyEndpoints,
                endpointsSendingAudio,
                endpointsSendingVideo,
                visitors,
                endpointsWithHighOutgoingLoss,
                oversendingEndpoints,
                endpointsWithSuspendedSources,
                endpointsWithSpuriousRemb,
                lost,
                expected,
                sent == 0 ? 0 : sentTimesLoss / sent,
                endpointsWithRtt == 0 ? 0 : rttSumMs / endpointsWithRtt);
    }
}
