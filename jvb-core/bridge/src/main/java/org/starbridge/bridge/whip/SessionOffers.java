package org.starbridge.bridge.whip;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.whip.access.AccessControl;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.bridge.whip.access.Query;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.sdp.SdpLimits;
import org.starbridge.sdp.SdpReader;
import org.starbridge.sdp.TrickleFragment;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.transport.counters.SharedCounters;

/** Offers of publishers and viewers: each that is taken begins a session. Any thread. */
final class SessionOffers {
    static final String SDP = "application/sdp";

    private static final Pattern PUBLISHER = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._~-]{1,32}");

    private final WhipConfig config;
    private final AccessControl access;
    private final Rooms rooms;
    private final Sessions sessions;
    private final RandomGenerator random;
    private final LongSupplier clockNs;
    private final InstantSource wallClock;
    private final SharedCounters<WhipCounter> counters;

    SessionOffers(
            WhipConfig config,
            AccessControl access,
            Rooms rooms,
            Sessions sessions,
            RandomGenerator random,
            LongSupplier clockNs,
            InstantSource wallClock,
            SharedCounters<WhipCounter> counters) {
        this.config = config;
        this.access = access;
        this.rooms = rooms;
        this.sessions = sessions;
        this.random = random;
        this.clockNs = clockNs;
        this.wallClock = wallClock;
        this.counters = counters;
    }

    /** Takes an offer, and begins a session. */
    Answer answer(Purpose purpose, HttpRequest request) throws RefusalException, IOException {
        String room = request.variable(WhipResources.ROOM);
        Session.Holder holder =
                new Session.Holder(room, access.require(request, purpose, room), request.remoteAddress());
        SessionPatches.requireType(request, SDP);
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
            offer = OfferReader.read(SdpReader.read(SessionPatches.body(request), SdpLimits.DEFAULT), purpose);
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
            joined = rooms.watch(room, RequestedVideo.of(request), offer);
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

    /** The same answer with the STUN servers of the configuration. */
    Answer withServers(Answer answer) {
        return withLinks(answer, config.iceServers().stream().map(SessionOffers::link));
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
                config.iceServers().stream().map(SessionOffers::link),
                config.turnServers().stream().map(server -> server.link(now)));
    }
}
