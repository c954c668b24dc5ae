package org.starbridge.hammer.media;

/** The codecs that can be replayed. */
public enum Codec {
    VP8(MediaKind.VIDEO, 90_000),
    VP9(MediaKind.VIDEO, 90_000),
    H264(MediaKind.VIDEO, 90_000),
    AV1(MediaKind.VIDEO, 90_000),
    OPUS(MediaKind.AUDIO, 48_000);

    private final MediaKind kind;
    private final int clockRateHz;

    Codec(MediaKind kind, int clockRateHz) {
        this.kind = kind;
        this.clockRateHz = clockRateHz;
    }

    /** Audio or video. */
    public MediaKind kind() {
        return kind;
    }

    /** RTP timestamp ticks in a second. */
    public int clockRateHz() {
        return clockRateHz;
    }
}
