package org.starbridge.bridge.whip;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.bridge.whip.viewer.EventKind;
import org.starbridge.bridge.whip.viewer.EventStream;
import org.starbridge.bridge.whip.viewer.LayerRequest;
import org.starbridge.bridge.whip.viewer.ViewerState;
import org.starbridge.transport.counters.SharedCounters;

/** The resources below a viewer's session: event streams, and the choice of a layer. Any thread. */
final class ViewerResources {
    static final String EVENTS = "/sse";
    static final String LAYER = "/layer";
    static final String STREAM = "stream";

    private static final String EXTENSION = "urn:ietf:params:whep:ext:core:";
    private static final String EVENT_STREAM = "text/event-stream";

    private final Sessions sessions;
    private final Rooms rooms;
    private final ViewerStates states;
    private final RandomGenerator random;
    private final SharedCounters<WhipCounter> counters;

    ViewerResources(
            Sessions sessions,
            Rooms rooms,
            ViewerStates states,
            RandomGenerator random,
            SharedCounters<WhipCounter> counters) {
        this.sessions = sessions;
        this.rooms = rooms;
        this.states = states;
        this.random = random;
        this.counters = counters;
    }

    /** Returns the links by which a new viewer learns of them. */
    static Stream<String> links(Session session) {
        return session.purpose() == Purpose.PUBLISH
                ? Stream.of()
                : Stream.of(
                        "<" + session.path() + EVENTS + ">; rel=\"" + EXTENSION + "server-sent-events\"; events=\""
                                + EventKind.list() + "\"",
                        "<" + session.path() + LAYER + ">; rel=\"" + EXTENSION + "layer\"");
    }

    /** A new event stream. */
    Answer open(Session session, HttpRequest request) throws RefusalException, IOException {
        Set<EventKind> kinds = request.hasBody() ? EventKind.read(body(request)) : EnumSet.allOf(EventKind.class);
        String id =
                HexFormat.of().toHexDigits(random.nextLong()) + HexFormat.of().toHexDigits(random.nextLong());
        session.streams().add(id, new EventStream(kinds));
        counters.increment(WhipCounter.EVENT_STREAMS);
        return Answer.empty(201).with("Location", session.path() + EVENTS + "/" + id);
    }

    /** Returns what has happened. The ids in the path are the key, because an {@code EventSource} sends no token. */
    Answer events(String room, String sessionId, String streamId) throws RefusalException {
        Session session = sessions.find(Purpose.WATCH, room, sessionId).orElseThrow(ViewerResources::gone);
        EventStream stream = session.streams().find(streamId).orElseThrow(ViewerResources::gone);
        return new Answer(200, EVENT_STREAM, stream.poll(states.of(session)), Map.of());
    }

    /** An event stream ends. */
    Answer close(Session session, String streamId) throws RefusalException {
        if (!session.streams().remove(streamId)) {
            throw gone();
        }
        return Answer.empty(200);
    }

    private static RefusalException gone() {
        return new RefusalException(404, "no such event stream: it has ended, or its session has");
    }

    /** Selects a layer, or none: then the bridge does. */
    Answer select(Session session, HttpRequest request) throws RefusalException, IOException {
        LayerRequest asked = LayerRequest.read(body(request));
        ViewerState state = states.of(session);
        requireVideo(session, state, asked.mediaId());
        rooms.limit(session.joined(), asked.limit(state.layers()));
        counters.increment(WhipCounter.LAYERS_SELECTED);
        return Answer.empty(200);
    }

    private static void requireVideo(Session session, ViewerState state, @Nullable String id) throws RefusalException {
        List<NegotiatedSection> sections = session.offer().sections();
        boolean isVideo = state.section() >= 0
                && (id == null
                        || id.equals(Integer.toString(state.section()))
                        || id.equals(sections.get(state.section()).offered().mid()));
        if (!isVideo) {
            throw RefusalException.unprocessable("mediaId " + id + ": expected the video section, "
                    + (state.section() < 0 ? "which this session does not have" : state.section()));
        }
    }

    private static JsonNode body(HttpRequest request) throws RefusalException, IOException {
        if (!request.mediaType().equals(Answer.JSON)) {
            throw new RefusalException(
                    415, "content type \"" + Answer.abbreviated(request.contentType()) + "\": expected " + Answer.JSON);
        }
        return Json.read(new String(request.body().read(), StandardCharsets.UTF_8))
                .orElseThrow(() -> new RefusalException(400, "the request body is not JSON"));
    }
}
