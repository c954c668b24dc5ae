package org.starbridge.bridge.diagnosis;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceState;

/**
 * What a connection report says, for people.
 *
 * @param verdict the first obstacle, or that there is none; a sentence
 * @param findings in the order of the steps of a connection
 */
public record ConnectionDiagnosis(String verdict, List<Finding> findings) {
    /** A new endpoint gets so long before silence is called an obstacle. */
    private static final long PATIENCE_MS = 10_000;

    public ConnectionDiagnosis {
        findings = List.copyOf(findings);
    }

    /** Judges a report. */
    public static ConnectionDiagnosis of(ConnectionReport report) {
        List<Finding> findings = new ArrayList<>();
        signalling(report, findings);
        new IceFindings(report.ice(), report.ageMs() < PATIENCE_MS).addTo(findings);
        dtls(report, findings);
        media(report, findings);
        String verdict = findings.stream()
                .filter(finding -> finding.level() == Finding.Level.PROBLEM)
                .findFirst()
                .map(Finding::text)
                .orElseGet(() -> report.dtls().isConnected()
                        ? "It is connected."
                        : "It is not connected yet; no obstacle is known.");
        return new ConnectionDiagnosis(verdict, findings);
    }

    /** Whether something is in the way. */
    public boolean hasObstacle() {
        return findings.stream().anyMatch(finding -> finding.level() == Finding.Level.PROBLEM);
    }

    private static void signalling(ConnectionReport report, List<Finding> findings) {
        List<String> missing = new ArrayList<>();
        if (!report.ice().knowsCredentials()) {
            missing.add("ICE credentials");
        }
        if (!report.dtls().knowsFingerprint()) {
            missing.add("a DTLS fingerprint");
        }
        if (report.dtls().role() == null) {
            missing.add("a DTLS role (setup)");
        }
        if (missing.isEmpty()) {
            findings.add(Finding.good(
                    Finding.Stage.SIGNALLING,
                    "Signalling brought the endpoint's ICE credentials, fingerprint and DTLS role."));
        } else {
            findings.add(Finding.problem(
                    Finding.Stage.SIGNALLING,
                    "Signalling did not bring " + String.join(", ", missing) + " of the endpoint.",
                    "The client has not answered the focus (session-accept), or the focus has not passed the answer on:"
                            + " look for this endpoint in the log of Jicofo."));
        }
    }

    private static void dtls(ConnectionReport report, List<Finding> findings) {
        ConnectionReport.Dtls dtls = report.dtls();
        String failure = dtls.failure();
        if (failure != null) {
            findings.add(
                    Finding.problem(Finding.Stage.DTLS, "DTLS failed or ended: " + failure + ".", dtlsAdvice(failure)));
        } else if (dtls.isConnected()) {
            findings.add(Finding.good(Finding.Stage.DTLS, "The DTLS handshake is complete."));
        } else if (!dtls.isStarted()) {
            findings.add(Finding.pending(Finding.Stage.DTLS, "The DTLS handshake has not begun: it waits for ICE."));
        } else if (dtls.datagramsReceived() == 0) {
            findings.add(Finding.problem(
                    Finding.Stage.DTLS,
                    "ICE found a way, but no DTLS datagram came over it"
                            + (dtls.role() == DtlsRole.SERVER ? "; the endpoint has to begin." : "."),
                    "If the endpoint has setup:passive as well, both wait for each other. Otherwise large datagrams are"
                            + " lost on the way: check the MTU of tunnels and VPNs."));
        } else {
            findings.add(Finding.problem(
                    Finding.Stage.DTLS,
                    "The DTLS handshake is under way: " + dtls.datagramsReceived() + " datagrams came.",
                    "If that stays, datagrams of one direction are lost: check the MTU and firewalls on the way."));
        }
        dtls.dropped()
                .forEach((reason, count) -> findings.add(Finding.note(
                        Finding.Stage.DTLS,
                        count + " DTLS datagrams were not used: "
                                + reason.name()
                                        .toLowerCase(java.util.Locale.ROOT)
                                        .replace('_', ' ') + ".",
                        "")));
    }

    private static String dtlsAdvice(String failure) {
        if (failure.contains("fingerprint") || failure.contains("bad_certificate")) {
            return "The certificate is not the one that signalling announced: signalling mixes up sessions, or an"
                    + " intermediary terminates DTLS.";
        }
        if (failure.contains("not complete within")) {
            return "Datagrams of the handshake are lost: check the MTU and firewalls on the way.";
        }
        if (failure.contains("alert") || failure.contains("handshake_failure")) {
            return "The two sides have no version, cipher suite or SRTP profile in common, or the endpoint refuses our"
                    + " certificate: compare jmt.srtp.protection-profiles with what the client offers.";
        }
        return "";
    }

    private static void media(ConnectionReport report, List<Finding> findings) {
        ConnectionReport.Media media = report.media();
        if (media.packetsReceived() > 0) {
            findings.add(Finding.good(
                    Finding.Stage.MEDIA,
                    media.packetsReceived() + " packets came, the first after " + media.firstPacketMs() + " ms; "
                            + media.packetsSent() + " were sent to it."));
        } else if (!report.dtls().isConnected()) {
            findings.add(Finding.pending(Finding.Stage.MEDIA, "No media came: there are no keys yet."));
        } else {
            findings.add(
                    Finding.note(
                            Finding.Stage.MEDIA,
                            "No RTP or RTCP packet came, although there are keys; " + media.packetsSent()
                                    + " were sent to it.",
                            "An endpoint that sends and receives nothing is silent. Otherwise its packets are lost on the way."));
        }
        media.refused().stream()
                .limit(8)
                .forEach(refusal -> findings.add(Finding.note(
                        Finding.Stage.MEDIA,
                        refusal.count() + " datagrams were not used: " + refusal.sentence(),
                        MediaAdvice.of(refusal.reason()))));
        if (report.ice().state() == IceState.DISCONNECTED) {
            findings.add(Finding.problem(
                    Finding.Stage.MEDIA,
                    "The endpoint stopped to answer ICE checks (consent, RFC 7675), so nothing is sent to it.",
                    "Its network is gone or has changed; it returns by itself, or restarts ICE."));
        }
    }
}
