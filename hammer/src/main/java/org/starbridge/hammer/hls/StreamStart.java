package org.starbridge.hammer.hls;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.playlist.MediaPlaylist;
import org.starbridge.playlist.MediaSegment;
import org.starbridge.playlist.MultivariantPlaylist;
import org.starbridge.playlist.MultivariantPlaylist.Rendition;
import org.starbridge.playlist.MultivariantPlaylist.Variant;
import org.starbridge.playlist.Playlist;
import org.starbridge.playlist.PlaylistException;
import org.starbridge.playlist.PlaylistParser;

/**
 * Check of whether a new stream is as long as a player needs to begin: its playlists list the hold-back from the live
 * edge, and a whole segment. Used by one thread.
 */
public final class StreamStart {
    private static final double EXACT_SECONDS = 1e-6;

    private final ViewerOptions options;
    private final Source source;

    /** Source of playlists. */
    @FunctionalInterface
    public interface Source {
        /** Gets one. */
        Answer get(URI uri) throws InterruptedException;
    }

    /**
     * Answer of a server.
     *
     * @param status of HTTP; 0 without an answer
     * @param text the body; the reason without an answer
     */
    public record Answer(int status, String text) {}

    /** {@code options}: how viewers will watch. */
    public StreamStart(ViewerOptions options, Source source) {
        this.options = options;
        this.source = source;
    }

    /** A playlist that is not there, or too short: a part of a sentence. */
    private static final class NotYetException extends Exception {
        private static final long serialVersionUID = 1;

        NotYetException(String message) {
            super(message);
        }
    }

    /** Returns what is missing, as a part of a sentence; null if a player can begin. */
    public @Nullable String missing() throws InterruptedException {
        try {
            URI first = options.withToken(options.url());
            switch (read(first)) {
                case MediaPlaylist media -> requireEnough(first, media);
                case MultivariantPlaylist all -> requireEnough(first, all);
            }
            return null;
        } catch (NotYetException e) {
            return Objects.requireNonNull(e.getMessage());
        }
    }

    private void requireEnough(URI base, MultivariantPlaylist all) throws InterruptedException, NotYetException {
        Variant variant = options.choose(all.variants());
        requireEnough(base.resolve(variant.uri()));
        Rendition audio = all.audioOf(variant);
        if (audio != null && audio.uri() != null) {
            requireEnough(base.resolve(audio.uri()));
        }
    }

    private void requireEnough(URI uri) throws InterruptedException, NotYetException {
        URI whole = options.withToken(uri);
        if (!(read(whole) instanceof MediaPlaylist media)) {
            throw new NotYetException(uri + " is not a media playlist");
        }
        requireEnough(uri, media);
    }

    private void requireEnough(URI uri, MediaPlaylist listed) throws NotYetException {
        MediaPlaylist media = options.wholeSegments() ? listed.withoutParts() : listed;
        List<MediaSegment> complete =
                media.segments().stream().filter(MediaSegment::isComplete).toList();
        double wanted = StartPosition.holdBackSeconds(media);
        if (!media.hasEnded() && (complete.isEmpty() || media.seconds() < wanted - EXACT_SECONDS)) {
            throw new NotYetException(String.format(
                    Locale.ROOT,
                    "%s lists %.1f s with %d whole segments, and a player begins with %.1f s and at least one",
                    uri,
                    media.seconds(),
                    complete.size(),
                    wanted));
        }
    }

    private Playlist read(URI uri) throws InterruptedException, NotYetException {
        Answer answer = source.get(uri);
        if (answer.status() != 200) {
            throw new NotYetException(uri
                    + (answer.status() == 0
                            ? " was not answered: " + answer.text()
                            : " has the status " + answer.status()));
        }
        try {
            return PlaylistParser.parse(answer.text());
        } catch (PlaylistException e) {
            throw new NotYetException(uri + " is not a playlist: " + e.getMessage());
        }
    }
}
