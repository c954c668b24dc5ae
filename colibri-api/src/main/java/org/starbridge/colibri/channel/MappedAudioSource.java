package org.starbridge.colibri.channel;

import org.jspecify.annotations.Nullable;

/**
 * Audio source that an SSRC carries from now on.
 *
 * @param source name of the source
 * @param owner endpoint it belongs to
 * @param ssrc 0 to 2^32-1
 * @param mid media id on rewritten packets; null unless the receiver demultiplexes by it
 */
public record MappedAudioSource(
        String source, String owner, long ssrc, @Nullable String mid) {
    public MappedAudioSource {
        requireSsrc("ssrc", ssrc);
    }

    static void requireSsrc(String what, long ssrc) {
        if (ssrc < 0 || ssrc > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException(what + " " + ssrc + ": expected 0 to 4294967295");
        }
    }
}
