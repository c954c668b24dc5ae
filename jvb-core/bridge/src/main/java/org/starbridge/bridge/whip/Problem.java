package org.starbridge.bridge.whip;

import java.util.LinkedHashMap;
import java.util.Map;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.whip.access.RefusalException;

/** Errors as {@code application/problem+json} (RFC 9457). */
final class Problem {
    private static final String TYPE = "application/problem+json";

    private Problem() {}

    static Answer of(RefusalException refusal) {
        Answer answer = of(refusal.status(), String.valueOf(refusal.getMessage()));
        if (refusal.status() == 401) {
            answer = answer.with("WWW-Authenticate", "Bearer");
        }
        return refusal.retryAfterSeconds() > 0 ? answer.retryAfter(refusal.retryAfterSeconds()) : answer;
    }

    private static Answer of(int status, String detail) {
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("title", title(status));
        problem.put("status", status);
        problem.put("detail", detail);
        return new Answer(status, TYPE, Json.write(problem), Map.of());
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 409 -> "Conflict";
            case 412 -> "Precondition Failed";
            case 415 -> "Unsupported Media Type";
            case 422 -> "Unprocessable Content";
            case 428 -> "Precondition Required";
            case 429 -> "Too Many Requests";
            case 503 -> "Service Unavailable";
            default -> "Error";
        };
    }
}
