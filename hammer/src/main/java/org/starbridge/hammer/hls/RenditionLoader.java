package org.starbridge.hammer.hls;

import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.hls.Request.Kind;
import org.starbridge.playlist.MediaPart;
import org.starbridge.playlist.MediaPlaylist;
import org.starbridge.playlist.MediaSegment;

/**
 * Loads one media playlist again and again, and what it names from near the live edge on, one piece after the other: as
 * hls.js does, with blocking reloads and delta updates where the server offers them, and as Apple's player does with
 * the part that is hinted at. Used by one thread.
 */
final class RenditionLoader {
    private static final long RETRY_NS = 1_000_000_000L;
    private static final int MOST_FAILURES_IN_A_ROW = 6;

    /** Takes requests. */
    interface Requests {
        void request(Kind kind, URI uri, long nowNs);
    }

    /** Listener to what comes of it. */
    interface Listener {
        /** It is known where it begins. Called once, before any piece. */
        void onStart(StartPosition position, long nowNs);

        /** A piece is in the buffer; {@code dateMs} is -1 if its date is unknown. */
        void onPiece(double seconds, long dateMs, long loadedAtNs);

        /** Something that a player can live with, in words. */
        void onTrouble(Trouble trouble);
    }

    /** Trouble that a player can live with. */
    enum Trouble {
        /** The piece that comes next has left the playlist. */
        FELL_BEHIND("fell out of the playlist's window"),
        /** The part that came was not the one that was hinted at. */
        WRONG_HINT("got a preload hint for a part that never existed"),
        /** A delta update left out what is unknown. */
        DELTA_TOO_SHORT("could not use a delta update"),
        /** A blocking request was answered before there was anything new. */
        NOT_BLOCKED("got an answer before the awaited media existed");

        private final String text;

        Trouble(String text) {
            this.text = text;
        }

        /** For people: a viewer … */
        String text() {
            return text;
        }
    }

    private final URI uri;
    private final boolean takesHints;
    private final Requests requests;
    private final Listener listener;

    private @Nullable MediaPlaylist playlist;
    private long playlistAtNs;
    private long playlistAskedAtNs;
    private boolean isPlaylistPending;
    private long playlistDueNs = Long.MAX_VALUE;

    private long startDateMs = -1;
    private long sequence = -1;
    private int part;
    private double partsSeconds;
    private boolean isMediaPending;
    private long mediaDueNs = Long.MAX_VALUE;
    private @Nullable String map;
    private @Nullable String hint;
    private long hintLoadedAtNs = -1;
    private int failures;

    /** {@code takesHints}: whether the part that is hinted at is asked for before it exists. */
    RenditionLoader(URI uri, boolean takesHints, Requests requests, Listener listener) {
        this.uri = uri;
        this.takesHints = takesHints;
        this.requests = requests;
        this.listener = listener;
    }

    /**
     * Begins.
     *
     * @param dateMs of the place at which it is to play, in milliseconds since 1970; -1: the hold-back from the edge
     */
    void begin(long dateMs, long nowNs) {
        startDateMs = dateMs;
        askForPlaylist(Kind.PLAYLIST, uri, nowNs);
    }

    /** Returns whether it has given up. */
    boolean hasFailed() {
        return failures > MOST_FAILURES_IN_A_ROW;
    }

    /** Returns the time at which {@link #onTime} is due; {@link Long#MAX_VALUE} if nothing is. */
    long nextDeadlineNs() {
        return Math.min(playlistDueNs, mediaDueNs);
    }

    /** Does what is due. */
    void onTime(long nowNs) {
        if (playlistDueNs <= nowNs) {
            playlistDueNs = Long.MAX_VALUE;
            reload(true, nowNs);
        }
        if (mediaDueNs <= nowNs) {
            mediaDueNs = Long.MAX_VALUE;
            load(nowNs);
        }
    }

    /** A playlist has come. */
    void onPlaylist(MediaPlaylist came, Kind kind, long nowNs) {
        isPlaylistPending = false;
        MediaPlaylist before = playlist;
        MediaPlaylist whole = came.skipped() == 0 ? came : before == null ? null : came.completedBy(before);
        if (whole == null) {
            listener.onTrouble(Trouble.DELTA_TOO_SHORT);
            reload(false, nowNs);
            return;
        }
        failures = 0;
        boolean isNew = before == null
                || whole.nextSequence() > before.nextSequence()
                || (whole.nextSequence() == before.nextSequence() && whole.nextPart() > before.nextPart());
        playlist = whole;
        playlistAtNs = nowNs;
        if (sequence < 0) {
            StartPosition from =
                    startDateMs < 0 ? StartPosition.beforeEdge(whole) : StartPosition.atDate(whole, startDateMs);
            start(from);
            listener.onStart(from, nowNs);
        }
        load(nowNs);
        if (whole.hasEnded()) {
            return;
        }
        if (whole.control().canBlock()) {
            if (isNew) {
                reload(true, nowNs);
            } else {
                if (kind == Kind.BLOCKING_PLAYLIST) {
                    listener.onTrouble(Trouble.NOT_BLOCKED);
                }
                playlistDueNs = nowNs + seconds(pieceSeconds(whole) / 2);
            }
        } else {
            double target = whole.targetSeconds();
            playlistDueNs = playlistAskedAtNs + seconds(isNew ? target : target / 2);
        }
    }

    /** A piece has come. */
    void onMedia(Kind kind, long nowNs) {
        isMediaPending = false;
        failures = 0;
        MediaPlaylist now = Objects.requireNonNull(playlist);
        if (kind == Kind.HINT) {
            hintLoadedAtNs = nowNs;
        } else if (kind == Kind.INIT) {
            MediaSegment segment = now.segment(sequence);
            map = segment == null ? map : segment.map();
        } else {
            onLoaded(now, nowNs);
        }
        load(nowNs);
    }

    /** A request came to nothing. */
    void onFailure(Kind kind, long nowNs) {
        failures++;
        if (kind.isPlaylist()) {
            isPlaylistPending = false;
            playlistDueNs = nowNs + RETRY_NS;
        } else {
            isMediaPending = false;
            mediaDueNs = nowNs + RETRY_NS;
        }
    }

    private void reload(boolean mayBlock, long nowNs) {
        if (isPlaylistPending) {
            return;
        }
        MediaPlaylist known = playlist;
        if (known == null || !known.control().canBlock() || !mayBlock) {
            askForPlaylist(Kind.PLAYLIST, uri, nowNs);
            return;
        }
        StringBuilder directives = new StringBuilder("_HLS_msn=").append(known.nextSequence());
        if (known.isLowLatency()) {
            directives.append("&_HLS_part=").append(known.nextPart());
        }
        // A delta update is safe while what it leaves out is still known (RFC 8216bis section 6.3.7).
        if (known.control().skipUntilSeconds() > 0
                && nowNs - playlistAtNs < seconds(known.control().skipUntilSeconds() / 2)) {
            directives.append("&_HLS_skip=YES");
        }
        askForPlaylist(Kind.BLOCKING_PLAYLIST, with(uri, directives.toString()), nowNs);
    }

    private void askForPlaylist(Kind kind, URI from, long nowNs) {
        isPlaylistPending = true;
        playlistAskedAtNs = nowNs;
        requests.request(kind, from, nowNs);
    }

    private void start(StartPosition from) {
        sequence = from.sequence();
        part = from.part();
        partsSeconds = from.partsSeconds();
    }

    /** Returns the distance from the live edge that a player is to keep; 0 before the first playlist. */
    double holdBackSeconds() {
        MediaPlaylist now = playlist;
        return now == null ? 0 : StartPosition.holdBackSeconds(now);
    }

    /** {@code EXT-X-TARGETDURATION}; 0 before the first playlist. */
    long targetSeconds() {
        MediaPlaylist now = playlist;
        return now == null ? 0 : now.targetSeconds();
    }

    /** Returns how much there is by now beyond what is loaded: what the newest playlist names, and its age. */
    double behindEdgeSeconds(long nowNs) {
        MediaPlaylist now = playlist;
        if (now == null) {
            return 0;
        }
        double named = -partsSeconds;
        for (int i = now.segments().size() - 1; i >= 0; i--) {
            MediaSegment segment = now.segments().get(i);
            if (segment.sequence() < sequence) {
                break;
            }
            named += segment.seconds();
        }
        return Math.max(0, named) + (nowNs - playlistAtNs) / 1e9;
    }

    /** Asks for what comes next, if nothing is asked for. */
    private void load(long nowNs) {
        MediaPlaylist now = playlist;
        while (!isMediaPending && mediaDueNs == Long.MAX_VALUE && now != null) {
            if (sequence < now.mediaSequence()) {
                listener.onTrouble(Trouble.FELL_BEHIND);
                start(StartPosition.beforeEdge(now));
            }
            MediaSegment segment = now.segment(sequence);
            if (segment == null) {
                askForHint(now, nowNs);
                return;
            }
            String itsMap = segment.map();
            if (itsMap != null && !itsMap.equals(map)) {
                ask(Kind.INIT, itsMap, nowNs);
            } else if (part < segment.parts().size() && now.isLowLatency()) {
                MediaPart next = segment.parts().get(part);
                if (!takeHinted(next, now) && !takeGap(next.isGap(), now, nowNs)) {
                    ask(Kind.PART, next.uri(), nowNs);
                }
            } else if (!segment.isComplete()) {
                askForHint(now, nowNs);
                return;
            } else if (now.isLowLatency() && !segment.parts().isEmpty()) {
                nextSegment();
            } else if (!takeGap(segment.isGap(), now, nowNs)) {
                ask(Kind.SEGMENT, Objects.requireNonNull(segment.uri()), nowNs);
            }
        }
    }

    /**
     * Returns whether the part is the one that was loaded before the playlist named it; forgets what else was hinted.
     */
    private boolean takeHinted(MediaPart next, MediaPlaylist now) {
        if (hint == null || hintLoadedAtNs < 0) {
            hint = null;
            return false;
        }
        boolean isIt = next.uri().equals(hint);
        if (isIt) {
            onLoaded(now, hintLoadedAtNs);
        } else {
            listener.onTrouble(Trouble.WRONG_HINT);
        }
        hint = null;
        hintLoadedAtNs = -1;
        return isIt;
    }

    private boolean takeGap(boolean isGap, MediaPlaylist now, long nowNs) {
        if (isGap) {
            onLoaded(now, nowNs);
        }
        return isGap;
    }

    private void askForHint(MediaPlaylist now, long nowNs) {
        String next = now.hint();
        boolean isThere = sequence == now.nextSequence() && part == now.nextPart();
        if (takesHints && now.isLowLatency() && next != null && isThere && hint == null) {
            hint = next;
            hintLoadedAtNs = -1;
            ask(Kind.HINT, next, nowNs);
        }
    }

    private void ask(Kind kind, String relative, long nowNs) {
        isMediaPending = true;
        requests.request(kind, uri.resolve(relative), nowNs);
    }

    /** The piece at the position is in the buffer. */
    private void onLoaded(MediaPlaylist now, long atNs) {
        MediaSegment segment = now.segment(sequence);
        if (segment == null) {
            return; // it has left the playlist meanwhile: found out at the next piece
        }
        long dateMs = segment.dateMs() < 0 ? -1 : segment.dateMs() + Math.round(partsSeconds * 1000);
        if (part < segment.parts().size() && now.isLowLatency()) {
            double seconds = segment.parts().get(part).seconds();
            listener.onPiece(seconds, dateMs, atNs);
            partsSeconds += seconds;
            part++;
        } else {
            // Of a segment whose parts have left the playlist, those that came before do not count twice.
            listener.onPiece(Math.max(0, segment.seconds() - partsSeconds), dateMs, atNs);
            nextSegment();
        }
    }

    private void nextSegment() {
        sequence++;
        part = 0;
        partsSeconds = 0;
    }

    private static double pieceSeconds(MediaPlaylist of) {
        return of.isLowLatency() ? of.control().partTargetSeconds() : of.targetSeconds();
    }

    private static long seconds(double seconds) {
        return Math.round(seconds * 1e9);
    }

    private static URI with(URI uri, String directives) {
        String text = uri.toString();
        return URI.create(text + (uri.getRawQuery() == null ? '?' : '&') + directives);
    }
}
