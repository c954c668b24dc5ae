package org.starbridge.bridge.app;

import java.util.List;
import org.starbridge.bridge.app.monitor.BridgeMonitor;
import org.starbridge.bridge.capture.Captures;
import org.starbridge.bridge.doctor.SelfExamination;
import org.starbridge.bridge.health.HealthResult;
import org.starbridge.bridge.rest.HealthStatus;
import org.starbridge.bridge.rest.MetricsScrape;
import org.starbridge.bridge.rest.MucClientControl;
import org.starbridge.bridge.rest.RestSources;
import org.starbridge.bridge.rest.VersionInfo;
import org.starbridge.bridge.stats.MetricsPage;
import org.starbridge.bridge.tracing.ColibriRequests;

/** The bridge as the private HTTP server shows it. */
final class RestService {
    private RestService() {}

    static RestSources sources(
            Control control,
            ColibriRequests requests,
            LoadReducer loadReducer,
            BridgeMonitor monitor,
            MucClientControl xmpp,
            Captures captures,
            SelfExamination doctor,
            RestSources.Insight insight) {
        return new RestSources(
                requests,
                control.conferences(),
                () -> status(monitor.health().result()),
                new VersionInfo(Version.PROGRAM, Version.current(), Version.os()),
                monitor.stats()::json,
                accept -> rendered(monitor.stats().metrics(accept)),
                () -> DebugState.of(
                        System.currentTimeMillis(),
                        monitor.stats().stressLevel(),
                        monitor.stats().load(),
                        loadReducer.isEnabled(),
                        loadReducer.lastN(),
                        monitor.health().result(),
                        control.lifecycle(),
                        doctor.view()),
                xmpp,
                control.lifecycle(),
                captures,
                insight,
                List.of());
    }

    private static HealthStatus status(HealthResult result) {
        return switch (result.status().httpStatus()) {
            case 200 -> HealthStatus.HEALTHY;
            case 503 -> new HealthStatus(HealthStatus.Verdict.SOFT_FAILURE, result.sentence());
            default -> new HealthStatus(HealthStatus.Verdict.HARD_FAILURE, result.sentence());
        };
    }

    private static MetricsScrape.Rendered rendered(MetricsPage page) {
        return new MetricsScrape.Rendered(page.contentType(), page.body());
    }
}
