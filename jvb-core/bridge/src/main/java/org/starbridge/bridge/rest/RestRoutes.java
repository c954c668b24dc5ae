package org.starbridge.bridge.rest;

import java.util.List;
import java.util.stream.Stream;
import org.starbridge.bridge.http.Route;

/**
 * Which resources the private server has.
 *
 * <p>{@code openapi.yaml}, which is served too, describes them for people and programs; a test compares the two.
 */
final class RestRoutes {
    private RestRoutes() {}

    /** All routes, enabled or not, in order of precedence. */
    static List<Route> all(RestConfig config, RestSources sources) {
        return Stream.of(
                        new OperatorRoutes(sources).table(config),
                        new AboutRoutes(sources).table(config),
                        new DebugRoutes(sources).table(config),
                        new ConferenceRoutes(sources).table(config))
                .flatMap(List::stream)
                .toList();
    }
}
