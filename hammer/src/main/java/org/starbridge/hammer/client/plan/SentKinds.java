package org.starbridge.hammer.client.plan;

/** Kinds of media that each sender sends. */
public enum SentKinds {
    AUDIO(true, false),
    VIDEO(false, true),
    BOTH(true, true),
    /** Nothing: only bridge channels are driven then. */
    NONE(false, false);

    private final boolean audio;
    private final boolean video;

    SentKinds(boolean audio, boolean video) {
        this.audio = audio;
        this.video = video;
    }

    public boolean hasAudio() {
        return audio;
    }

    public boolean hasVideo() {
        return video;
    }

    /** Streams of one sender. */
    public int streams() {
        return (audio ? 1 : 0) + (video ? 1 : 0);
    }
}
