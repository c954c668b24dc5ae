package org.starbridge.bridge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.stats.ConferenceFigures.Participant;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.transport.ice.IceState;

class ConferenceFiguresTest {
    private static final Participant AUDIO = endpoint(true, false, 0, 0, 0);
    private static final Participant BOTH = endpoint(true, true, 0, 0, 0);
    private static final Participant SILENT = endpoint(false, false, 0, 0, 0);
    private static final Participant VISITOR = new Participant(true, false, false, SILENT.stats());

    @Test
    void whoSendsMakesAConferenceActive() {
        ConferenceFigures.Now now = ConferenceFigures.Now.of(List.of(
                List.of(AUDIO, BOTH, VISITOR),
                List.of(SILENT, SILENT),
                List.of(SILENT, SILENT, SILENT, SILENT),
                List.of(SILENT),
                List.of()));
        assertThat(now.conferences()).isEqualTo(5);
        assertThat(now.inactiveConferences()).isEqualTo(4);
        assertThat(now.p2pConferences()).isEqualTo(1);
        assertThat(now.largestConference()).isEqualTo(4);
        assertThat(now.endpoints()).isEqualTo(10);
        assertThat(now.activeEndpoints()).isEqualTo(3);
        assertThat(now.inactiveEndpoints()).isEqualTo(7);
        assertThat(now.receiveOnlyEndpoints()).isEqualTo(1);
        assertThat(now.endpointsSendingAudio()).isEqualTo(2);
        assertThat(now.endpointsSendingVideo()).isEqualTo(1);
        assertThat(now.visitors()).isEqualTo(1);
    }

    @Test
    void twoWhoSendAreNoPeerToPeerConference() {
        assertThat(ConferenceFigures.Now.of(List.of(List.of(AUDIO, SILENT))).p2pConferences())
                .isZero();
    }

    @Test
    void outgoingLossIsWeightedByWhatIsSent() {
        ConferenceFigures.Now now = ConferenceFigures.Now.of(
                List.of(List.of(endpoint(true, true, 300, 0.2, 0), endpoint(true, true, 100, 0.1, 0))));
        assertThat(now.outgoingLossFraction()).isEqualTo(0.175, within(1e-9));
        assertThat(now.endpointsWithHighOutgoingLoss()).isEqualTo(1);
    }

    @Test
    void theMeanRoundTripTimeIsOfThoseThatKnowTheirs() {
        ConferenceFigures.Now now = ConferenceFigures.Now.of(
                List.of(List.of(endpoint(true, true, 0, 0, 10), SILENT), List.of(endpoint(false, false, 0, 0, 30))));
        assertThat(now.rttMs()).isEqualTo(20, within(1e-9));
    }

    @Test
    void inboundLossIsSummed() {
        ConferenceFigures.Now now = ConferenceFigures.Now.of(List.of(List.of(AUDIO), List.of(BOTH, SILENT)));
        assertThat(now.packetsLostInbound()).isEqualTo(3 * 7);
        assertThat(now.packetsExpectedInbound()).isEqualTo(3 * 70);
    }

    @Test
    void whoHasNotEnoughRoomIsCountedByWhatComesOfIt() {
        EndpointStats stats = AUDIO.stats();
        EndpointStats spurious = new EndpointStats(
                IceState.CONNECTED, true, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, false, 0, EndpointStats.NO_DOWNLINK, true);
        ConferenceFigures.Now now = ConferenceFigures.Now.of(List.of(
                List.of(new Participant(false, true, false, stats), new Participant(false, true, true, stats)),
                List.of(new Participant(false, false, true, spurious), new Participant(false, true, false, stats))));
        assertThat(now.oversendingEndpoints()).isEqualTo(3);
        assertThat(now.endpointsWithSuspendedSources()).isEqualTo(2);
        assertThat(now.endpointsWithSpuriousRemb()).isEqualTo(1);
    }

    @Test
    void nothingIsZero() {
        assertThat(ConferenceFigures.NONE.now())
                .isEqualTo(new ConferenceFigures.Now(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    private static Participant endpoint(boolean audio, boolean video, long sent, double loss, double rttMs) {
        return new Participant(
                false,
                false,
                false,
                new EndpointStats(
                        IceState.CONNECTED,
                        true,
                        0,
                        0,
                        sent,
                        0,
                        7,
                        70,
                        loss,
                        rttMs,
                        0,
                        audio,
                        video,
                        0,
                        EndpointStats.NO_DOWNLINK,
                        false));
    }
}
