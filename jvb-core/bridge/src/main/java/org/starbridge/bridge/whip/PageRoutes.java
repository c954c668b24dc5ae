package org.starbridge.bridge.whip;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.starbridge.bridge.http.Answer;
import org.starbridge.bridge.http.Route;

/** A page at {@code /} that publishes and watches in a browser. It loads nothing from elsewhere. */
public final class PageRoutes {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src data:; media-src 'self' blob: mediastream:; form-action 'none'; base-uri 'none';"
            + " frame-ancestors 'none'";

    private PageRoutes() {}

    /** Its files, read now. */
    public static List<Route> table() {
        return List.of(
                file("/", "page.html", "text/html;charset=utf-8"),
                file("/page.js", "page.js", "text/javascript;charset=utf-8"),
                file("/page.css", "page.css", "text/css;charset=utf-8"));
    }

    private static Route file(String path, String resource, String type) {
        Answer answer = new Answer(
                200,
                type,
                text(resource),
                Map.of(
                        "Content-Security-Policy",
                        POLICY,
                        "X-Content-Type-Options",
                        "nosniff",
                        "Referrer-Policy",
                        "no-referrer"));
        return Route.get(path, true, _ -> answer);
    }

    private static String text(String resource) {
        try (InputStream in = PageRoutes.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing in this program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
