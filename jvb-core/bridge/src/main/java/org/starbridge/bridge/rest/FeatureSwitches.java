package org.starbridge.bridge.rest;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.starbridge.control.conference.Conferences;

/**
 * {@code /debug/features/…}, by which tools switch on what costs another bridge too much to run always. Here nothing can be switched:
 * what {@link CollectedStats} has is always collected, and the rest does not exist. Asking for what is so already succeeds, the
 * opposite is refused with a sentence.
 */
final class FeatureSwitches {
    private static final Set<String> OF_ENDPOINTS = Set.of("pcap-dump", "sctp-pcap-dump");

    private FeatureSwitches() {}

    /** {@code true} or {@code false}. */
    static Answer state(String name, String path) {
        return CollectedStats.isCollected(name)
                .map(isCollected -> Answer.json(200, isCollected.toString()))
                .orElseGet(() -> Answer.notFound(path));
    }

    /** @param wanted the last part of the path */
    static Answer set(RestRequest request, String wanted) {
        String name = request.segments().get(3);
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

    /** Recording the packets of an endpoint. */
    static Answer setOfEndpoint(RestRequest request, Conferences conferences) {
        List<String> path = request.segments();
        boolean isKnown = OF_ENDPOINTS.contains(path.get(5))
                && conferences
                        .snapshotById(path.get(3))
                        .filter(conference -> conference.endpoints().stream()
                                .anyMatch(endpoint -> endpoint.id().equals(path.get(4))))
                        .isPresent();
        if (!isKnown) {
            return Answer.notFound(request.path());
        }
        return isFlag(path.get(6))
                ? Answer.error(403, "not-allowed", path.get(5) + ": this bridge does not record packets")
                : noFlag(path.get(6));
    }

    private static boolean isFlag(String text) {
        return text.equals("true") || text.equals("false");
    }

    private static Answer noFlag(String text) {
        return Answer.error(400, "bad-request", Answer.abbreviated(text) + ": expected true or false");
    }
}
