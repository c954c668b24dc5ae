package org.starbridge.bridge.rest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.diagnosis.ConnectionDiagnosis;
import org.starbridge.bridge.diagnosis.DiagnosisView;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.observation.ConferenceObserver;
import org.starbridge.control.conference.ConnectionReports;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.media.api.EndedConnection;

/**
 * Reasons why an endpoint does not connect, and what spoils its call if it does: {@code GET
 * /debug/{conferenceId}/{endpointId}/why-not}, also for one that left a short time ago.
 */
final class WhyNotRoutes {
    private static final long LONGEST_WAIT_MS = 1000;
    private static final int MOST_FAILED = 50;

    private final ConnectionReports reports;
    private final ConferenceObserver observer;

    WhyNotRoutes(ConnectionReports reports, ConferenceObserver observer) {
        this.reports = reports;
        this.observer = observer;
    }

    /** The diagnosis; 404 for an endpoint that is not there and not remembered. */
    Answer read(HttpRequest request) {
        String conferenceId = request.variable("conferenceId");
        String endpointId = request.variable("endpointId");
        ConnectionReport present = present(conferenceId, endpointId);
        if (present != null) {
            Map<String, Object> view = DiagnosisView.of(present, null);
            view.put("impairment", ImpairmentViews.of(observer.impairment(conferenceId, endpointId)));
            return Answer.json(200, Json.write(view));
        }
        return reports.ended(conferenceId, endpointId)
                .map(ended -> Answer.json(200, Json.write(DiagnosisView.of(ended.report(), secondsSince(ended)))))
                .orElseGet(() -> Answer.notFound(request.path()));
    }

    /** Endpoints that left without having been connected, newest first. */
    List<Map<String, Object>> failed() {
        List<Map<String, Object>> failed = new ArrayList<>();
        for (EndedConnection ended : reports.ended()) {
            ConnectionDiagnosis diagnosis = ConnectionDiagnosis.of(ended.report());
            if (ended.report().media().packetsReceived() == 0
                    && diagnosis.hasObstacle()
                    && failed.size() < MOST_FAILED) {
                Map<String, Object> view = new LinkedHashMap<>();
                view.put("conference", ended.conferenceId());
                view.put("endpoint", ended.endpointId());
                view.put("seconds_ago", secondsSince(ended));
                view.put("verdict", diagnosis.verdict());
                failed.add(view);
            }
        }
        return failed;
    }

    private @Nullable ConnectionReport present(String conferenceId, String endpointId) {
        Optional<CompletableFuture<ConnectionReport>> report = reports.present(conferenceId, endpointId);
        if (report.isEmpty()) {
            return null;
        }
        try {
            return report.get().get(LONGEST_WAIT_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return null;
        } catch (TimeoutException | ExecutionException _) {
            return null;
        }
    }

    private long secondsSince(EndedConnection ended) {
        return Math.max(0, TimeUnit.NANOSECONDS.toSeconds(reports.nowNs() - ended.endedAtNs()));
    }
}
