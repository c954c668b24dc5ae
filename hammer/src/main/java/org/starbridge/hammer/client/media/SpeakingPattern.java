package org.starbridge.hammer.client.media;

/**
 * Pattern in which endpoints speak. What an endpoint declares in RFC 6464's extension follows it; the sound itself is
 * always the same. Any thread.
 */
public final class SpeakingPattern {
    /** In -dBov: what a microphone hears of a quiet room. Not 127: a bridge leaves silence out. */
    static final int QUIET_LEVEL = 100;

    private static final int EVERYBODY = -1;

    private volatile int speaker = EVERYBODY;

    /** From now on one endpoint alone speaks, by its number from 0; until the first call all do. */
    public void give(int endpoint) {
        speaker = endpoint;
    }

    public boolean isSpeaking(int endpoint) {
        int only = speaker;
        return only == EVERYBODY || only == endpoint;
    }
}
