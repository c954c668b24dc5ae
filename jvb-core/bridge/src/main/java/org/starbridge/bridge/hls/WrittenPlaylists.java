package org.starbridge.bridge.hls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.hls.MediaPlaylist;
import org.starbridge.recording.hls.ProgramSnapshot;
import org.starbridge.recording.hls.RenditionSnapshot;

/** The newest media playlists of one program, each written and compressed once for all who ask for it. Any thread. */
final class WrittenPlaylists {
    private final Map<String, Text> texts = new ConcurrentHashMap<>();

    /**
     * One playlist.
     *
     * @param version grows whenever the playlist changes
     * @param tag the header field ETag
     * @param gzip the same bytes, compressed
     * @param gzipTag the header field ETag of these
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Text(long version, HttpField tag, byte[] bytes, HttpField gzipTag, byte[] gzip) {
        private static Text of(long version, boolean isDelta, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            String name = version + (isDelta ? "d" : "");
            return new Text(version, tag(name), bytes, tag(name + 'z'), compressed(bytes));
        }

        private static HttpField tag(String name) {
            return new PreEncodedHttpField(HttpHeader.ETAG, '"' + name + '"');
        }

        private static byte[] compressed(byte[] bytes) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 4);
            try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
                zip.write(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e); // there is no I/O
            }
            return out.toByteArray();
        }
    }

    /**
     * The media playlist of a rendition, of this snapshot or of a newer one; null if there is none of this name.
     *
     * @param isDelta leaves out what is old
     */
    @Nullable
    Text of(ProgramSnapshot program, String name, boolean isDelta) {
        RenditionSnapshot rendition = program.rendition(name);
        if (rendition == null) {
            return null;
        }
        long version = rendition.version() * 2 + (program.isEnded() ? 1 : 0);
        String key = name + (isDelta ? "+" : "");
        Text known = texts.get(key);
        return known != null && known.version() >= version
                ? known
                : texts.compute(
                        key,
                        (_, last) -> last != null && last.version() >= version
                                ? last
                                : Text.of(version, isDelta, MediaPlaylist.of(program, rendition, isDelta)));
    }
}
