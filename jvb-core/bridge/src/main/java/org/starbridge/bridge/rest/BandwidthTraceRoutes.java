package org.starbridge.bridge.rest;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.control.conference.BandwidthTraces;

/**
 * Traces of bandwidth estimators: {@code POST /debug/features/endpoint/…/bandwidth-trace/true} starts one,
 * {@code …/false} stops it, {@code GET /debug/{conferenceId}/{endpointId}/bandwidth-trace} reads it.
 */
final class BandwidthTraceRoutes {
    /** The name of the switch. */
    static final String NAME = "bandwidth-trace";

    private static final String CONFERENCE = "conferenceId";
    private static final String ENDPOINT = "endpointId";
    private static final long LONGEST_WAIT_MS = 1000;

    private final BandwidthTraces traces;

    BandwidthTraceRoutes(BandwidthTraces traces) {
        this.traces = traces;
    }

    /** Starts or stops; 404 for an unknown endpoint. */
    Answer record(HttpRequest request, boolean isOn) {
        boolean isKnown = traces.record(request.variable(CONFERENCE), request.variable(ENDPOINT), isOn);
        return isKnown ? Answer.empty(200) : Answer.notFound(request.path());
    }

    /** The lines recorded so far; 404 for an unknown endpoint, or one that has just gone. */
    Answer read(HttpRequest request) {
        Optional<CompletableFuture<byte[]>> trace =
                traces.read(request.variable(CONFERENCE), request.variable(ENDPOINT));
        if (trace.isEmpty()) {
            return Answer.notFound(request.path());
        }
        try {
            byte[] lines = trace.get().get(LONGEST_WAIT_MS, TimeUnit.MILLISECONDS);
            return Answer.text(200, new String(lines, StandardCharsets.US_ASCII));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Answer.notFound(request.path());
        } catch (TimeoutException | ExecutionException _) {
            return Answer.notFound(request.path());
        }
    }
}
