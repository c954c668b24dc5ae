package org.starbridge.bridge.whip;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.sdp.SdpLimits;
import org.starbridge.sdp.SdpReader;
import org.starbridge.sdp.TrickleFragment;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.transport.counters.SharedCounters;

/** Changes of a session's ICE: candidates that trickle, and restarts (RFC 9725 section 4.3). Any thread. */
final class SessionPatches {
    private static final String ANY = "*";

    private final Rooms rooms;
    private final boolean requiresEtag;
    private final SharedCounters<WhipCounter> counters;

    SessionPatches(Rooms rooms, boolean requiresEtag, SharedCounters<WhipCounter> counters) {
        this.rooms = rooms;
        this.requiresEtag = requiresEtag;
        this.counters = counters;
    }

    /** Takes candidates, or restarts ICE. */
    Answer answer(Session session, HttpRequest request) throws RefusalException, IOException {
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
            if (requiresEtag) {
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

    static void requireType(HttpRequest request, String type) throws RefusalException {
        if (!request.mediaType().equals(type)) {
            throw new RefusalException(
                    415, "content type \"" + Answer.abbreviated(request.contentType()) + "\": expected " + type);
        }
    }

    static String body(HttpRequest request) throws IOException {
        return new String(request.body().read(), StandardCharsets.UTF_8);
    }
}
