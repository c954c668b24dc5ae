package org.starbridge.bridge.http.route;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A path with named variables: {@code /conferences/{id}/endpoints/{endpoint}}. A variable stands for one segment. */
final class PathTemplate {
    private final List<String> parts;

    /** @param text begins with a slash; a segment in braces is a variable */
    PathTemplate(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("path template \"" + text + "\": expected a slash first");
        }
        parts = List.of(text.substring(1).split("/", -1));
    }

    /**
     * The values of the variables by name, in the order of the path; empty if the path does not match.
     *
     * @param path decoded segments; an empty one matches no variable
     */
    Optional<Map<String, String>> match(List<String> path) {
        if (path.size() != parts.size()) {
            return Optional.empty();
        }
        Map<String, String> variables = new LinkedHashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            String segment = path.get(i);
            if (part.startsWith("{")) {
                if (segment.isEmpty()) {
                    return Optional.empty();
                }
                variables.put(part.substring(1, part.length() - 1), segment);
            } else if (!part.equals(segment)) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }
}
