package org.starbridge.bridge.rest;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.starbridge.bridge.capture.Captures;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.observation.ConferenceObserver;
import org.starbridge.bridge.observation.FocusLog;
import org.starbridge.bridge.tracing.ColibriRequests;
import org.starbridge.control.conference.Conferences;

/**
 * Sources of the private server's answers. Everything is called on request threads, several at a time.
 *
 * @param colibri carries out Colibri2 requests
 * @param conferences for the requests that only look
 * @param health the stored result of the latest check
 * @param version fixed for the process
 * @param stats the flat object of {@code /colibri/stats}: values are numbers, booleans or strings
 * @param metrics renders {@code /metrics}
 * @param debug what {@code /debug} says about the bridge itself: values are JSON-like (maps, lists, numbers, booleans,
 *     strings)
 * @param muc adds and removes connections to XMPP servers
 * @param lifecycle drains and ends the bridge
 * @param captures captures of packets
 * @param insight observations of conferences and focuses
 * @param features routes of features with packages of their own
 */
public record RestSources(
        ColibriRequests colibri,
        Conferences conferences,
        Supplier<HealthStatus> health,
        VersionInfo version,
        Supplier<Map<String, Object>> stats,
        MetricsScrape metrics,
        Supplier<Map<String, Object>> debug,
        MucClientControl muc,
        LifecycleControl lifecycle,
        Captures captures,
        Insight insight,
        List<Route> features) {
    /**
     * Observations.
     *
     * @param conferences who suffers in a conference, from what, and what has happened
     * @param focuses who sends requests, and what is answered
     */
    public record Insight(ConferenceObserver conferences, FocusLog focuses) {}

    public RestSources {
        features = List.copyOf(features);
    }

    /** The same with routes of features. */
    public RestSources with(List<Route> routes) {
        return new RestSources(
                colibri,
                conferences,
                health,
                version,
                stats,
                metrics,
                debug,
                muc,
                lifecycle,
                captures,
                insight,
                routes);
    }
}
