package org.starbridge.bridge.stats;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.starbridge.bridge.stats.ConferenceFigures.Members;
import org.starbridge.bridge.stats.ConferenceFigures.Participant;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.transport.counters.OwnedCounters;

/** Counts conferences and their endpoints, once, for {@link ConferenceFigures}. Used by one thread and thrown away. */
final class ConferenceTally {
    private static final double HIGH_LOSS_FRACTION = 0.1;
    private static final double LONG_QUEUE_MS = 100;

    private final OwnedCounters<ConferenceGauge> counts = new OwnedCounters<>(ConferenceGauge.class);
    private final List<ConferenceFigures.Size> sizes = new ArrayList<>();
    private long lost;
    private long expected;
    private double sentTimesLoss;
    private long sent;
    private double rttSumMs;
    private int endpointsWithRtt;

    void add(Members members) {
        Collection<Participant> conference = members.endpoints();
        int everywhere = conference.size() + members.relayed();
        boolean active = conference.stream().anyMatch(Participant::isSending);
        counts.increment(ConferenceGauge.CONFERENCES);
        counts.set(
                ConferenceGauge.LARGEST_CONFERENCE,
                Math.max(counts.get(ConferenceGauge.LARGEST_CONFERENCE), everywhere));
        counts.add(ConferenceGauge.ENDPOINTS, everywhere);
        counts.add(ConferenceGauge.RELAYED_ENDPOINTS, members.relayed());
        countIf(members.relays() > 0, ConferenceGauge.CONFERENCES_WITH_RELAY);
        counts.add(active ? ConferenceGauge.ACTIVE_ENDPOINTS : ConferenceGauge.INACTIVE_ENDPOINTS, conference.size());
        countIf(!active, ConferenceGauge.INACTIVE_CONFERENCES);
        countIf(!active && everywhere == 2, ConferenceGauge.P2P_CONFERENCES);
        int audioSenders = 0;
        int videoSenders = 0;
        for (Participant participant : conference) {
            add(participant, active);
            audioSenders += participant.stats().sendsAudio() ? 1 : 0;
            videoSenders += participant.stats().sendsVideo() ? 1 : 0;
        }
        sizes.add(new ConferenceFigures.Size(everywhere, audioSenders, videoSenders));
    }

    private void add(Participant participant, boolean active) {
        EndpointStats stats = participant.stats();
        countIf(participant.visitor(), ConferenceGauge.VISITORS);
        countIf(stats.traffic().packetsReceived() == 0, ConferenceGauge.ARRIVING_ENDPOINTS);
        countIf(stats.sendsAudio(), ConferenceGauge.ENDPOINTS_SENDING_AUDIO);
        countIf(stats.sendsVideo(), ConferenceGauge.ENDPOINTS_SENDING_VIDEO);
        countIf(active && !participant.isSending(), ConferenceGauge.RECEIVE_ONLY_ENDPOINTS);
        countIf(
                active && stats.outboundLossFraction() > HIGH_LOSS_FRACTION,
                ConferenceGauge.ENDPOINTS_WITH_HIGH_OUTGOING_LOSS);
        countIf(participant.oversending(), ConferenceGauge.OVERSENDING_ENDPOINTS);
        countIf(participant.lacksSources(), ConferenceGauge.ENDPOINTS_WITH_SUSPENDED_SOURCES);
        countIf(stats.limits().hasSpuriousRemb(), ConferenceGauge.ENDPOINTS_WITH_SPURIOUS_REMB);
        add(stats.bandwidth());
        lost += stats.traffic().packetsLostInbound();
        expected += stats.traffic().packetsExpectedInbound();
        sent += stats.traffic().packetsSent();
        sentTimesLoss += stats.traffic().packetsSent() * stats.outboundLossFraction();
        if (stats.rttMs() > 0) {
            endpointsWithRtt++;
            rttSumMs += stats.rttMs();
        }
    }

    private void add(BandwidthEstimate estimate) {
        if (!estimate.isKnown()) {
            return;
        }
        counts.increment(ConferenceGauge.ENDPOINTS_WITH_ESTIMATE);
        countIf(estimate.overloaded(), ConferenceGauge.OVERLOADED_ENDPOINTS);
        countIf(estimate.pacerQueueMs() > LONG_QUEUE_MS, ConferenceGauge.ENDPOINTS_WITH_LONG_PACER_QUEUE);
        counts.add(ConferenceGauge.TCC_UNMATCHED_FEEDBACK, estimate.unmatchedFeedback());
        counts.add(ConferenceGauge.BANDWIDTH_ESTIMATE, estimate.targetBps());
        counts.add(ConferenceGauge.PROBES_SENT, estimate.probesSent());
        counts.add(ConferenceGauge.PROBE_BYTES_SENT, estimate.probeBytes());
    }

    private void countIf(boolean is, ConferenceGauge gauge) {
        if (is) {
            counts.increment(gauge);
        }
    }

    ConferenceFigures sum() {
        return new ConferenceFigures(
                counts.copy(),
                lost,
                expected,
                sent == 0 ? 0 : sentTimesLoss / sent,
                endpointsWithRtt == 0 ? 0 : rttSumMs / endpointsWithRtt,
                sizes);
    }
}
