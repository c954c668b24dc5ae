package org.starbridge.bridge.http.route;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the route of a request. An unknown path is answered with 404, a known path with another method with 405 and
 * {@code Allow} (RFC 9110, 15.5.6). Among several routes that match the first one counts. Thread safe.
 */
public final class Router {
    /** A route and its template, parsed once. */
    private record Entry(Route route, PathTemplate template) {}

    private final List<Entry> entries;
    private final VariableRule variables;

    /**
     * @param routes all of the server, in order of precedence; disabled ones do not count
     * @param variables which values the path variables of all routes may have
     */
    public Router(List<Route> routes, VariableRule variables) {
        entries = routes.stream()
                .filter(Route::enabled)
                .map(route -> new Entry(route, new PathTemplate(route.template())))
                .toList();
        this.variables = variables;
    }

    /** Answers a request, or fails when its body cannot be read. */
    public Answer answer(HttpRequest request) throws IOException {
        List<String> allowed = new ArrayList<>();
        for (Entry entry : entries) {
            Optional<Map<String, String>> match = entry.template.match(request.segments());
            if (match.isPresent()) {
                String method = entry.route.method();
                if (method.equals(request.method())) {
                    return answer(entry.route, request.with(match.get()));
                }
                allowed.add(method);
                if (method.equals("GET")) {
                    allowed.add("HEAD");
                }
            }
        }
        return allowed.isEmpty() ? Answer.notFound(request.path()) : Answer.methodNotAllowed(request.method(), allowed);
    }

    private Answer answer(Route route, HttpRequest request) throws IOException {
        if (!route.isSafe() && !request.isEmptyOr(route.contentType())) {
            return wrongType(route, request);
        }
        if (!request.variables().values().stream().allMatch(variables.isAllowed())) {
            return Answer.error(
                    400, "path " + Answer.abbreviated(request.path()) + ": " + variables.expected() + " within a part");
        }
        return route.handler().answer(request);
    }

    private static Answer wrongType(Route route, HttpRequest request) {
        String type = request.contentType();
        return Answer.error(
                415,
                (type.isEmpty() ? "no content type" : "content type \"" + Answer.abbreviated(type) + "\"")
                        + ": requests that change state need the header Content-Type: " + route.contentType());
    }
}
