package org.starbridge.bridge.rest;

import java.util.Optional;
import java.util.Set;
import org.starbridge.bridge.http.Answer;
import org.starbridge.bridge.http.HttpRequest;
import org.starbridge.control.conference.Conferences;

/**
 * {@code /debug/features/…}, by which tools switch on what costs another bridge too much to run always. Here only
 * {@link BandwidthTraceRoutes} can be switched: what {@link CollectedStats} has is always collected, and the rest does not exist. Asking for what is
 * so already succeeds, the opposite is refused with a sentence.
 */
final class FeatureSwitches {
    private static final Set<String> OF_ENDPOINTS = Set.of("pcap-dump", "sctp-pcap-dump");

    private static final String NAME = "name";
    private static final String STATE = "state";

    private FeatureSwitches() {}

    /** {@code true} or {@code false}. */
    static Answer state(HttpRequest request) {
        return CollectedStats.isCollected(request.variable(NAME))
                .map(isCollected -> Answer.json(200, isCollected.toString()))
                .orElseGet(() -> Answer.notFound(request.path()));
    }

    /** Asks for a state: {@code true} or {@code false}. */
    static Answer set(HttpRequest request) {
        String name = request.variable(NAME);
        String wanted = request.variable(STATE);
        Optional<Boolean> isCollected = CollectedStats.isCollected(name);
        if (isCollected.isEmpty()) {
            return Answer.notFound(request.path());
        }
        if (!isFlag(wanted)) {
            return noFlag(wanted);
        }
        if (isCollected.get() == Boolean.parseBoolean(wanted)) {
            return Answer.empty(200);
        }
        return Answer.error(
                400,
                "feature-not-implemented",
                name
                        + (isCollected.get()
                                ? " is always collected: it costs nothing"
                                : " is nothing that this bridge has"));
    }

    /** Recording the packets of an endpoint, or the trace of its bandwidth estimator. */
    static Answer setOfEndpoint(HttpRequest request, Conferences conferences, BandwidthTraceRoutes traces) {
        String name = request.variable(NAME);
        String wanted = request.variable(STATE);
        if (name.equals(BandwidthTraceRoutes.NAME)) {
            return isFlag(wanted) ? traces.record(request, Boolean.parseBoolean(wanted)) : noFlag(wanted);
        }
        boolean isKnown = OF_ENDPOINTS.contains(name)
                && conferences
                        .snapshotById(request.variable("conferenceId"))
                        .filter(conference -> conference.endpoints().stream()
                                .anyMatch(endpoint -> endpoint.id().equals(request.variable("endpointId"))))
                        .isPresent();
        if (!isKnown) {
            return Answer.notFound(request.path());
        }
        return isFlag(wanted)
                ? Answer.error(403, "not-allowed", name + ": this bridge does not record packets")
                : noFlag(wanted);
    }

    private static boolean isFlag(String text) {
        return text.equals("true") || text.equals("false");
    }

    private static Answer noFlag(String text) {
        return Answer.error(400, "bad-request", Answer.abbreviated(text) + ": expected true or false");
    }
}
