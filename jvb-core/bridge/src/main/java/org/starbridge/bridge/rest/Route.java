package org.starbridge.bridge.rest;

import java.io.IOException;
import java.util.List;
import org.starbridge.control.request.PathSegments;

/**
 * One resource and one method of it.
 *
 * @param method in upper case; {@code GET} answers {@code HEAD} as well
 * @param template the path; a part in braces stands for any text that is not empty
 * @param enabled whether it is there at all
 * @param handler answers
 */
record Route(String method, String template, boolean enabled, Handler handler) {
    /** Answers requests to one route. */
    @FunctionalInterface
    interface Handler {
        /** {@code variable} is what stands for the last of the parts in braces; empty when the template has none. */
        Answer answer(RestRequest request, String variable) throws IOException;
    }

    /** Whether it changes nothing (RFC 9110, 9.2.1). */
    boolean isSafe() {
        return method.equals("GET");
    }

    boolean matches(List<String> path) {
        List<String> parts = parts();
        if (path.size() != parts.size()) {
            return false;
        }
        for (int i = 0; i < parts.size(); i++) {
            boolean isFit = isVariable(parts.get(i))
                    ? !path.get(i).isEmpty()
                    : parts.get(i).equals(path.get(i));
            if (!isFit) {
                return false;
            }
        }
        return true;
    }

    /** Whether what stands for the parts in braces can stand in a path. */
    boolean hasPossibleVariables(List<String> path) {
        List<String> parts = parts();
        for (int i = 0; i < parts.size(); i++) {
            if (isVariable(parts.get(i)) && !PathSegments.canBe(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    Answer answer(RestRequest request) throws IOException {
        List<String> parts = parts();
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (isVariable(parts.get(i))) {
                return handler.answer(request, request.segments().get(i));
            }
        }
        return handler.answer(request, "");
    }

    private static boolean isVariable(String part) {
        return part.startsWith("{");
    }

    private List<String> parts() {
        return List.of(template.substring(1).split("/", -1));
    }
}
