package org.starbridge.bridge.app;

import java.util.Map;
import org.starbridge.bridge.stats.ConferenceFigures;
import org.starbridge.bridge.stats.ConferenceFigures.Now;
import org.starbridge.bridge.stats.ConferenceFigures.Participant;
import org.starbridge.bridge.stats.ConferenceFigures.Totals;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.media.runner.FaultReporter;
import org.starbridge.media.runner.Watchdog;

/** What the conferences know, in the terms of the statistics. */
final class Figures {
    private Figures() {}

    static ConferenceFigures of(Conferences conferences, MediaStack media, FaultReporter faults, Watchdog watchdog) {
        Now now = Now.of(conferences.snapshot().stream()
                .map(conference -> conference.endpoints().stream()
                        .map(endpoint -> new Participant(
                                endpoint.visitor(),
                                endpoint.allocation().isOversending(),
                                !endpoint.allocation().suspendedSources().isEmpty(),
                                endpoint.stats()))
                        .toList())
                .toList());
        ConferenceCounters counters = conferences.counters();
        Totals totals = new Totals(
                counters.conferencesCreated.sum(),
                counters.conferencesCompleted.sum(),
                counters.conferenceSeconds.sum(),
                counters.conferencesFailed.sum(),
                faults.faults(),
                watchdog.stalls(),
                faults.givenUp(),
                counters.closedByPeer.sum(),
                media.handshakesRefused(),
                counters.endpointsCreated.sum(),
                counters.visitorsCreated.sum(),
                counters.iceSucceeded.sum(),
                counters.iceFailed.sum(),
                counters.dtlsFailed.sum(),
                counters.channelMessagesReceived.sum(),
                counters.channelMessagesSent.sum(),
                counters.channelsClosedNormally.sum(),
                counters.channelsClosedAbnormally.sum(),
                counters.dataChannelMessagesReceived.sum(),
                counters.dataChannelMessagesSent.sum(),
                counters.packetsLostInboundOfGone.sum(),
                counters.packetsExpectedInboundOfGone.sum());
        Map<String, Long> refused = Map.of(
                "http_requests", counters.httpRequestsRefused.sum(),
                "colibri_requests", counters.requestsRefused.sum(),
                "dtls_certificates", (long) media.certificatesRefused(),
                "channels", counters.channelsRefused.sum(),
                "channel_messages", counters.channelMessagesDropped.sum());
        return new ConferenceFigures(now, totals, refused);
    }
}
