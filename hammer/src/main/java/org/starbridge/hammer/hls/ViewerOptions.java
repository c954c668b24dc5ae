package org.starbridge.hammer.hls;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.playlist.MultivariantPlaylist.Variant;

/**
 * Options by which viewers watch.
 *
 * @param url of the first playlist
 * @param token put into every URL as {@code token}; null for none
 * @param takesHints whether parts that are hinted at are asked for before they exist
 * @param maxBandwidthBps of the variant that is watched, bit/s; the best one below it
 * @param wholeSegments whether parts are ignored, as hls.js does without {@code lowLatencyMode}
 * @param maxRate how fast a viewer plays at most to catch up with the live edge; 1: it does not
 */
public record ViewerOptions(
        URI url,
        @Nullable String token,
        boolean takesHints,
        boolean wholeSegments,
        long maxBandwidthBps,
        double maxRate) {
    /** The best variant that fits, or the smallest. */
    Variant choose(List<Variant> variants) {
        Comparator<Variant> byBandwidth = Comparator.comparingLong(Variant::bandwidthBps);
        return variants.stream()
                .filter(variant -> variant.bandwidthBps() <= maxBandwidthBps)
                .max(byBandwidth)
                .orElseGet(() -> variants.stream().min(byBandwidth).orElseThrow());
    }

    /** The URL with the token, where it has none. */
    URI withToken(URI uri) {
        String query = uri.getRawQuery();
        if (token == null || (query != null && query.contains("token="))) {
            return uri;
        }
        String added = "token=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
        return URI.create(uri + (query == null ? "?" : "&") + added);
    }
}
