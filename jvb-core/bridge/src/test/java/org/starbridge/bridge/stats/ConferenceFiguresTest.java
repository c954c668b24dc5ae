package org.starbridge.bridge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.Reason;
import org.starbridge.bridge.stats.ConferenceFigures.Participant;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.transport.ice.IceState;

class ConferenceFiguresTest {
    private static final Participant AUDIO = endpoint(true, false, 0, 0, 0);
    private static final Participant BOTH = endpoint(true, true, 0, 0, 0);
    private static final Participant SILENT = endpoint(false, false, 0, 0, 0);
    private static final Participant VISITOR = new Participant(true, false, false, SILENT.stats());

    @Test
    void whoSendsMakesAConferenceActive() {
        ConferenceFigures now = ConferenceFigures.of(List.of(
                List.of(AUDIO, BOTH, VISITOR),
                List.of(SILENT, SILENT),
                List.of(SILENT, SILENT, SILENT, SILENT),
                List.of(SILENT),
                List.of()));
        assertThat(now.count(ConferenceGauge.CONFERENCES)).isEqualTo(5);
        assertThat(now.count(ConferenceGauge.INACTIVE_CONFERENCES)).isEqualTo(4);
        assertThat(now.count(ConferenceGauge.P2P_CONFERENCES)).isEqualTo(1);
        assertThat(now.count(ConferenceGauge.LARGEST_CONFERENCE)).isEqualTo(4);
        assertThat(now.count(ConferenceGauge.ENDPOINTS)).isEqualTo(10);
        assertThat(now.count(ConferenceGauge.ACTIVE_ENDPOINTS)).isEqualTo(3);
        assertThat(now.count(ConferenceGauge.INACTIVE_ENDPOINTS)).isEqualTo(7);
        assertThat(now.count(ConferenceGauge.RECEIVE_ONLY_ENDPOINTS)).isEqualTo(1);
        assertThat(now.count(ConferenceGauge.ENDPOINTS_SENDING_AUDIO)).isEqualTo(2);
        assertThat(now.count(ConferenceGauge.ENDPOINTS_SENDING_VIDEO)).isEqualTo(1);
        assertThat(now.count(ConferenceGauge.VISITORS)).isEqualTo(1);
    }

    @Test
    void twoWhoSendAreNoPeerToPeerConference() {
        assertThat(ConferenceFigures.of(List.of(List.of(AUDIO, SILENT))).count(ConferenceGauge.P2P_CONFERENCES))
                .isZero();
    }

    @Test
    void outgoingLossIsWeightedByWhatIsSent() {
        ConferenceFigures now = ConferenceFigures.of(
                List.of(List.of(endpoint(true, true, 300, 0.2, 0), endpoint(true, true, 100, 0.1, 0))));
        assertThat(now.outgoingLossFraction()).isEqualTo(0.175, within(1e-9));
        assertThat(now.count(ConferenceGauge.ENDPOINTS_WITH_HIGH_OUTGOING_LOSS)).isEqualTo(1);
    }

    @Test
    void theMeanRoundTripTimeIsOfThoseThatKnowTheirs() {
        ConferenceFigures now = ConferenceFigures.of(
                List.of(List.of(endpoint(true, true, 0, 0, 10), SILENT), List.of(endpoint(false, false, 0, 0, 30))));
        assertThat(now.rttMs()).isEqualTo(20, within(1e-9));
    }

    @Test
    void inboundLossIsSummed() {
        ConferenceFigures now = ConferenceFigures.of(List.of(List.of(AUDIO), List.of(BOTH, SILENT)));
        assertThat(now.packetsLostInbound()).isEqualTo(3 * 7);
        assertThat(now.packetsExpectedInbound()).isEqualTo(3 * 70);
    }

    @Test
    void whoHasNotEnoughRoomIsCountedByWhatComesOfIt() {
        EndpointStats stats = AUDIO.stats();
        EndpointStats spurious = new EndpointStats(
                IceState.CONNECTED,
                true,
                EndpointStats.Traffic.NONE,
                0,
                0,
                0,
                true,
                false,
                0,
                0,
                new EndpointStats.Limits(
                        EndpointStats.NO_DOWNLINK, true, EndpointStats.NO_DOWNLINK, EndpointStats.NO_DOWNLINK),
                BandwidthEstimate.NONE,
                0);
        ConferenceFigures now = ConferenceFigures.of(List.of(
                List.of(new Participant(false, true, false, stats), new Participant(false, true, true, stats)),
                List.of(new Participant(false, false, true, spurious), new Participant(false, true, false, stats))));
        assertThat(now.count(ConferenceGauge.OVERSENDING_ENDPOINTS)).isEqualTo(3);
        assertThat(now.count(ConferenceGauge.ENDPOINTS_WITH_SUSPENDED_SOURCES)).isEqualTo(2);
        assertThat(now.count(ConferenceGauge.ENDPOINTS_WITH_SPURIOUS_REMB)).isEqualTo(1);
    }

    @Test
    void estimatesOfAllEndpointsAreSummed() {
        ConferenceFigures now = ConferenceFigures.of(
                List.of(List.of(estimated(1_000_000, 150, true), estimated(500_000, 0, false)), List.of(AUDIO)));
        assertThat(now.count(ConferenceGauge.ENDPOINTS_WITH_ESTIMATE)).isEqualTo(2);
        assertThat(now.count(ConferenceGauge.OVERLOADED_ENDPOINTS)).isEqualTo(1);
        assertThat(now.count(ConferenceGauge.ENDPOINTS_WITH_LONG_PACER_QUEUE)).isEqualTo(1);
        assertThat(now.count(ConferenceGauge.BANDWIDTH_ESTIMATE)).isEqualTo(1_500_000);
        assertThat(now.count(ConferenceGauge.PROBES_SENT)).isEqualTo(4);
        assertThat(now.count(ConferenceGauge.PROBE_BYTES_SENT)).isEqualTo(600);
        assertThat(now.count(ConferenceGauge.TCC_UNMATCHED_FEEDBACK)).isEqualTo(14);
    }

    private static ConferenceFigures of(int relays, int relayed, Participant... endpoints) {
        return ConferenceFigures.ofMembers(List.of(new ConferenceFigures.Members(List.of(endpoints), relays, relayed)));
    }

    @Test
    void endpointsOfOtherBridgesAreOfTheConference() {
        ConferenceFigures now = of(2, 3, SILENT, SILENT);
        assertThat(now.count(ConferenceGauge.ENDPOINTS)).isEqualTo(5);
        assertThat(now.count(ConferenceGauge.LARGEST_CONFERENCE)).isEqualTo(5);
        assertThat(now.count(ConferenceGauge.RELAYED_ENDPOINTS)).isEqualTo(3);
        assertThat(now.count(ConferenceGauge.CONFERENCES_WITH_RELAY)).isEqualTo(1);
        assertThat(now.count(ConferenceGauge.INACTIVE_ENDPOINTS))
                .as("what they do is not known here")
                .isEqualTo(2);
        assertThat(now.count(ConferenceGauge.P2P_CONFERENCES)).isZero();
        assertThat(of(0, 0, SILENT).count(ConferenceGauge.CONFERENCES_WITH_RELAY))
                .isZero();
    }

    @Test
    void twoSilentEndpointsAreAPeerToPeerConferenceOnWhicheverBridge() {
        assertThat(of(1, 1, SILENT).count(ConferenceGauge.P2P_CONFERENCES)).isEqualTo(1);
        assertThat(of(0, 0, SILENT, SILENT).count(ConferenceGauge.P2P_CONFERENCES))
                .isEqualTo(1);
        assertThat(of(0, 0, SILENT).count(ConferenceGauge.P2P_CONFERENCES)).isZero();
        assertThat(of(1, 1, AUDIO).count(ConferenceGauge.P2P_CONFERENCES)).isZero();
    }

    @Test
    void sizesAreOfAllEndpointsAndSendersOfLocalOnes() {
        assertThat(of(1, 4, AUDIO, BOTH, SILENT).sizes()).containsExactly(new ConferenceFigures.Size(7, 2, 1));
    }

    @Test
    void theLargestConferenceIsTheLargestWhereverItComes() {
        ConferenceFigures now = ConferenceFigures.of(List.of(List.of(SILENT, SILENT, SILENT), List.of(SILENT)));
        assertThat(now.count(ConferenceGauge.LARGEST_CONFERENCE)).isEqualTo(3);
    }

    @Test
    void aReceiverIsReceiveOnlyWhereOthersSend() {
        assertThat(of(0, 0, AUDIO, SILENT, SILENT).count(ConferenceGauge.RECEIVE_ONLY_ENDPOINTS))
                .isEqualTo(2);
        assertThat(of(0, 0, SILENT, SILENT).count(ConferenceGauge.RECEIVE_ONLY_ENDPOINTS))
                .isZero();
    }

    @Test
    void aLossIsHighAboveATenthOfWhatAnActiveConferenceIsSent() {
        assertThat(of(0, 0, endpoint(true, false, 100, 0.1, 0))
                        .count(ConferenceGauge.ENDPOINTS_WITH_HIGH_OUTGOING_LOSS))
                .isZero();
        assertThat(of(0, 0, endpoint(true, false, 100, 0.11, 0))
                        .count(ConferenceGauge.ENDPOINTS_WITH_HIGH_OUTGOING_LOSS))
                .isEqualTo(1);
        assertThat(of(0, 0, endpoint(false, false, 100, 0.5, 0))
                        .count(ConferenceGauge.ENDPOINTS_WITH_HIGH_OUTGOING_LOSS))
                .as("nothing is sent there but what ends")
                .isZero();
    }

    @Test
    void aQueueIsLongAboveATenthOfASecond() {
        assertThat(of(0, 0, estimated(1, 100, false)).count(ConferenceGauge.ENDPOINTS_WITH_LONG_PACER_QUEUE))
                .isZero();
        assertThat(of(0, 0, estimated(1, 100.5, false)).count(ConferenceGauge.ENDPOINTS_WITH_LONG_PACER_QUEUE))
                .isEqualTo(1);
    }

    @Test
    void nothingIsNoLossAndNoRoundTrip() {
        ConferenceFigures now = of(0, 0, SILENT);
        assertThat(now.outgoingLossFraction()).isZero();
        assertThat(now.rttMs()).isZero();
        assertThat(now.count(ConferenceGauge.ENDPOINTS_WITH_ESTIMATE)).isZero();
    }

    private static Participant estimated(long bps, double queueMs, boolean overloaded) {
        BandwidthEstimate estimate = new BandwidthEstimate(
                bps, Reason.DELAY, bps, bps, bps, 0, 50, bps, 0, queueMs, 2, 300, 7, false, false, 0, overloaded);
        return new Participant(
                false,
                false,
                false,
                new EndpointStats(
                        IceState.CONNECTED,
                        true,
                        EndpointStats.Traffic.NONE,
                        0,
                        0,
                        0,
                        true,
                        false,
                        0,
                        0,
                        new EndpointStats.Limits(bps, false, -1, -1),
                        estimate,
                        0));
    }

    @Test
    void nothingIsZero() {
        assertThat(ConferenceGauge.values())
                .allSatisfy(
                        gauge -> assertThat(ConferenceFigures.NONE.count(gauge)).isZero());
        assertThat(ConferenceFigures.NONE.outgoingLossFraction()).isZero();
        assertThat(ConferenceFigures.NONE.rttMs()).isZero();
    }

    @Test
    void packetsOfEndpointsThatAreGoneStayInTheSums() {
        ConferenceFigures figures =
                ConferenceFigures.of(List.of(List.of(AUDIO))).plusGone(3, 30);
        assertThat(figures.packetsLostInbound()).isEqualTo(7 + 3);
        assertThat(figures.packetsExpectedInbound()).isEqualTo(70 + 30);
        assertThat(figures.count(ConferenceGauge.ENDPOINTS)).isEqualTo(1);
    }

    private static Participant endpoint(boolean audio, boolean video, long sent, double loss, double rttMs) {
        return new Participant(
                false,
                false,
                false,
                new EndpointStats(
                        IceState.CONNECTED,
                        true,
                        new EndpointStats.Traffic(0, 0, sent, 0, 7, 70, 0),
                        loss,
                        rttMs,
                        0,
                        audio,
                        video,
                        0,
                        0,
                        EndpointStats.Limits.NONE,
                        BandwidthEstimate.NONE,
                        0));
    }
}
