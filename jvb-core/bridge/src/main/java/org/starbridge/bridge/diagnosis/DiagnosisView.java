package org.starbridge.bridge.diagnosis;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.transport.ice.IceState;

/** The diagnosis of a connection as JSON-like maps, for the private and the public server. Stateless. */
public final class DiagnosisView {
    private DiagnosisView() {}

    /**
     * The whole diagnosis.
     *
     * @param endedSecondsAgo how long ago the endpoint left; null if it is there
     */
    public static Map<String, Object> of(ConnectionReport report, @Nullable Long endedSecondsAgo) {
        ConnectionDiagnosis diagnosis = ConnectionDiagnosis.of(report);
        Map<String, Object> view = new LinkedHashMap<>();
        view.put(
                "connected",
                report.ice().state() == IceState.CONNECTED && report.dtls().isConnected());
        if (endedSecondsAgo != null) {
            view.put("left_seconds_ago", endedSecondsAgo);
        }
        view.put("age_seconds", report.ageMs() / 1000);
        view.put("verdict", diagnosis.verdict());
        view.put(
                "findings", diagnosis.findings().stream().map(DiagnosisView::of).toList());
        return view;
    }

    private static Map<String, Object> of(Finding finding) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("stage", finding.stage().name().toLowerCase(Locale.ROOT));
        view.put("level", finding.level().name().toLowerCase(Locale.ROOT));
        view.put("text", finding.text());
        if (!finding.advice().isEmpty()) {
            view.put("advice", finding.advice());
        }
        return view;
    }
}
