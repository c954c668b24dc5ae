package org.starbridge.bridge.dashboard;

import java.util.List;
import org.starbridge.bridge.http.route.PageFile;
import org.starbridge.bridge.http.route.Route;

/** The files of the dashboard. */
public final class DashboardRoutes {
    static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
    private static final String READ_ONLY = "data-actions=\"off\"";

    private DashboardRoutes() {}

    /** The page and what it loads; nothing if it is switched off. */
    public static List<Route> table(DashboardConfig config) {
        return config.enabled()
                ? files(config).stream().map(file -> file.route(POLICY)).toList()
                : List.of();
    }

    static List<PageFile> files(DashboardConfig config) {
        PageFile page = file("/", "dashboard.html", "text/html;charset=utf-8");
        String text = config.actions() ? page.text().replace(READ_ONLY, "data-actions=\"on\"") : page.text();
        return List.of(
                new PageFile(page.path(), page.type(), text),
                file("/dashboard.js", "dashboard.js", "text/javascript;charset=utf-8"),
                file("/dashboard-elements.js", "dashboard-elements.js", "text/javascript;charset=utf-8"),
                file("/dashboard-history.js", "dashboard-history.js", "text/javascript;charset=utf-8"),
                file("/dashboard-words.js", "dashboard-words.js", "text/javascript;charset=utf-8"),
                file("/dashboard.css", "dashboard.css", "text/css;charset=utf-8"));
    }

    private static PageFile file(String path, String resource, String type) {
        return PageFile.read(path, type, DashboardRoutes.class, resource);
    }
}
