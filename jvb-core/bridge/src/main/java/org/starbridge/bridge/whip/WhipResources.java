package org.starbridge.bridge.whip;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.http.route.VariableRule;
import org.starbridge.bridge.webhook.WebhookEvent;
import org.starbridge.bridge.whip.access.AccessControl;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.control.conference.Colibri2Handler;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.sdp.SdpLimits;
import org.starbridge.transport.counters.SharedCounters;

/**
 * The HTTP resources of WHIP (RFC 9725) and WHEP: {@code /whip/ROOM} and {@code /whep/ROOM} take offers, and each
 * answer names a session below them. Any thread.
 */
public final class WhipResources {
    /** The longest body: offers of browsers have 6 KiB. */
    public static final int MAX_BODY_BYTES = SdpLimits.DEFAULT.characters();

    /** The names that rooms and publishers may have; they are parts of URLs. */
    public static final VariableRule NAMES = new VariableRule(
            Pattern.compile("(?!\\.{1,2}$)[\\p{L}\\p{N}._~-]{1,128}").asMatchPredicate(),
            "expected 1 to 128 letters, digits and . _ ~ -, not . or ..");

    static final String ROOM = "room";
    private static final String SESSION = "session";
    private static final String WHY_NOT = "/why-not";

    private final AccessControl access;
    private final Rooms rooms;
    private final Sessions sessions;
    private final ViewerStates states;
    private final ViewerResources viewers;
    private final SessionOffers offers;
    private final SessionPatches patches;
    private final LongSupplier clockNs;
    private final SharedCounters<WhipCounter> counters = new SharedCounters<>(WhipCounter.class);

    /**
     * @param random unpredictable: it makes session ids
     * @param clockNs monotonic
     * @param wallClock until when credentials of TURN servers are valid
     * @param admission whether publishers and viewers may come
     * @param webhooks gets begins and ends of publishers
     */
    public WhipResources(
            WhipConfig config,
            Colibri2Handler colibri,
            Conferences conferences,
            RandomGenerator random,
            LongSupplier clockNs,
            InstantSource wallClock,
            Supplier<Admission> admission,
            Consumer<WebhookEvent> webhooks) {
        this.access = new AccessControl(config.access(), clockNs);
        this.rooms = new Rooms(colibri, conferences, random, admission);
        this.sessions = new Sessions(rooms, config, counters, webhooks);
        this.states = new ViewerStates(sessions, rooms, clockNs);
        this.viewers = new ViewerResources(sessions, rooms, states, random, counters);
        this.offers = new SessionOffers(config, access, rooms, sessions, random, clockNs, wallClock, counters);
        this.patches = new SessionPatches(rooms, config.requiresEtag(), counters);
        this.clockNs = clockNs;
    }

    /** Ends sessions whose client is gone. To be called each few seconds. */
    public void sweep() {
        long nowNs = clockNs.getAsLong();
        sessions.sweep(nowNs);
        states.sweep(nowNs);
    }

    /** Returns their counters. */
    public SharedCounters<WhipCounter> counters() {
        return counters;
    }

    /** Returns the number of publishers and viewers. */
    public int sessionCount() {
        return sessions.count();
    }

    /** A step of an answer that may be refused. */
    @FunctionalInterface
    private interface Step {
        Answer answer(HttpRequest request) throws RefusalException, IOException;
    }

    /** All of them. */
    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (Purpose purpose : Purpose.values()) {
            String endpoint = "/" + purpose.path() + "/{room}";
            String session = endpoint + "/{session}";
            add(routes, "POST", endpoint, request -> offers.answer(purpose, request));
            add(routes, "PATCH", session, request -> patches.answer(session(purpose, request), request));
            add(routes, "DELETE", session, request -> delete(purpose, request));
            add(routes, "GET", session + WHY_NOT, request -> whyNot(purpose, request));
            for (String template : List.of(endpoint, session)) {
                add(routes, "GET", template, _ -> Answer.empty(204));
                add(routes, "OPTIONS", template, _ -> options());
            }
        }
        add(routes, "GET", "/rooms/{room}", this::room);
        addViewers(routes, "/" + Purpose.WATCH.path() + "/{room}/{session}");
        return routes;
    }

    /** The WHEP extensions for events and layers. */
    private void addViewers(List<Route> routes, String session) {
        String events = session + ViewerResources.EVENTS;
        String stream = events + "/{" + ViewerResources.STREAM + "}";
        String layer = session + ViewerResources.LAYER;
        add(routes, "POST", events, request -> viewers.open(session(Purpose.WATCH, request), request));
        add(routes, "GET", stream, this::events);
        add(
                routes,
                "DELETE",
                stream,
                request -> viewers.close(session(Purpose.WATCH, request), request.variable(ViewerResources.STREAM)));
        add(routes, "POST", layer, request -> viewers.select(session(Purpose.WATCH, request), request));
        for (String template : List.of(events, stream, layer)) {
            add(routes, "OPTIONS", template, _ -> options());
        }
    }

    private Answer events(HttpRequest request) throws RefusalException {
        return viewers.events(
                request.variable(ROOM), request.variable(SESSION), request.variable(ViewerResources.STREAM));
    }

    /** Ids of the endpoints that have sources, for a viewer that shows all of them. */
    private Answer room(HttpRequest request) throws RefusalException {
        String room = request.variable(ROOM);
        access.require(request, Purpose.WATCH, room);
        List<String> publishers = rooms.conferences()
                .snapshot(rooms.meetingId(room))
                .map(conference -> conference.endpoints().stream()
                        .filter(endpoint -> !endpoint.sources().isEmpty())
                        .map(EndpointSnapshot::id)
                        .toList())
                .orElse(List.of());
        return Answer.json(200, Json.write(Map.of("publishers", publishers)));
    }

    private void add(List<Route> routes, String method, String template, Step step) {
        routes.add(new Route(method, template, true, Route.ANY_TYPE, request -> {
            try {
                return step.answer(request);
            } catch (RefusalException e) {
                counters.increment(WhipCounter.REFUSED);
                return e.answer();
            }
        }));
    }

    private Answer options() {
        return offers.withServers(Answer.empty(204))
                .with("Accept-Post", SessionOffers.SDP)
                .with("Allow", "OPTIONS, GET, HEAD, POST, PATCH, DELETE");
    }

    private Session session(Purpose purpose, HttpRequest request) throws RefusalException {
        String room = request.variable(ROOM);
        String token = access.require(request, purpose, room);
        return sessions.find(purpose, room, request.variable(SESSION))
                .filter(session -> session.holder().token().equals(token))
                .orElseThrow(() -> new RefusalException(404, "no such session: it has ended"));
    }

    /** Answers with the reason that the client is not connected. */
    private Answer whyNot(Purpose purpose, HttpRequest request) throws RefusalException {
        return Answer.json(
                200, Json.write(rooms.diagnosis(session(purpose, request).joined())));
    }

    private Answer delete(Purpose purpose, HttpRequest request) throws RefusalException {
        sessions.end(session(purpose, request));
        return Answer.empty(200);
    }
}
