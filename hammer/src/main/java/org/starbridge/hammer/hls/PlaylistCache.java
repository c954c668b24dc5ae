package org.starbridge.hammer.hls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.starbridge.playlist.MediaPlaylist;
import org.starbridge.playlist.Playlist;
import org.starbridge.playlist.PlaylistException;
import org.starbridge.playlist.PlaylistParser;

/** Playlists by their bytes: a thousand viewers get the same ones, and each is read once. Used by one thread. */
final class PlaylistCache {
    private static final int MOST = 64;

    /** More than any playlist has; what unpacks to more is refused. */
    private static final int MAX_BYTES = 4 << 20;

    private final Map<Key, Playlist> read = new LinkedHashMap<>(MOST, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Playlist> eldest) {
            return size() > MOST;
        }
    };

    private final boolean wholeSegments;

    /** {@code wholeSegments}: whether parts are left out of media playlists. */
    PlaylistCache(boolean wholeSegments) {
        this.wholeSegments = wholeSegments;
    }

    @SuppressWarnings("ArrayRecordComponent") // equals and hashCode look into it
    private record Key(byte[] bytes, int hash) {
        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && hash == key.hash && Arrays.equals(bytes, key.bytes);
        }
    }

    /**
     * The playlist that a body is.
     *
     * @throws PlaylistException if it is none
     */
    Playlist read(byte[] body, @Nullable String encoding) {
        Key key = new Key(body, Arrays.hashCode(body));
        Playlist known = read.get(key);
        if (known == null) {
            known = PlaylistParser.parse(text(body, encoding));
            if (wholeSegments && known instanceof MediaPlaylist media) {
                known = media.withoutParts();
            }
            read.put(key, known);
        }
        return known;
    }

    /** The text of a body. */
    static String text(byte[] body, @Nullable String encoding) {
        if (!"gzip".equals(encoding)) {
            return new String(body, StandardCharsets.UTF_8);
        }
        try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(body))) {
            byte[] plain = unpacked.readNBytes(MAX_BYTES);
            if (plain.length == MAX_BYTES) {
                throw new PlaylistException("a playlist of more than " + MAX_BYTES + " bytes");
            }
            return new String(plain, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new PlaylistException("the gzip encoding is broken: " + e.getMessage());
        }
    }
}
