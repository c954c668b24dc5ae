package org.starbridge.playlist;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The playlist that names the media playlists (RFC 8216bis section 4.4.6).
 *
 * @param version of {@code EXT-X-VERSION}; 1 without it
 * @param variants in the order of the file
 * @param renditions of {@code EXT-X-MEDIA}
 */
public record MultivariantPlaylist(int version, List<Variant> variants, List<Rendition> renditions)
        implements Playlist {
    public MultivariantPlaylist {
        variants = List.copyOf(variants);
        renditions = List.copyOf(renditions);
    }

    /**
     * One quality.
     *
     * @param uri of its media playlist, relative to this one
     * @param bandwidthBps the most that a segment takes, bit/s
     * @param codecs as in RFC 6381; null if they are not given
     * @param audioGroup of the renditions that are its sound; null if it has none apart
     */
    public record Variant(
            String uri,
            long bandwidthBps,
            @Nullable String codecs,
            @Nullable String audioGroup) {}

    /**
     * An alternative.
     *
     * @param type such as {@code AUDIO}
     * @param uri of its media playlist; null if it is in the variant's
     */
    public record Rendition(
            String type, String groupId, @Nullable String uri, boolean isDefault) {}

    /** The sound of a variant that has a playlist of its own: the default one, or the first; null if there is none. */
    public @Nullable Rendition audioOf(Variant variant) {
        Rendition first = null;
        for (Rendition rendition : renditions) {
            if (rendition.type().equals("AUDIO")
                    && rendition.groupId().equals(variant.audioGroup())
                    && rendition.uri() != null) {
                if (rendition.isDefault()) {
                    return rendition;
                }
                first = first == null ? rendition : first;
            }
        }
        return first;
    }
}
