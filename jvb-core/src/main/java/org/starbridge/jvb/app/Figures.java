package org.starbridge.jvb.app;

import java.util.List;
import org.starbridge.jvb.conference.ConferenceCounters;
import org.starbridge.jvb.conference.ConferenceSnapshot;
import org.starbridge.jvb.conference.Conferences;
import org.starbridge.jvb.conference.EndpointSnapshot;
import org.starbridge.jvb.stats.ConferenceFigures;

/** Sums what the conferences know into what the statistics show. */
final class Figures {
    private static final double HIGH_LOSS = 0.1;

    private Figures() {}

    static ConferenceFigures of(Conferences conferences) {
        List<ConferenceSnapshot> all = conferences.snapshot();
        List<EndpointSnapshot> endpoints = all.stream()
                .flatMap(conference -> conference.endpoints().stream())
                .toList();
        List<EndpointSnapshot> active = all.stream()
                .filter(Figures::isActive)
                .flatMap(conference -> conference.endpoints().stream())
                .toList();
        ConferenceCounters counters = conferences.counters();
        return new ConferenceFigures(
                all.size(),
                (int) all.stream().filter(conference -> !isActive(conference)).count(),
                (int) all.stream()
                        .filter(conference ->
                                !isActive(conference) && conference.endpoints().size() == 2)
                        .count(),
                all.stream()
                        .mapToInt(conference -> conference.endpoints().size())
                        .max()
                        .orElse(0),
                endpoints.size(),
                active.size(),
                endpoints.size() - active.size(),
                (int) active.stream().filter(endpoint -> !sends(endpoint)).count(),
                (int) endpoints.stream()
                        .filter(endpoint -> endpoint.stats().sendsAudio())
                        .count(),
                (int) endpoints.stream()
                        .filter(endpoint -> endpoint.stats().sendsVideo())
                        .count(),
                (int) endpoints.stream().filter(EndpointSnapshot::visitor).count(),
                (int) active.stream()
                        .filter(endpoint -> endpoint.stats().outboundLossFraction() > HIGH_LOSS)
                        .count(),
                counters.conferencesCreated.sum(),
                counters.conferencesCompleted.sum(),
                counters.conferenceSeconds.sum(),
                counters.endpointsCreated.sum(),
                counters.visitorsCreated.sum(),
                counters.iceSucceeded.sum(),
                counters.iceFailed.sum(),
                counters.dtlsFailed.sum(),
                counters.channelMessagesReceived.sum(),
                counters.channelMessagesSent.sum(),
                counters.packetsLostInboundOfGone.sum()
                        + endpoints.stream()
                                .mapToLong(endpoint -> endpoint.stats().packetsLostInbound())
                                .sum(),
                counters.packetsExpectedInboundOfGone.sum()
                        + endpoints.stream()
                                .mapToLong(endpoint -> endpoint.stats().packetsExpectedInbound())
                                .sum(),
                endpoints.stream()
                        .mapToDouble(endpoint -> endpoint.stats().outboundLossFraction())
                        .average()
                        .orElse(0),
                endpoints.stream()
                        .mapToDouble(endpoint -> endpoint.stats().rttMs())
                        .filter(rttMs -> rttMs > 0)
                        .average()
                        .orElse(0));
    }

    private static boolean isActive(ConferenceSnapshot conference) {
        return conference.endpoints().stream().anyMatch(Figures::sends);
    }

    private static boolean sends(EndpointSnapshot endpoint) {
        return endpoint.stats().sendsAudio() || endpoint.stats().sendsVideo();
    }
}
