package org.starbridge.bridge.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.List;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.http.route.PageFile;
import org.starbridge.bridge.http.route.Route;

/**
 * Routes by which a server describes itself: {@code /openapi.yaml}, {@code /openapi.json} and the page {@code /api}.
 */
public final class ApiDescription {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

    private ApiDescription() {}

    /**
     * Returns the routes.
     *
     * @param beside the class in whose package {@code openapi.yaml} is
     */
    public static List<Route> routes(Class<?> beside) {
        PageFile yaml = PageFile.read("/openapi.yaml", "application/yaml", beside, "openapi.yaml");
        return List.of(
                Route.get(yaml.path(), true, _ -> Answer.of(yaml.type(), yaml.text())),
                Route.get("/openapi.json", true, _ -> Answer.of(Answer.JSON, json(yaml.text()))),
                file("/api", "api.html", "text/html;charset=utf-8"),
                file("/api.js", "api.js", "text/javascript;charset=utf-8"),
                file("/api.css", "api.css", "text/css;charset=utf-8"));
    }

    /** Converted for each request: they are rare, and so it costs no memory. */
    private static String json(String yaml) {
        try {
            return Json.write(new YAMLMapper().readTree(yaml));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the bridge's own description cannot be read", e);
        }
    }

    private static Route file(String path, String resource, String type) {
        return PageFile.read(path, type, ApiDescription.class, resource).route(POLICY);
    }
}
