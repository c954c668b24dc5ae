package org.starbridge.bridge.diagnosis;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceState;

/**
 * Diagnosis from a connection report, for people.
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
                        : "It is not connected yet; no problem is known.");
        return new ConnectionDiagnosis(verdict, findings);
    }

    /** Returns whether something is in the way. */
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
                    "Signalling supplied the endpoint's ICE credentials, fingerprint and DTLS role."));
        } else {
            findings.add(Finding.problem(
                    Finding.Stage.SIGNALLING,
                    "Signalling did not supply " + String.join(", ", missing) + " of the endpoint.",
                    "The client has not answered the focus (session-accept), or the focus has not forwarded the answer:"
                            + " search for this endpoint in the log of Jicofo."));
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
            findings.add(Finding.pending(Finding.Stage.DTLS, "The DTLS handshake has not started: it waits for ICE."));
        } else if (dtls.datagramsReceived() == 0) {
            findings.add(Finding.problem(
                    Finding.Stage.DTLS,
                    "ICE is connected, but no DTLS datagram arrived"
                            + (dtls.role() == DtlsRole.SERVER ? "; the endpoint has to send the first one." : "."),
                    "If the endpoint is setup:passive, too, both sides wait forever. Otherwise large datagrams are"
                            + " lost on the way: check the MTU of tunnels and VPNs."));
        } else {
            findings.add(Finding.problem(
                    Finding.Stage.DTLS,
                    "The DTLS handshake is in progress: " + dtls.datagramsReceived() + " datagrams arrived.",
                    "If this persists, datagrams are lost in one direction: check the path's MTU and firewalls."));
        }
        dtls.dropped()
                .forEach((reason, count) -> findings.add(Finding.note(
                        Finding.Stage.DTLS,
                        count + " DTLS datagrams were dropped: "
                                + reason.name()
                                        .toLowerCase(java.util.Locale.ROOT)
                                        .replace('_', ' ') + ".",
                        "")));
    }

    private static String dtlsAdvice(String failure) {
        if (failure.contains("fingerprint") || failure.contains("bad_certificate")) {
            return "The certificate is not the one that signalling announced: signalling mixed up sessions, or an"
                    + " intermediary terminates DTLS.";
        }
        if (failure.contains("not complete within")) {
            return "Datagrams of the handshake are lost: check the path's MTU and firewalls.";
        }
        if (failure.contains("alert") || failure.contains("handshake_failure")) {
            return "The two sides have no version, cipher suite or SRTP profile in common, or the endpoint refuses the"
                    + " certificate: compare jmt.srtp.protection-profiles with the client's offer.";
        }
        return "";
    }

    private static void media(ConnectionReport report, List<Finding> findings) {
        ConnectionReport.Media media = report.media();
        if (media.packetsReceived() > 0) {
            findings.add(Finding.good(
                    Finding.Stage.MEDIA,
                    media.packetsReceived() + " packets arrived, the first after " + media.firstPacketMs() + " ms; "
                            + media.packetsSent() + " were sent to it."));
        } else if (!report.dtls().isConnected()) {
            findings.add(Finding.pending(Finding.Stage.MEDIA, "No media yet: the SRTP keys are not negotiated."));
        } else {
            findings.add(Finding.note(
                    Finding.Stage.MEDIA,
                    "No RTP or RTCP packet arrived, although SRTP keys are negotiated; " + media.packetsSent()
                            + " were sent to it.",
                    "An endpoint without media in either direction is silent. Otherwise its packets are lost."));
        }
        media.refused().stream()
                .limit(8)
                .forEach(refusal -> findings.add(Finding.note(
                        Finding.Stage.MEDIA,
                        refusal.count() + " datagrams were dropped: " + refusal.sentence(),
                        MediaAdvice.of(refusal.reason()))));
        if (report.ice().state() == IceState.DISCONNECTED) {
            findings.add(Finding.problem(
                    Finding.Stage.MEDIA,
                    "The endpoint stopped answering ICE checks (consent, RFC 7675), so nothing is sent to it.",
                    "Its network is down or has changed; it recovers by itself or by an ICE restart."));
        }
    }
}
