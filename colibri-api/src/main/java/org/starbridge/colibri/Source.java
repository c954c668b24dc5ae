package org.starbridge.colibri;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One SSRC of a media source (XEP-0339).
 *
 * @param ssrc 0 to 2^32-1; {@link #NO_SSRC} of an encoding that is declared by its {@code rid} or its {@code mid} only
 * @param name name of the media source it belongs to; null when not given
 * @param videoType what the picture shows at first; null when not given (camera is meant)
 * @param rid restriction id (RFC 8851); null when not given
 * @param mid Starbridge's own: the media section by which its packets are known (RFC 9143 section 9.2), so that its
 *     SSRC may change, or need not be given; null when not given
 * @param parameters source attributes (RFC 5576 section 6), in order
 */
public record Source(
        long ssrc,
        @Nullable String name,
        @Nullable VideoType videoType,
        @Nullable String rid,
        @Nullable String mid,
        Map<String, String> parameters) {

    /** The SSRC of one that has only a name. */
    public static final long NO_SSRC = -1;

    public Source {
        if (ssrc != NO_SSRC || !(isGiven(rid) || isGiven(mid))) {
            Checks.inRange("ssrc", ssrc, 0, Checks.MAX_UINT32);
        }
        parameters = Checks.orderedCopy(parameters);
    }

    private static boolean isGiven(@Nullable String name) {
        return name != null && !name.isBlank();
    }

    /** One that is no media section's. */
    public Source(
            long ssrc,
            @Nullable String name,
            @Nullable VideoType videoType,
            @Nullable String rid,
            Map<String, String> parameters) {
        this(ssrc, name, videoType, rid, null, parameters);
    }

    /** Returns whether it has an SSRC, and not only a name. */
    public boolean hasSsrc() {
        return ssrc != NO_SSRC;
    }

    /** An SSRC with the name of its media source and nothing else. */
    public static Source named(long ssrc, String name) {
        return new Source(ssrc, name, null, null, Map.of());
    }
}
