package org.starbridge.bridge.app.monitor;

import org.starbridge.bridge.stats.ConferenceFigures;
import org.starbridge.bridge.stats.ConferenceFigures.Members;
import org.starbridge.bridge.stats.ConferenceFigures.Participant;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;

/** Figures of the conferences, in the terms of the statistics. */
final class Figures {
    private Figures() {}

    static ConferenceFigures of(Conferences conferences) {
        ConferenceCounters counters = conferences.counters();
        return ConferenceFigures.ofMembers(conferences.snapshot().stream()
                        .map(conference -> new Members(
                                conference.endpoints().stream()
                                        .map(endpoint -> new Participant(
                                                endpoint.visitor(),
                                                endpoint.allocation().isOversending(),
                                                !endpoint.allocation()
                                                        .suspendedSources()
                                                        .isEmpty(),
                                                endpoint.stats()))
                                        .toList(),
                                conference.relays().size(),
                                conference.relays().stream()
                                        .mapToInt(relay -> relay.endpoints().size())
                                        .sum()))
                        .toList())
                .plusGone(
                        counters.get(ConferenceCounter.PACKETS_LOST_INBOUND_OF_GONE),
                        counters.get(ConferenceCounter.PACKETS_EXPECTED_INBOUND_OF_GONE));
    }
}
