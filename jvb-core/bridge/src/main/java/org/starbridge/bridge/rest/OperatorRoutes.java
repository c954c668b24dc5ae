package org.starbridge.bridge.rest;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.colibri.json.JsonCursor;
import org.starbridge.colibri.json.JsonFaultException;
import org.starbridge.colibri.json.StrictJson;

/** The resources by which operators attach the bridge to XMPP servers, drain it and end it. */
final class OperatorRoutes {
    private static final StrictJson JSON = new StrictJson(64 << 10, 4096);
    private static final String GRACEFUL = "graceful-shutdown";
    private static final String FORCED = "force-shutdown";

    private final RestSources sources;

    OperatorRoutes(RestSources sources) {
        this.sources = sources;
    }

    List<Route> table(RestConfig config) {
        boolean hasColibri = config.colibriEnabled();
        boolean hasDrain = config.drainEnabled();
        return List.of(
                Route.post("/colibri/muc-client/add", hasColibri, this::add),
                Route.post("/colibri/muc-client/remove", hasColibri, this::remove),
                Route.get(
                        "/colibri/muc-client/list",
                        hasColibri,
                        _ -> Answer.json(200, Json.write(sources.muc().ids()))),
                Route.post("/colibri/shutdown", hasColibri && config.shutdownEnabled(), this::shutDown),
                Route.get(
                        "/colibri/drain",
                        hasDrain,
                        _ -> Answer.json(
                                200,
                                Json.write(Map.of("drain", sources.lifecycle().isDraining())))),
                Route.post("/colibri/drain/enable", hasDrain, _ -> drain(true)),
                Route.post("/colibri/drain/disable", hasDrain, _ -> drain(false)));
    }

    private Answer drain(boolean isDraining) {
        sources.lifecycle().drain(isDraining);
        return Answer.empty(200);
    }

    /** Only texts count, as in Jitsi Videobridge: {@code "false"}, not {@code false}. */
    private Answer add(HttpRequest request) throws IOException {
        try {
            Map<String, String> texts = new LinkedHashMap<>();
            JSON.read(request.body().read()).node().properties().forEach(member -> {
                if (member.getValue().isTextual()) {
                    texts.put(member.getKey(), member.getValue().textValue());
                }
            });
            String id = texts.remove("id");
            if (id == null || id.isBlank()) {
                return badRequest("id: expected a non-blank string");
            }
            sources.muc().add(id, texts);
            return Answer.empty(200);
        } catch (JsonFaultException | IllegalArgumentException e) {
            return badRequest(String.valueOf(e.getMessage()));
        }
    }

    private Answer remove(HttpRequest request) throws IOException {
        try {
            String id = JSON.read(request.body().read()).require("id").string();
            return sources.muc().remove(id)
                    ? Answer.empty(200)
                    : badRequest("id \"" + id + "\": there is no XMPP client with this name");
        } catch (JsonFaultException e) {
            return badRequest(e.sentence());
        }
    }

    /**
     * A shutdown that is not graceful is forced, as in Jitsi Videobridge. The key for it is clearer and has precedence.
     */
    private Answer shutDown(HttpRequest request) throws IOException {
        try {
            JsonCursor body = JSON.read(request.body().read());
            Boolean isGraceful = body.optional(GRACEFUL, OperatorRoutes::truth);
            Boolean isForced = body.optional(FORCED, OperatorRoutes::truth);
            if (Boolean.TRUE.equals(isForced) || (isForced == null && Boolean.FALSE.equals(isGraceful))) {
                sources.lifecycle().shutDownNow();
            } else if (Boolean.TRUE.equals(isGraceful)) {
                sources.lifecycle().shutDownGracefully();
            } else {
                return badRequest("expected \"" + GRACEFUL + "\": true, or false for a forced shutdown");
            }
            return Answer.empty(200);
        } catch (JsonFaultException e) {
            return badRequest(e.sentence());
        }
    }

    /** The text will do as well. */
    private static boolean truth(JsonCursor value) {
        return switch (value.attribute()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw value.expected("true or false");
        };
    }

    private static Answer badRequest(String sentence) {
        return Answer.error(400, sentence);
    }
}
