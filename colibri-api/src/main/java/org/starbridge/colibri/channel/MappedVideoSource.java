package org.starbridge.colibri.channel;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.VideoType;

/**
 * Video source that an SSRC carries from now on.
 *
 * @param source name of the source
 * @param owner endpoint it belongs to
 * @param ssrc 0 to 2^32-1
 * @param rtxSsrc its retransmission SSRC, 0 to 2^32-1
 * @param videoType what it shows
 * @param mid media id on rewritten packets; null unless the receiver demultiplexes by it
 */
public record MappedVideoSource(
        String source,
        String owner,
        long ssrc,
        long rtxSsrc,
        VideoType videoType,
        @Nullable String mid) {

    public MappedVideoSource {
        MappedAudioSource.requireSsrc("ssrc", ssrc);
        MappedAudioSource.requireSsrc("rtx", rtxSsrc);
    }
}
