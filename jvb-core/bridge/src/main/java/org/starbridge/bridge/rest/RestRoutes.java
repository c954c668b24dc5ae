package org.starbridge.bridge.rest;

import java.util.List;
import java.util.stream.Stream;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.http.route.Router;
import org.starbridge.bridge.http.route.VariableRule;
import org.starbridge.control.request.PathSegments;

/**
 * Resources of the private server.
 *
 * <p>{@code openapi.yaml}, which is served too, describes them for people and programs; a test compares the two.
 */
final class RestRoutes {
    private static final VariableRule VARIABLES = new VariableRule(PathSegments::canBe, PathSegments.EXPECTED);

    private RestRoutes() {}

    /** Finds the route of a request. */
    static Router router(RestConfig config, RestSources sources) {
        return new Router(all(config, sources), VARIABLES);
    }

    /** All routes, enabled or not, in order of precedence. */
    static List<Route> all(RestConfig config, RestSources sources) {
        return Stream.of(
                        new OperatorRoutes(sources).table(config),
                        new AboutRoutes(sources).table(config),
                        new DebugRoutes(sources).table(config),
                        new ConferenceRoutes(sources).table(config),
                        sources.features())
                .flatMap(List::stream)
                .toList();
    }
}
