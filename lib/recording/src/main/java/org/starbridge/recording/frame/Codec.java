package org.starbridge.recording.frame;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The codecs of tracks. Packets of all but AAC can be joined to frames. */
public enum Codec {
    OPUS,
    VP8,
    VP9,
    AV1,
    H264,
    AAC;

    /** The codec of an encoding name of SDP in any case ({@code opus}, {@code VP8}); null of others. */
    public static @Nullable Codec of(String encodingName) {
        return switch (encodingName.toUpperCase(Locale.ROOT)) {
            case "OPUS" -> OPUS;
            case "VP8" -> VP8;
            case "VP9" -> VP9;
            case "AV1" -> AV1;
            case "H264" -> H264;
            default -> null;
        };
    }

    /** Returns whether it is video, which begins with a key frame. */
    public boolean isVideo() {
        return this != OPUS && this != AAC;
    }

    /**
     * A depacketizer for one stream.
     *
     * @throws IllegalStateException of AAC, which does not come by RTP
     */
    public Depacketizer depacketizer() {
        return switch (this) {
            case OPUS -> new OpusDepacketizer();
            case VP8 -> new Vp8Depacketizer();
            case VP9 -> new Vp9Depacketizer();
            case AV1 -> new Av1Depacketizer();
            case H264 -> new H264Depacketizer();
            case AAC -> throw new IllegalStateException("AAC over RTP is not supported");
        };
    }
}
