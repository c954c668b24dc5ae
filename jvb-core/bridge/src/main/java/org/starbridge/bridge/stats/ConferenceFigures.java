package org.starbridge.bridge.stats;

import java.util.Collection;
import java.util.List;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.transport.counters.Counts;

/**
 * The open conferences and endpoints at one moment.
 *
 * @param counts conferences and endpoints of each kind
 * @param packetsLostInbound RTP packets missing between endpoints and us
 * @param packetsExpectedInbound RTP packets expected from endpoints
 * @param outgoingLossFraction loss that endpoints report, 0 to 1, weighted by what is sent to them
 * @param rttMs mean round trip time of the endpoints where it is known, 0 when of none
 * @param sizes how large each conference is
 */
public record ConferenceFigures(
        Counts<ConferenceGauge> counts,
        long packetsLostInbound,
        long packetsExpectedInbound,
        double outgoingLossFraction,
        double rttMs,
        List<Size> sizes) {
    /** A bridge without conferences. */
    public static final ConferenceFigures NONE = of(List.of());

    public ConferenceFigures {
        sizes = List.copyOf(sizes);
    }

    ConferenceFigures(
            Counts<ConferenceGauge> counts,
            long packetsLostInbound,
            long packetsExpectedInbound,
            double outgoingLossFraction,
            double rttMs) {
        this(counts, packetsLostInbound, packetsExpectedInbound, outgoingLossFraction, rttMs, List.of());
    }

    /**
     * The size of one conference.
     *
     * @param endpoints local and relayed ones
     * @param audioSenders local endpoints that send audio
     * @param videoSenders local endpoints that send video
     */
    public record Size(int endpoints, int audioSenders, int videoSenders) {}

    /** Counts what is there: one inner collection per conference, none of which has relays. */
    public static ConferenceFigures of(Collection<? extends Collection<Participant>> conferences) {
        return ofMembers(conferences.stream()
                .map(endpoints -> new Members(endpoints, 0, 0))
                .toList());
    }

    /** Counts what is there. */
    public static ConferenceFigures ofMembers(Collection<Members> conferences) {
        ConferenceTally tally = new ConferenceTally();
        conferences.forEach(tally::add);
        return tally.sum();
    }

    /**
     * Participants of one conference.
     *
     * @param endpoints those of this bridge
     * @param relays to other bridges
     * @param relayed how many endpoints are on other bridges
     */
    public record Members(Collection<Participant> endpoints, int relays, int relayed) {}

    /** The same with the packets of endpoints that are gone, so that the sums never fall. */
    public ConferenceFigures plusGone(long packetsLost, long packetsExpected) {
        return new ConferenceFigures(
                counts,
                packetsLostInbound + packetsLost,
                packetsExpectedInbound + packetsExpected,
                outgoingLossFraction,
                rttMs,
                sizes);
    }

    long count(ConferenceGauge gauge) {
        return counts.get(gauge);
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
}
