package org.starbridge.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.starbridge.bridge.http.route.HttpRequest;

/** HTTP requests as a router gets them, made from a fuzzer's bytes. */
public final class Requests {
    private static final int MAX_TEXT = 64;

    private Requests() {}

    /** Up to 63 characters of Latin-1, or as many bytes of UTF-8. */
    public static String text(Input in) {
        int length = in.below(2 * MAX_TEXT);
        byte[] bytes = in.bytes(length / 2);
        return new String(bytes, length % 2 == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    /** A template with a text of the input for each variable; a slash in it makes another segment. */
    public static String path(String template, Input in) {
        StringBuilder path = new StringBuilder();
        for (String segment : template.substring(1).split("/", -1)) {
            path.append('/').append(segment.startsWith("{") ? text(in) : segment);
        }
        return path.toString();
    }

    /** A request from one address, without headers but these. */
    public static HttpRequest of(String method, String path, String query, Map<String, String> headers, byte[] body) {
        return new HttpRequest(
                method,
                path,
                Arrays.stream(path.split("/", -1)).skip(1).toList(),
                Map.of(),
                query,
                name -> headers.entrySet().stream()
                        .filter(each -> each.getKey().equalsIgnoreCase(name))
                        .map(Map.Entry::getValue)
                        .toList(),
                "192.0.2.1",
                body.length > 0,
                () -> body);
    }
}
