package org.starbridge.bridge.http.route;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Bodies of errors: problem details (RFC 9457), and Colibri2's own form on the paths of Colibri2. */
final class ErrorBody {
    /** The content type of problem details. */
    static final String PROBLEM = "application/problem+json";

    private static final String COLIBRI2 = "/colibri/v2/";
    private static final int MAX_INSTANCE_CHARS = 1000;

    /** A path of RFC 3986: an instance is a URI reference. */
    private static final Pattern PATH = Pattern.compile("/(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*");

    private ErrorBody() {}

    /** Returns whether errors have the form of Colibri2. */
    static boolean isColibri2(String path) {
        return path.startsWith(COLIBRI2);
    }

    /** The error element of Colibri2 as JSON, with an error condition of XMPP (RFC 6120 section 8.3.3). */
    static String colibri2(int status, String detail) {
        return Json.write(Map.of("error", Map.of("condition", condition(status), "text", detail)));
    }

    /**
     * Problem details. Their type says that the status says all.
     *
     * @param detail a sentence for people
     * @param path of the request, still encoded; left out if it is no URI reference
     */
    static String problem(int status, String detail, String path) {
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("type", "about:blank");
        problem.put("title", title(status));
        problem.put("status", status);
        problem.put("detail", detail);
        if (path.length() <= MAX_INSTANCE_CHARS && PATH.matcher(path).matches()) {
            problem.put("instance", path);
        }
        return Json.write(problem);
    }

    private static String condition(int status) {
        return switch (status) {
            case 403, 405, 421 -> "not-allowed";
            case 404 -> "item-not-found";
            case 409 -> "conflict";
            case 429, 503 -> "resource-constraint";
            default -> status >= 500 ? "internal-server-error" : "bad-request";
        };
    }

    /** Reason phrases of RFC 9110 section 15, RFC 6585, and of RFC 9110's register. */
    static String title(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 406 -> "Not Acceptable";
            case 408 -> "Request Timeout";
            case 409 -> "Conflict";
            case 411 -> "Length Required";
            case 412 -> "Precondition Failed";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 415 -> "Unsupported Media Type";
            case 417 -> "Expectation Failed";
            case 421 -> "Misdirected Request";
            case 422 -> "Unprocessable Content";
            case 426 -> "Upgrade Required";
            case 428 -> "Precondition Required";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case 503 -> "Service Unavailable";
            case 505 -> "HTTP Version Not Supported";
            default -> "Error";
        };
    }
}
