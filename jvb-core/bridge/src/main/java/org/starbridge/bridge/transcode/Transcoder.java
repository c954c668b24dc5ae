package org.starbridge.bridge.transcode;

import org.starbridge.recording.frame.FrameAssembler.Frame;

/**
 * Transcodes VP8 to H.264, and one or several streams of Opus to one of AAC. Owned by one thread; times are nanoseconds
 * since the program's origin.
 */
public interface Transcoder extends AutoCloseable {
    /**
     * Job of a transcoder.
     *
     * @param sounds streams of Opus, which become one of AAC; 0 for a picture alone
     * @param hasVideo whether there is VP8, which becomes H.264
     */
    record Job(int sounds, boolean hasVideo) {}

    /** Takes what comes back. Called within {@link #poll}. */
    interface Sink {
        void onVideo(long atNs, Frame frame);

        void onAudio(long atNs, byte[] frame);

        /** Nothing can be transcoded before a key frame comes. */
        void onKeyFrameNeeded();
    }

    /** Makes transcoders. Any thread. */
    @FunctionalInterface
    interface Factory {
        /** One that calls {@code onClosed} when it is closed. */
        Transcoder open(Job job, Sink sink, Runnable onClosed);
    }

    /** A frame of VP8. */
    void onVideo(long atNs, byte[] frame, boolean isKeyFrame);

    /** A packet of Opus of one of the streams of sound; there is one for each moment. */
    void onAudio(int sound, long atNs, byte[] packet);

    /** Time went on: takes what came back. */
    void poll(long nowNs);

    /** Ends it. */
    @Override
    void close();
}
