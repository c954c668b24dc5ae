package org.starbridge.bridge.whip;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.http.route.VariableRule;
import org.starbridge.bridge.webhook.WebhookEvent;
import org.starbridge.bridge.whip.access.AccessControl;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.bridge.whip.access.Query;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.control.conference.Colibri2Handler;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.sdp.SdpLimits;
import org.starbridge.sdp.SdpReader;
import org.starbridge.sdp.TrickleFragment;
import org.starbridge.sdp.text.SdpException;
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

    private static final Pattern PUBLISHER = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._~-]{1,32}");
    private static final String SDP = "application/sdp";
    private static final String ROOM = "room";
    private static final String SESSION = "session";
    private static final String ANY = "*";
    private static final String WHY_NOT = "/why-not";

    private final WhipConfig config;
    private final AccessControl access;
    private final Rooms rooms;
    private final Sessions sessions;
    private final ViewerStates states;
    private final ViewerResources viewers;
    private final RandomGenerator random;
    private final LongSupplier clockNs;
    private final InstantSource wallClock;
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
        this.config = config;
        this.wallClock = wallClock;
        this.access = new AccessControl(config.access(), clockNs);
        this.rooms = new Rooms(colibri, conferences, random, admission);
        this.sessions = new Sessions(rooms, config, counters, webhooks);
        this.states = new ViewerStates(sessions, rooms, clockNs);
        this.viewers = new ViewerResources(sessions, rooms, states, random, counters);
        this.random = random;
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
            add(routes, "POST", endpoint, request -> offer(purpose, request));
            add(routes, "PATCH", session, request -> patch(purpose, request));
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
        return withLinks(Answer.empty(204), config.iceServers().stream().map(WhipResources::link))
                .with("Accept-Post", SDP)
                .with("Allow", "OPTIONS, GET, HEAD, POST, PATCH, DELETE");
    }

    private static String link(String stunServer) {
        return "<" + stunServer + ">; rel=\"ice-server\"";
    }

    private static Answer withLinks(Answer answer, Stream<String> links) {
        String all = links.collect(Collectors.joining(", "));
        return all.isEmpty() ? answer : answer.with("Link", all);
    }

    /** Only clients with access get credentials of TURN servers. */
    private Stream<String> iceServers() {
        Instant now = wallClock.instant();
        return Stream.concat(
                config.iceServers().stream().map(WhipResources::link),
                config.turnServers().stream().map(server -> server.link(now)));
    }

    private Answer offer(Purpose purpose, HttpRequest request) throws RefusalException, IOException {
        String room = request.variable(ROOM);
        Session.Holder holder =
                new Session.Holder(room, access.require(request, purpose, room), request.remoteAddress());
        requireType(request, SDP);
        String name = purpose == Purpose.PUBLISH ? publisherName(request) : null;
        try (Sessions.Place _ = sessions.reserve(holder, former(room, name), clockNs.getAsLong())) {
            return session(purpose, request, holder, name);
        }
    }

    private @Nullable Session former(String room, @Nullable String name) {
        return name == null ? null : sessions.publisher(room, name).orElse(null);
    }

    private Answer session(Purpose purpose, HttpRequest request, Session.Holder holder, @Nullable String name)
            throws RefusalException, IOException {
        String room = holder.room();
        Offer offer;
        try {
            offer = OfferReader.read(SdpReader.read(body(request), SdpLimits.DEFAULT), purpose);
        } catch (SdpException e) {
            throw new RefusalException(400, "the offer cannot be read: " + e.getMessage());
        }
        boolean takesOver = false;
        Rooms.Joined joined;
        if (purpose == Purpose.PUBLISH) {
            Session former = former(room, name);
            takesOver = former != null && sessions.giveWay(former, holder, clockNs.getAsLong());
            joined = rooms.publish(room, name, offer);
        } else {
            sessions.requireCommonCodec(room, offer);
            joined = rooms.watch(room, Wish.of(request), offer);
        }
        Session session = new Session(sessionId(), purpose, holder, offer, joined, clockNs.getAsLong());
        if (takesOver) {
            session.tookOver();
        }
        sessions.add(session);
        counters.increment(purpose == Purpose.PUBLISH ? WhipCounter.PUBLISHERS : WhipCounter.VIEWERS);
        String answer = AnswerWriter.write(offer, joined.local(), random.nextLong(), joined.slots());
        return withLinks(
                        new Answer(201, SDP, answer, Map.of()),
                        Stream.concat(iceServers(), ViewerResources.links(session)))
                .with("Location", session.path())
                .with("ETag", session.etag())
                .with("Accept-Patch", TrickleFragment.MEDIA_TYPE);
    }

    private static @Nullable String publisherName(HttpRequest request) throws RefusalException {
        String name = Query.read(request.query()).get("name");
        if (name != null && !PUBLISHER.matcher(name).matches()) {
            throw new RefusalException(400, "name: expected 1 to 32 letters, digits and . _ ~ -, not . or ..");
        }
        return name;
    }

    private String sessionId() {
        return HexFormat.of().toHexDigits(random.nextLong()) + HexFormat.of().toHexDigits(random.nextLong());
    }

    private static void requireType(HttpRequest request, String type) throws RefusalException {
        if (!request.mediaType().equals(type)) {
            throw new RefusalException(
                    415, "content type \"" + Answer.abbreviated(request.contentType()) + "\": expected " + type);
        }
    }

    private static String body(HttpRequest request) throws IOException {
        return new String(request.body().read(), StandardCharsets.UTF_8);
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

    private Answer patch(Purpose purpose, HttpRequest request) throws RefusalException, IOException {
        Session session = session(purpose, request);
        requireType(request, TrickleFragment.MEDIA_TYPE);
        TrickleFragment fragment;
        try {
            fragment = SdpReader.readFragment(body(request), SdpLimits.DEFAULT);
        } catch (SdpException e) {
            throw new RefusalException(400, "the fragment cannot be read: " + e.getMessage());
        }
        synchronized (session) {
            String ufrag = fragment.ufrag();
            return ufrag == null || ufrag.equals(session.remoteUfrag())
                    ? addCandidates(session, request, fragment)
                    : restart(session, request, fragment, ufrag);
        }
    }

    private Answer addCandidates(Session session, HttpRequest request, TrickleFragment fragment)
            throws RefusalException {
        requireMatch(session, request);
        rooms.addCandidates(session.joined(), IceCandidates.read(fragment.candidates()));
        return Answer.empty(204);
    }

    private Answer restart(Session session, HttpRequest request, TrickleFragment fragment, String ufrag)
            throws RefusalException {
        requireMatch(session, request);
        String pwd = fragment.pwd();
        if (pwd == null) {
            throw new RefusalException(400, "a new a=ice-ufrag without a=ice-pwd: expected both");
        }
        IceUdpTransport local = rooms.restart(
                session.joined(),
                new IceUdpTransport(
                        ufrag, pwd, null, true, IceCandidates.read(fragment.candidates()), List.of(), List.of()));
        session.restarted(String.valueOf(local.ufrag()), ufrag);
        counters.increment(WhipCounter.RESTARTS);
        return new Answer(200, TrickleFragment.MEDIA_TYPE, AnswerWriter.restart(session.offer(), local), Map.of())
                .with("ETag", session.etag());
    }

    private void requireMatch(Session session, HttpRequest request) throws RefusalException {
        String tags = request.headerList("If-Match");
        if (tags.isEmpty()) {
            if (config.requiresEtag()) {
                throw new RefusalException(428, "If-Match is missing: expected " + session.etag());
            }
            counters.increment(WhipCounter.WITHOUT_ETAG);
            return;
        }
        boolean isMatch = tags.equals(ANY) || List.of(tags.split("\\s*,\\s*")).contains(session.etag());
        if (!isMatch) {
            throw new RefusalException(412, "If-Match does not match the current ICE session");
        }
    }
}
