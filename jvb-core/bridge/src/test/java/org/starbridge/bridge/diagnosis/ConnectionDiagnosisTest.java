package org.starbridge.bridge.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.transport.dtls.DtlsDropReason;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceDrop;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.ice.IceState;

/** The words for each obstacle on the way to a connection. */
class ConnectionDiagnosisTest {
    private static final ConnectionReport.Pair PAIR = new ConnectionReport.Pair(
            new InetSocketAddress("198.51.100.1", 10000),
            new InetSocketAddress("192.168.7.9", 53412),
            IceCandidate.Type.HOST,
            7,
            false,
            false,
            false);
    private static final ConnectionReport.Media NO_MEDIA = new ConnectionReport.Media(0, -1, 0, List.of());

    private static ConnectionReport.Ice ice(
            IceState state, long requestsAnswered, long checksSent, long checksAnswered, Map<IceDrop, Long> dropped) {
        return new ConnectionReport.Ice(
                state,
                IceRole.CONTROLLING,
                state == IceState.CONNECTED,
                true,
                requestsAnswered,
                checksSent,
                checksAnswered,
                dropped,
                List.of(PAIR));
    }

    private static ConnectionReport.Dtls dtls(boolean isStarted, long datagrams, @Nullable String failure) {
        return new ConnectionReport.Dtls(
                DtlsRole.SERVER, true, isStarted, false, datagrams, failure, Map.of(DtlsDropReason.MALFORMED, 2));
    }

    private static ConnectionDiagnosis after20s(ConnectionReport.Ice ice, ConnectionReport.Dtls dtls) {
        return ConnectionDiagnosis.of(new ConnectionReport(20_000, ice, dtls, NO_MEDIA));
    }

    private static ConnectionDiagnosis ofIce(ConnectionReport.Ice ice) {
        return after20s(ice, dtls(false, 0, null));
    }

    private static Finding problem(ConnectionDiagnosis diagnosis) {
        return diagnosis.findings().stream()
                .filter(each -> each.level() == Finding.Level.PROBLEM)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void nothingComes() {
        ConnectionDiagnosis diagnosis = ofIce(ice(IceState.FAILED, 0, 7, 0, Map.of()));
        assertThat(diagnosis.verdict())
                .isEqualTo(
                        "No STUN message arrived from the endpoint, and none of the bridge's 7 checks was answered.");
        assertThat(problem(diagnosis).advice()).contains("UDP").contains("scripts/starbridge doctor");
    }

    @Test
    void onlyOneDirectionPasses() {
        assertThat(ofIce(ice(IceState.FAILED, 12, 7, 0, Map.of())).verdict())
                .isEqualTo(
                        "12 checks of the endpoint arrived and were answered, but none of the bridge's 7 checks was answered.");
        assertThat(ofIce(ice(IceState.CHECKING, 12, 7, 7, Map.of())).verdict()).contains("nominated no pair");
    }

    @Test
    void credentialsAreWrong() {
        ConnectionDiagnosis diagnosis = ofIce(
                ice(IceState.FAILED, 0, 0, 0, Map.of(IceDrop.WRONG_SIGNATURE, 30L, IceDrop.UNUSABLE_CANDIDATE, 2L)));
        assertThat(diagnosis.findings())
                .filteredOn(each -> each.level() == Finding.Level.PROBLEM)
                .extracting(Finding::text)
                .anySatisfy(text -> assertThat(text).startsWith("30 STUN requests arrived with wrong credentials"));
        assertThat(diagnosis.findings())
                .filteredOn(each -> each.stage() == Finding.Stage.ICE && each.level() == Finding.Level.NOTE)
                .extracting(Finding::advice)
                .anySatisfy(advice -> assertThat(advice).contains("TCP candidates"));
    }

    @Test
    void dtlsIsSilentOrRefused() {
        ConnectionReport.Ice way = ice(IceState.CONNECTED, 5, 5, 5, Map.of());
        assertThat(after20s(way, dtls(true, 0, null)).verdict()).contains("no DTLS datagram arrived");
        ConnectionDiagnosis refused =
                after20s(way, dtls(true, 3, "the peer sent a fatal alert: handshake_failure(40)"));
        assertThat(refused.verdict()).contains("handshake_failure(40)");
        assertThat(problem(refused).advice()).contains("SRTP profile");
        assertThat(refused.findings()).extracting(Finding::text).contains("2 DTLS datagrams were dropped: malformed.");
    }

    @Test
    void signallingIsIncomplete() {
        ConnectionReport.Ice ice =
                new ConnectionReport.Ice(IceState.NEW, IceRole.CONTROLLING, false, false, 0, 0, 0, Map.of(), List.of());
        ConnectionReport.Dtls dtls = new ConnectionReport.Dtls(null, false, false, false, 0, null, Map.of());
        assertThat(ConnectionDiagnosis.of(new ConnectionReport(2000, ice, dtls, NO_MEDIA))
                        .verdict())
                .isEqualTo("Signalling did not supply ICE credentials, a DTLS fingerprint, a DTLS role (setup) of the"
                        + " endpoint.");
    }

    @Test
    void aNewEndpointGetsTime() {
        ConnectionReport report =
                new ConnectionReport(3000, ice(IceState.CHECKING, 0, 7, 0, Map.of()), dtls(false, 0, null), NO_MEDIA);
        assertThat(ConnectionDiagnosis.of(report).verdict()).isEqualTo("It is not connected yet; no problem is known.");
    }

    @Test
    void forgedMediaIsExplainedAndAddressesAreNot() {
        ConnectionReport.Media media = new ConnectionReport.Media(
                10, 250, 4, List.of(new ConnectionReport.Refusal("authentication_failed", "The tag is wrong.", 9)));
        ConnectionDiagnosis diagnosis = ConnectionDiagnosis.of(new ConnectionReport(
                20_000,
                ice(IceState.CONNECTED, 5, 5, 5, Map.of()),
                new ConnectionReport.Dtls(DtlsRole.SERVER, true, true, true, 9, null, Map.of()),
                media));
        assertThat(diagnosis.verdict()).isEqualTo("It is connected.");
        assertThat(diagnosis.findings())
                .extracting(Finding::text)
                .contains(
                        "9 datagrams were dropped: The tag is wrong.",
                        "10 packets arrived, the first after 250 ms; 4 were sent to it.",
                        "Pair 198.51.100.1:10000 to a private IPv4 address of type host, port 53412: 7 checks sent,"
                                + " not answered; nothing arrived from there.")
                .noneMatch(text -> text.contains("192.168"));
    }
}
