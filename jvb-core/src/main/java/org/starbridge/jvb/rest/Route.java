package org.starbridge.jvb.rest;

import java.io.IOException;
import java.util.List;

/**
 * One resource and one method of it.
 *
 * @param method in upper case; {@code GET} answers {@code HEAD} as well
 * @param template the path; a last part in braces stands for any text that is not empty
 * @param enabled whether it is there at all
 * @param handler answers
 */
record Route(String method, String template, boolean enabled, Handler handler) {
    /** Answers requests to one route. */
    @FunctionalInterface
    interface Handler {
        /** {@code variable} is what stands for the part in braces; empty when the template has none. */
        Answer answer(RestRequest request, String variable) throws IOException;
    }

    boolean matches(List<String> path) {
        List<String> parts = parts();
        int fixed = hasVariable() ? parts.size() - 1 : parts.size();
        return path.size() == parts.size()
                && path.subList(0, fixed).equals(parts.subList(0, fixed))
                && (fixed == parts.size() || !path.getLast().isEmpty());
    }

    Answer answer(RestRequest request) throws IOException {
        return handler.answer(request, hasVariable() ? request.segments().getLast() : "");
    }

    private boolean hasVariable() {
        return template.endsWith("}");
    }

    private List<String> parts() {
        return List.of(template.substring(1).split("/", -1));
    }
}
