package org.starbridge.bridge.whip;

import java.util.List;
import org.starbridge.bridge.http.route.PageFile;
import org.starbridge.bridge.http.route.Route;

/** A page at {@code /} that publishes and watches in a browser. It loads nothing from elsewhere. */
public final class PageRoutes {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src data:; media-src 'self' blob: mediastream:; form-action 'none'; base-uri 'none';"
            + " frame-ancestors 'none'";

    /** The player, which Maven takes out of its jar. */
    private static final String HLS_JS = "/META-INF/resources/webjars/hls.js/1.4.12/dist/hls.min.js";

    private PageRoutes() {}

    /** Its files, read now. */
    public static List<Route> table() {
        return List.of(
                file("/", "page.html", "text/html;charset=utf-8"),
                file("/page-connection.js", "page-connection.js", "text/javascript;charset=utf-8"),
                file("/page-sources.js", "page-sources.js", "text/javascript;charset=utf-8"),
                file("/page-figures.js", "page-figures.js", "text/javascript;charset=utf-8"),
                file("/page-addresses.js", "page-addresses.js", "text/javascript;charset=utf-8"),
                file("/page-hls.js", "page-hls.js", "text/javascript;charset=utf-8"),
                file("/hls.js", HLS_JS, "text/javascript;charset=utf-8"),
                file("/page.js", "page.js", "text/javascript;charset=utf-8"),
                file("/page.css", "page.css", "text/css;charset=utf-8"));
    }

    private static Route file(String path, String resource, String type) {
        return PageFile.read(path, type, PageRoutes.class, resource).route(POLICY);
    }
}
