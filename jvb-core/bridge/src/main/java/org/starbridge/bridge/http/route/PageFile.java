package org.starbridge.bridge.http.route;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A text file of a web page that the program contains.
 *
 * @param path where it is served
 * @param type its content type
 * @param text what is served
 */
public record PageFile(String path, String type, String text) {
    /**
     * Reads it from the class path.
     *
     * @param beside the class in whose package the resource is
     * @param resource the name of the resource
     */
    public static PageFile read(String path, String type, Class<?> beside, String resource) {
        try (InputStream in = beside.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing in this program");
            }
            return new PageFile(path, type, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The route that serves it.
     *
     * @param contentSecurityPolicy what the page may load and do (W3C CSP 3)
     */
    public Route route(String contentSecurityPolicy) {
        Answer answer = new Answer(
                200,
                type,
                text,
                Map.of(
                        "Content-Security-Policy",
                        contentSecurityPolicy,
                        "X-Content-Type-Options",
                        "nosniff",
                        "Referrer-Policy",
                        "no-referrer"));
        return Route.get(path, true, _ -> answer);
    }
}
