package org.starbridge.bridge.rest;

import java.util.Optional;
import org.starbridge.bridge.capture.Captures;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;

/**
 * {@code /debug/features/…}, by which tools switch on what costs another bridge too much to run always. Here only
 * {@link BandwidthTraceRoutes} and {@link Captures} can be switched: what {@link CollectedStats} has is always
 * collected, and the rest does not exist. Asking for what is so already succeeds, the opposite is refused with a
 * sentence.
 */
final class FeatureSwitches {
    private static final String CAPTURE = "pcap-dump";
    private static final String SCTP_CAPTURE = "sctp-pcap-dump";
    private static final int RETRY_AFTER_SECONDS = 10;

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
                name
                        + (isCollected.get()
                                ? " is always collected and cannot be switched off"
                                : " is not supported by this bridge"));
    }

    /** Capturing the packets of an endpoint, or the trace of its bandwidth estimator. */
    static Answer setOfEndpoint(HttpRequest request, Captures captures, BandwidthTraceRoutes traces) {
        String name = request.variable(NAME);
        String wanted = request.variable(STATE);
        boolean isTrace = name.equals(BandwidthTraceRoutes.NAME);
        if (!isTrace && !name.equals(CAPTURE) && !name.equals(SCTP_CAPTURE)) {
            return Answer.notFound(request.path());
        }
        if (!isFlag(wanted)) {
            return noFlag(wanted);
        }
        boolean isOn = Boolean.parseBoolean(wanted);
        if (isTrace) {
            return traces.record(request, isOn);
        }
        if (name.equals(SCTP_CAPTURE)) {
            return Answer.error(403, name + ": capturing SCTP packets is not supported");
        }
        String conferenceId = request.variable("conferenceId");
        String endpointId = request.variable("endpointId");
        return switch (isOn ? captures.start(conferenceId, endpointId) : captures.stop(conferenceId, endpointId)) {
            case DONE -> Answer.empty(200);
            case SWITCHED_OFF -> Answer.error(403, name + ": packet captures are disabled (jmt.debug.pcap.enabled)");
            case UNKNOWN_ENDPOINT -> Answer.notFound(request.path());
            case BUSY ->
                Answer.error(503, name + ": too many captures are running").retryAfter(RETRY_AFTER_SECONDS);
            case NO_FILE -> Answer.error(500, name + ": the file cannot be written; see the bridge's log");
        };
    }

    private static boolean isFlag(String text) {
        return text.equals("true") || text.equals("false");
    }

    private static Answer noFlag(String text) {
        return Answer.error(400, Answer.abbreviated(text) + ": expected true or false");
    }
}
